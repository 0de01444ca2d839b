/** What can be typed into, or opened. */
const FOCUSABLE = 'input, textarea, select, button, [contenteditable="true"], [tabindex="0"]';

const focus = (element: HTMLElement, at: Element): void => {
  at.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
};

/**
 * Brings a field of the form into sight, and what is typed next into it. By the page, since an address
 * with the field's name would lead away from what is not saved.
 *
 * @param name path of the field: `seo.metaTitle`
 * @param label what the form calls it: editors of rich text and files have no name
 */
export const focusField = (name: string, label: string): void => {
  const named = CSS.escape(name);
  const input = document.querySelector<HTMLElement>(
    `main [name="${named}"]:not([type="hidden"]), main [name^="${CSS.escape(`${name}.`)}"]`,
  );
  if (input && input.offsetParent !== null) return focus(input, input);
  const title = [...document.querySelectorAll<HTMLElement>('main label, main h2, main span')].find(
    (element) => element.textContent?.replace(/[\s*]+$/, '') === label,
  );
  const field = title?.closest('div:has(input, textarea, button, [contenteditable])');
  const first = field?.querySelector<HTMLElement>(FOCUSABLE);
  if (title && first) focus(first, title);
};
