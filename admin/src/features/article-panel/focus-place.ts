import { findPlace, isAddress, isWords, type ProblemPlace } from '../../shared/problem-place';

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
export const editorIn = (field: Element): HTMLElement | null =>
  field.querySelector<HTMLElement>('.CodeMirror, [data-slate-editor]');

const focusInMarkdown = (element: HTMLElement, place: ProblemPlace): boolean => {
  const { CodeMirror: editor } = element as { CodeMirror?: Partial<CodeMirror> };
  if (typeof editor?.getValue !== 'function') return false;
  const { getValue, posFromIndex, setSelection, scrollIntoView, focus } = editor as CodeMirror;
  const found = findPlace(getValue.call(editor), place);
  if (!found) return false;
  const from = posFromIndex.call(editor, found.from);
  const to = posFromIndex.call(editor, found.to);
  element.scrollIntoView({ block: 'center' });
  focus.call(editor);
  setSelection.call(editor, from, to);
  scrollIntoView.call(editor, { from, to }, MARGIN);
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
export const focusPlace = (editor: HTMLElement, value: unknown, place: ProblemPlace): boolean => {
  try {
    return editor.matches('.CodeMirror')
      ? focusInMarkdown(editor, place)
      : focusInBlocks(editor, value, place);
  } catch {
    // Another version of these editors than the one that this was tried with.
    return false;
  }
};
