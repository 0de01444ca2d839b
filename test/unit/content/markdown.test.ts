import { renderBody } from '../../../src/content/body';
import { bodySourceOf } from '../../../src/content/body-source';
import { summariseBody } from '../../../src/content/body-summary';
import { renderMarkdown } from '../../../src/content/markdown';

describe('Markdown', () => {
  it('reads a line end within a paragraph as a space', () => {
    expect(renderMarkdown('one\ntwo')).toBe('<p>one two</p>\n');
  });

  it('links an address with its scheme and nothing that only looks like one', () => {
    expect(renderMarkdown('https://example.com/a')).toContain('<a href="https://example.com/a">');
    expect(renderMarkdown('index.js a.md me@example.com')).toBe(
      '<p>index.js a.md me@example.com</p>\n',
    );
  });

  it('has no footnotes within a line, as GitHub has none', () => {
    expect(renderMarkdown('one ^[two]')).toBe('<p>one ^[two]</p>\n');
  });

  it('shows code as it was typed', () => {
    expect(renderMarkdown('```\n<b> & "c"\n```')).toBe(
      '<pre><code>&lt;b&gt; &amp; &quot;c&quot;\n</code></pre>\n',
    );
  });

  it('leaves quotes and dashes as the editor typed them', () => {
    expect(renderMarkdown('"a" -- it\'s (c)')).toContain("-- it's (c)");
  });

  it('shows of a file on the editor’s own computer its words, and not where it is', () => {
    const body = bodySourceOf('![Fox](file:///home/ada/fox.png) [more](file:///home/ada/a.html)');
    const { html } = renderBody(body, 'https://www.example.com/posts/a/');
    expect(html).toBe('<p><img alt="Fox" /> <a>more</a></p>\n');
    expect(summariseBody(body, { summaryWords: 70, language: 'en' })).not.toContain('ada');
  });
});
