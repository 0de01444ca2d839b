import { type Element, isTag, isText } from 'domhandler';

import { type Direction, directionOfText } from '../../texts/direction';

/** Elements whose text is set from one side or the other. */
const BLOCKS = new Set([
  ...[
    'p',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'figure',
    'figcaption',
    'details',
    'summary',
  ],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'th', 'td'],
  ...['div', 'section', 'article', 'aside', 'header', 'footer', 'main', 'nav', 'address'],
]);

type Nodes = Element['children'];

/**
 * Says of each block that is written the other way than what it stands in that browsers are to look at its
 * text: in an English article the Arabic paragraphs are set from the right, and the others as ever.
 */
export const markDirections = (nodes: Nodes, page: Direction): void => {
  /** By element, since each asks for the text of all in it. */
  const found = new Map<Element, Direction | undefined>();

  /** Direction of the first letter, as `dir="auto"` finds it: what says its own direction does not count. */
  const find = (some: Nodes): Direction | undefined => {
    let first: Direction | undefined;
    for (const node of some) {
      let own: Direction | undefined;
      if (isText(node)) own = first === undefined ? directionOfText(node.data) : undefined;
      else if (isTag(node)) {
        const inside = find(node.children);
        found.set(node, inside);
        own = node.attribs.dir === undefined ? inside : undefined;
      }
      first ??= own;
    }
    return first;
  };

  const mark = (some: Nodes, around: Direction): void =>
    some.forEach((node) => {
      if (!isTag(node)) return;
      const { name, attribs, children } = node;
      let direction = around;
      if (attribs.dir === 'ltr' || attribs.dir === 'rtl') direction = attribs.dir;
      else if (attribs.dir !== undefined || BLOCKS.has(name)) direction = found.get(node) ?? around;
      if (attribs.dir === undefined && direction !== around) attribs.dir = 'auto';
      mark(children, direction);
    });

  find(nodes);
  mark(nodes, page);
};
