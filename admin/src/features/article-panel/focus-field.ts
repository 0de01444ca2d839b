import * as React from 'react';
import { useLocation } from 'react-router-dom';

import type { FieldLabel } from '../../shared/names';
import { findPlace, placeInState, type ProblemPlace } from '../../shared/problem-place';

/** CodeMirror 5, Strapi's Markdown editor. It stores itself on its element (undocumented by Strapi). */
interface CodeMirror {
  getValue: () => string;
  posFromIndex: (index: number) => object;
  setSelection: (anchor: object, head: object) => void;
  scrollIntoView: (range: { from: object; to: object }, margin?: number) => void;
  focus: () => void;
}

/** Pixels between the selection and the edge of the editor. */
const MARGIN = 80;

/**
 * Puts the caret at a link or picture in Strapi's Markdown editor.
 *
 * @returns whether the place was found
 */
const focusPlace = (element: HTMLElement, place: ProblemPlace): boolean => {
  try {
    const { CodeMirror: editor } = element as unknown as { CodeMirror: CodeMirror };
    const found = findPlace(editor.getValue(), place);
    if (!found) return false;
    const from = editor.posFromIndex(found.from);
    const to = editor.posFromIndex(found.to);
    element.scrollIntoView({ block: 'center' });
    editor.focus();
    editor.setSelection(from, to);
    editor.scrollIntoView({ from, to }, MARGIN);
    return true;
  } catch {
    // This Strapi has another version of the editor than the tested one.
    return false;
  }
};

/** Elements that take text or open something. */
const FOCUSABLE = 'input, textarea, select, button, [contenteditable="true"], [tabindex="0"]';

/** The element of a rich text editor that takes text. */
const EDITABLE = '[contenteditable="true"]';

/** Closes the drawer above the form in which Strapi shows the side panels on a phone (`ActionsDrawer.mjs`). */
const uncoverForm = (): void =>
  document.querySelector<HTMLElement>('[data-testid="actions-drawer-overlay"]')?.click();

const focus = (element: HTMLElement, at: Element): void => {
  at.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
};

/**
 * The element that Strapi itself focuses for a field. Rich text editors have no named element, and the
 * Blocks editor gives the field's name to a toolbar menu, which is excluded.
 */
const findNamed = (name: string): HTMLElement | undefined => {
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
  /** Label in the form: finds editors of rich text and files, which have no name. */
  label: string;
  /** Link or picture in the field. */
  place?: ProblemPlace;
}

/**
 * Scrolls a field of the form into view and focuses it. It uses the DOM: navigating to `?field=` would
 * discard unsaved changes.
 */
const focusField = ({ name, label, place }: Field): void => {
  uncoverForm();
  const input = findNamed(name);
  if (input) return focus(input, input);
  const title = [...document.querySelectorAll<HTMLElement>('main label, main h2, main span')].find(
    (element) => element.textContent?.replace(/[\s*]+$/, '') === label,
  );
  const field = title?.closest('div:has(input, textarea, button, [contenteditable])');
  if (!title || !field) return;
  const markdown = field.querySelector<HTMLElement>('.CodeMirror');
  if (markdown && place && focusPlace(markdown, place)) return;
  const first =
    field.querySelector<HTMLElement>(EDITABLE) ?? field.querySelector<HTMLElement>(FOCUSABLE);
  if (first) focus(first, title);
};

/**
 * Returns a function that focuses a field of the form, and a link or picture in it. The hook also follows
 * `?field=` in the address: Strapi does so itself, but not for its rich text editors.
 *
 * @param isShown whether the form is rendered
 */
export const useFieldFocus = (
  label: FieldLabel,
  isShown: boolean,
): ((field: string, place?: ProblemPlace) => void) => {
  const { pathname, search, state } = useLocation();
  const followed = React.useRef<string>();
  const toField = (name: string, place?: ProblemPlace): void =>
    focusField({ name, label: label(name), place });

  React.useEffect(() => {
    const field = new URLSearchParams(search).get('field');
    const location = `${pathname} ${field}`;
    if (!isShown || field === null || followed.current === location) return;
    followed.current = location;
    if (!findNamed(field)) toField(field, placeInState(state));
  });

  return toField;
};
