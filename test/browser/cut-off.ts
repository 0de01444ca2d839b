import type { Page } from 'playwright-core';

/** Runs in the page: finds texts that cannot be read completely, and elements that scroll sideways. */
const measure = (selectors: string[]): string[] => {
  const found = new Set<string>();
  const report = (what: string, text: string): void => {
    found.add(`${what}: "${text.trim().replace(/\s+/g, ' ').slice(0, 120)}"`);
  };
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
  const isPainted = ({ backgroundColor, borderRightWidth }: CSSStyleDeclaration): boolean =>
    borderRightWidth !== '0px' || !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);

  const check = (text: string, area: DOMRect, parent: Element): void => {
    let [mayScroll, mayScrollDown] = [false, false];
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      const { left, right, top, bottom } = box.getBoundingClientRect();
      if (style.display === 'inline' || style.display === 'contents') continue;
      // Elements only for screen readers have a size of one pixel.
      if (right - left <= 1) return;
      const isClipped = style.overflowX === 'hidden' || style.overflowX === 'clip';
      if (!mayScroll && (isClipped || isPainted(style))) {
        if (area.right > right + 1 || area.left < left - 1) {
          return report(isClipped ? 'cut off' : 'wider than its box', text);
        }
      }
      const isCutBelow = style.overflowY === 'hidden' || style.overflowY === 'clip';
      // A tolerance, as letters do not fill the height of their line.
      if (!mayScrollDown && isCutBelow && (area.bottom > bottom + 4 || area.top < top - 4)) {
        return report('cut off below', text);
      }
      mayScroll ||= scrolls(style.overflowX);
      mayScrollDown ||= scrolls(style.overflowY);
    }
    if (!mayScroll && area.right > document.documentElement.clientWidth + 1) {
      report('beside the window', text);
    }
  };

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) report('the page scrolls sideways', '');
  for (const part of Array.from(document.querySelectorAll(selectors.join()))) {
    for (let around = part.parentElement; around; around = around.parentElement) {
      const isWide = around.scrollWidth > around.clientWidth + 1;
      // Strapi's tables scroll horizontally by design.
      if (isWide && !part.closest('table') && scrolls(getComputedStyle(around).overflowX)) {
        const edge = around.getBoundingClientRect().right + 1;
        const wide = Array.from(around.querySelectorAll('*')).filter(
          (element) => element.getBoundingClientRect().right > edge,
        );
        report('scrolls sideways', wide.at(-1)?.outerHTML ?? '');
      }
    }
    // The value of an input, such as a date or a time, is no text node.
    for (const input of Array.from(part.querySelectorAll<HTMLInputElement>('[role=combobox]'))) {
      if (input.value && input.scrollWidth > input.clientWidth) report('cut off', input.value);
    }
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text;
      if (!data.trim() || !parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const area of Array.from(range.getClientRects())) check(data, area, parentElement);
    }
  }
  return Array.from(found);
};

/** Texts in some elements that cannot be read completely or scroll sideways, one line each. */
export const findCutOff = async (page: Page, selectors: string[]): Promise<string[]> => {
  // A change of the viewport takes effect with the next frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return page.evaluate(measure, selectors);
};
