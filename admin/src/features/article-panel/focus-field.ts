import type { ProblemPlace } from '../../shared/problem-place';
import { editorIn, focusPlace } from './focus-place';

/** What can be typed into, or opened. */
const FOCUSABLE = 'input, textarea, select, button, [contenteditable="true"], [tabindex="0"]';

/** Where an editor of rich text is typed into. */
const EDITABLE = '[contenteditable="true"]';

/** Closes the drawer in which Strapi has the side panels on a phone, above the form (`ActionsDrawer.mjs`). */
const uncoverForm = (): void =>
  document.querySelector<HTMLElement>('[data-testid="actions-drawer-overlay"]')?.click();

const focus = (element: HTMLElement, at: Element): void => {
  at.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
};

/**
 * What Strapi itself gives the focus to. Its editors of rich text have none; that of Blocks gives the
 * name of the field to a menu of its toolbar.
 */
export const findNamed = (name: string): HTMLElement | undefined => {
  const named = CSS.escape(name);
  const inputs = document.querySelectorAll<HTMLElement>(
    `main [name="${named}"]:not([type="hidden"]), main [name^="${CSS.escape(`${name}.`)}"]`,
  );
  const [first] = [...inputs].filter((input) => !input.closest('[role="toolbar"]'));
  return first && first.offsetParent !== null ? first : undefined;
};

interface Field {
  /** Path of the field: `seo.metaTitle`. */
  name: string;
  /** What the form calls it: editors of rich text and files have no name. */
  label: string;
  value?: unknown;
  /** Link or picture in the field. */
  place?: ProblemPlace;
}

/**
 * Brings a field of the form into sight, and what is typed next into it. By the page, since an address
 * with the field's name would lead away from what is not saved.
 */
export const focusField = ({ name, label, value, place }: Field): void => {
  uncoverForm();
  const input = findNamed(name);
  if (input) return focus(input, input);
  const title = [...document.querySelectorAll<HTMLElement>('main label, main h2, main span')].find(
    (element) => element.textContent?.replace(/[\s*]+$/, '') === label,
  );
  const field = title?.closest('div:has(input, textarea, button, [contenteditable])');
  if (!title || !field) return;
  const editor = editorIn(field);
  if (editor && place && focusPlace(editor, value, place)) return;
  const first =
    field.querySelector<HTMLElement>(EDITABLE) ?? field.querySelector<HTMLElement>(FOCUSABLE);
  if (first) focus(first, title);
};
