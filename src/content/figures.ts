import type MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';

/** The one picture of a paragraph, linked or not; undefined where there is anything else. */
const onlyPicture = (children: Token[]): Token | undefined => {
  const isLinked = children.length === 3 && children[0]?.type === 'link_open';
  const picture = isLinked ? children[1] : children.length === 1 ? children[0] : undefined;
  return picture?.type === 'image' ? picture : undefined;
};

const captionOf = (state: StateCore, text: string): Token[] => {
  const content = new state.Token('text', '', 0);
  content.content = text;
  return [
    new state.Token('figcaption_open', 'figcaption', 1),
    content,
    new state.Token('figcaption_close', 'figcaption', -1),
  ];
};

/** A picture alone in its paragraph that has a title, `![alt](address "title")`, is a figure with it. */
export const addFigures = (markdown: MarkdownIt): void => {
  markdown.core.ruler.after('inline', 'figures', (state) => {
    state.tokens.forEach((token, index) => {
      const picture = token.type === 'inline' ? onlyPicture(token.children ?? []) : undefined;
      const title = picture?.attrGet('title')?.trim();
      const opening = state.tokens[index - 1];
      const closing = state.tokens[index + 1];
      if (!picture || !title || opening?.type !== 'paragraph_open' || opening.hidden) return;
      picture.attrs = picture.attrs!.filter(([name]) => name !== 'title');
      token.children!.push(...captionOf(state, title));
      opening.tag = 'figure';
      closing!.tag = 'figure';
    });
  });
};
