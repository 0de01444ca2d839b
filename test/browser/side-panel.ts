import type { Page } from 'playwright-core';

/** Opens all folded parts of an entry's side panel: its problems, the item and the feeds. */
export const unfold = async (page: Page): Promise<void> => {
  const panel = page.getByTestId('syndication-panel');
  await panel.locator('[data-testid=syndication-place]').waitFor();
  const closed = panel.locator('details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
  // What a part holds is drawn once it is open.
  await panel
    .locator('details[open]:not(:has(> :nth-child(2)))')
    .first()
    .waitFor({ state: 'detached' });
  const problems = page.getByTestId('syndication-status').locator('button[aria-expanded=false]');
  if ((await problems.count()) > 0) await problems.click();
};
