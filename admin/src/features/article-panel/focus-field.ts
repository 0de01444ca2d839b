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

/** Of CodeMirror 5, in which Strapi has Markdown; it keeps itself at its element, undocumented by Strapi. */
interface CodeMirror {
  getValue: () => string;
  posFromIndex: (index: number) => object;
  setSelection: (anchor: object, head: object) => void;
  scrollIntoView: (range: { from: object; to: object }, margin?: number) => void;
  focus: () => void;
}

/** Pixels that stay between what is selected and the edge of the editor. */
const MARGIN = 80;

/** The editor of Markdown or of Blocks within an element. */
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

/** Links or pictures of a value of Blocks, in the order of the text. */
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

/** How Slate draws links and pictures of Blocks. */
const DRAWN = { link: 'a[data-slate-inline="true"]', image: '[data-slate-void="true"]' };

const focusInBlocks = (editor: HTMLElement, value: unknown, place: ProblemPlace): boolean => {
  const nodes = nodesOf(value, place.kind);
  const drawn = editor.querySelectorAll<HTMLElement>(DRAWN[place.kind]);
  const element = drawn[nodes.findIndex((node) => isAt(node, place))];
  // Blocks of other plugins may be drawn otherwise.
  if (!element || drawn.length !== nodes.length) return false;
  const texts = element.querySelectorAll('[data-slate-string], [data-slate-zero-width]');
  const [first, last] = [texts[0]?.firstChild, texts[texts.length - 1]?.firstChild];
  if (!first || !last) return false;
  element.scrollIntoView({ block: 'center' });
  editor.focus({ preventScroll: true });
  // Slate takes the page's selection for its own.
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
 * Puts the caret at a link or picture in Strapi's editor of Markdown or Blocks.
 *
 * @param value of the field
 * @returns whether it was found
 */
const focusPlace = (editor: HTMLElement, value: unknown, place: ProblemPlace): boolean => {
  try {
    return editor.matches('.CodeMirror')
      ? focusInMarkdown(editor, place)
      : focusInBlocks(editor, value, place);
  } catch {
    // Another version of these editors than the one that this was tried with.
    return false;
  }
};

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

const at = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], values);

/**
 * What leads to a field of the form, and to a link or picture in it. An address with `?field=` does so by
 * itself: Strapi leaves its editors of rich text out.
 *
 * @param isShown whether the form is there
 */
export const useFieldFocus = (
  label: FieldLabel,
  isShown: boolean,
): ((field: string, place?: ProblemPlace) => void) => {
  const values = useForm('SyndicationFieldFocus', (state) => state.values);
  const { pathname, search, state } = useLocation();
  const followed = React.useRef<string>();
  const toField = (name: string, place?: ProblemPlace): void =>
    focusField({ name, label: label(name), value: at(values, name), place });

  React.useEffect(() => {
    const field = new URLSearchParams(search).get('field');
    const way = `${pathname} ${field}`;
    if (!isShown || field === null || followed.current === way) return;
    followed.current = way;
    if (!findNamed(field)) toField(field, placeInState(state));
  });

  return toField;
};
