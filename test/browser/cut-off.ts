import type { Page } from 'playwright-core';

/** In the page: what of some elements does not fit where it is. */
const measure = (selectors: string[]): string[] => {
  const found: string[] = [];
  const report = (element: Element, wide: number, room: number): void => {
    const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
    found.push(`<${element.tagName.toLowerCase()}> "${text}": ${wide} px in ${room} px`);
  };
  const isScrolled = (element: Element): boolean =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const isSeen = (element: HTMLElement): boolean =>
    // What is for screen readers alone is of one pixel.
    element.clientWidth > 1 && element.checkVisibility({ visibilityProperty: true });
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) report(root, root.scrollWidth, root.clientWidth);
  for (const part of Array.from(document.querySelectorAll<HTMLElement>(selectors.join()))) {
    // Whatever is around it must not have to be scrolled sideways.
    for (let around = part.parentElement; around; around = around.parentElement) {
      if (isScrolled(around) && around.scrollWidth > around.clientWidth + 1) {
        report(around, around.scrollWidth, around.clientWidth);
      }
    }
    for (const element of Array.from(part.querySelectorAll<HTMLElement>('*'))) {
      // What somebody types scrolls within its field.
      if (element.matches('input, textarea, iframe, svg, svg *') || !isSeen(element)) continue;
      if (isScrolled(element)) continue;
      if (element.scrollWidth > element.clientWidth + 1) {
        report(element, element.scrollWidth, element.clientWidth);
      }
    }
  }
  return found;
};

/** What is wider than the place it has, one line each: text that is cut off, or a page that scrolls sideways. */
export const findCutOff = async (page: Page, selectors: string[]): Promise<string[]> => {
  // The width is another one once a frame was drawn with it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return page.evaluate(measure, selectors);
};
