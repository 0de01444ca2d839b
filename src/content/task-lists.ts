import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

const MARK = /^\[([ xX])\][ \t]+(?=\S)/;

const isItem = (tokens: Token[], index: number): boolean =>
  tokens[index - 1]?.type === 'paragraph_open' && tokens[index - 2]?.type === 'list_item_open';

/**
 * Task lists as GitHub has them, `- [x] done`. A task shows a character and no form control: that is
 * read in feeds and summaries as well, and by a screen reader without a label.
 */
export const addTaskLists = (markdown: MarkdownIt): void => {
  markdown.core.ruler.after('inline', 'task_lists', ({ tokens }) => {
    tokens.forEach((token, index) => {
      const [text] = token.children ?? [];
      if (token.type !== 'inline' || text?.type !== 'text' || !isItem(tokens, index)) return;
      const [mark, state] = MARK.exec(text.content) ?? [];
      if (mark === undefined) return;
      text.content = `${state === ' ' ? '☐' : '☑'} ${text.content.slice(mark.length)}`;
      tokens[index - 2]!.attrSet('class', 'task');
    });
  });
};
