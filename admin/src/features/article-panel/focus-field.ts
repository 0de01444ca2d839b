import { useForm } from '@strapi/strapi/admin';
import * as React from 'react';
import { useLocation } from 'react-router-dom';

import type { FieldLabel } from '../../shared/names';
import {
  findPlace,
  isAddress,
  isWords,
  placeInState,
  type ProblemPlace,
} from '../../shared/problem-place';

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

/** The Markdown or Blocks editor within an element. */
const editorIn = (field: Element): HTMLElement | null =>
  field.querySelector<HTMLElement>('.CodeMirror, [data-slate-editor]');

const focusInMarkdown = (element: HTMLElement, place: ProblemPlace): boolean => {
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
};

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const textOf = (node: Node): string =>
  Array.isArray(node.children)
    ? node.children.filter(isNode).map(textOf).join('')
    : String(node.text ?? '');

/** Links or pictures in a Blocks value, in document order. */
const nodesOf = (value: unknown, kind: ProblemPlace['kind']): Node[] => {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isNode)
    .flatMap((node) => (node.type === kind ? [node] : nodesOf(node.children, kind)));
};

const isAt = (node: Node, place: ProblemPlace): boolean => {
  const { url } = place.kind === 'image' && isNode(node.image) ? node.image : node;
  const address = String(url ?? '');
  return place.words === undefined
    ? isAddress(address, place)
    : address.trim() === '' && isWords(textOf(node), place.words);
};

/** Selectors of the elements that Slate renders for links and pictures of Blocks. */
const DRAWN = { link: 'a[data-slate-inline="true"]', image: '[data-slate-void="true"]' };

const focusInBlocks = (editor: HTMLElement, value: unknown, place: ProblemPlace): boolean => {
  const nodes = nodesOf(value, place.kind);
  const drawn = editor.querySelectorAll<HTMLElement>(DRAWN[place.kind]);
  const element = drawn[nodes.findIndex((node) => isAt(node, place))];
  // Another plugin may render Blocks differently.
  if (!element || drawn.length !== nodes.length) return false;
  const texts = element.querySelectorAll('[data-slate-string], [data-slate-zero-width]');
  const [first, last] = [texts[0]?.firstChild, texts[texts.length - 1]?.firstChild];
  if (!first || !last) return false;
  element.scrollIntoView({ block: 'center' });
  editor.focus({ preventScroll: true });
  // Slate adopts the page's selection.
  window
    .getSelection()
    ?.setBaseAndExtent(
      first,
      0,
      last,
      place.kind === 'image' ? 0 : (last.textContent ?? '').length,
    );
  return true;
};

/**
 * Puts the caret at a link or picture in Strapi's Markdown or Blocks editor.
 *
 * @param value of the field
 * @returns whether the place was found
 */
const focusPlace = (editor: HTMLElement, value: unknown, place: ProblemPlace): boolean => {
  try {
    return editor.matches('.CodeMirror')
      ? focusInMarkdown(editor, place)
      : focusInBlocks(editor, value, place);
  } catch {
    // This Strapi has another version of these editors than the tested one.
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
  value?: unknown;
  /** Link or picture in the field. */
  place?: ProblemPlace;
}

/**
 * Scrolls a field of the form into view and focuses it. It uses the DOM: navigating to `?field=` would
 * discard unsaved changes.
 */
const focusField = ({ name, label, value, place }: Field): void => {
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

const valueAt = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], values);

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
  const values = useForm('SyndicationFieldFocus', (state) => state.values);
  const { pathname, search, state } = useLocation();
  const followed = React.useRef<string>();
  const toField = (name: string, place?: ProblemPlace): void =>
    focusField({ name, label: label(name), value: valueAt(values, name), place });

  React.useEffect(() => {
    const field = new URLSearchParams(search).get('field');
    const location = `${pathname} ${field}`;
    if (!isShown || field === null || followed.current === location) return;
    followed.current = location;
    if (!findNamed(field)) toField(field, placeInState(state));
  });

  return toField;
};
