import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: true, linkify: true });
// Only "https://…" becomes a link by itself: "index.js" and "a.md" are no addresses.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// A line end within a paragraph is a space, so that it does not read as a sentence's end in the
// plain text that summaries are made from.
markdown.renderer.rules.softbreak = () => ' ';

/**
 * Renders Markdown (CommonMark with tables and strikethrough) as HTML. Markup in it is kept as
 * the editor typed it: the result is hostile until it is sanitised.
 */
export const renderMarkdown = (source: string): string => markdown.render(source);
