import fc from 'fast-check';

import { sanitiseBody } from '../../../src/content/html';
import { renderMarkdown } from '../../../src/content/markdown';
import { editorText } from '../../helpers/editor-text';

const BASE = 'https://notes.example.com/posts/format-json/';
const sanitise = (html: string) => sanitiseBody(html, BASE);

describe('a sanitised body', () => {
  it.each([
    ['scripts', '<script>alert(1)</script>'],
    ['scripts in disguise', '<ScRiPt src=//evil.example/x.js></sCrIpT>'],
    ['styles', '<style>body{display:none}</style>'],
    ['style sheets', '<link rel="stylesheet" href="https://evil.example/x.css">'],
    ['inline frames of documents', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['objects', '<object data="https://evil.example/x.swf"></object><embed src="x.swf">'],
    ['forms', '<form action="https://evil.example/"><input name="password"></form>'],
    ['buttons', '<button formaction="https://evil.example/"></button>'],
    ['SVG', '<svg onload="alert(1)"><animate onbegin="alert(1)"></animate></svg>'],
    ['MathML', '<math href="javascript:alert(1)"></math>'],
    ['base addresses', '<base href="https://evil.example/">'],
    ['meta refreshes', '<meta http-equiv="refresh" content="0;url=https://evil.example/">'],
    ['comments', '<!-- <b>x</b> --><!--[if IE]><script>alert(1)</script><![endif]-->'],
    ['templates', '<template><script>alert(1)</script></template>'],
  ])('has no %s', (_name, html) => {
    expect(sanitise(`<p>before</p>${html}<p>after</p>`)).toBe('<p>before</p><p>after</p>');
  });

  it.each([
    '<p onclick="alert(1)">x</p>',
    '<p ONMOUSEOVER=alert(1)>x</p>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<p class="site" id="content">x</p>',
    '<p/onclick=alert(1)>x</p>',
  ])('has no event handlers, styles, classes or ids: %s', (html) => {
    expect(sanitise(html)).toBe('<p>x</p>');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '&#106;avascript:alert(1)',
    'javascript&colon;alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'file:///etc/passwd',
    'blob:https://example.com/1',
  ])('has no link, image or video with the address %j', (address) => {
    expect(sanitise(`<a href="${address}">x</a>`)).toBe('<a>x</a>');
    expect(sanitise(`<img src="${address}" alt="x">`)).toBe('<img alt="x" />');
    expect(sanitise(`<video poster="${address}"></video>`)).toBe('<video></video>');
    expect(sanitise(`<blockquote cite="${address}">x</blockquote>`)).toBe(
      '<blockquote>x</blockquote>',
    );
  });

  it.each([
    ['/about/', 'https://notes.example.com/about/'],
    ['picture.png', 'https://notes.example.com/posts/format-json/picture.png'],
    ['../debug-cors/', 'https://notes.example.com/posts/debug-cors/'],
    ['#errors', 'https://notes.example.com/posts/format-json/#errors'],
    ['?page=2', 'https://notes.example.com/posts/format-json/?page=2'],
    ['//cdn.example.com/a.png', 'https://cdn.example.com/a.png'],
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+62215550100', 'tel:+62215550100'],
  ])('makes the link %s absolute', (address, absolute) => {
    expect(sanitise(`<a href="${address}">x</a>`)).toBe(`<a href="${absolute}">x</a>`);
  });

  it('makes the addresses of pictures and media absolute', () => {
    expect(sanitise('<img src="/uploads/a.png" alt="A">')).toBe(
      '<img src="https://notes.example.com/uploads/a.png" alt="A" />',
    );
    expect(sanitise('<video src="/a.mp4" poster="/a.png"></video>')).toBe(
      '<video src="https://notes.example.com/a.mp4" poster="https://notes.example.com/a.png"></video>',
    );
  });

  it.each([
    '<video controls><source src="https://cdn.example.com/a.mp4" /><track src="https://cdn.example.com/a.vtt" /></video>',
    '<picture><source srcset="https://cdn.example.com/a.webp 2x" /></picture>',
    '<table><colgroup><col /></colgroup></table>',
    'under<wbr />lined',
  ])('has no end tag where HTML has none, so that a validator of feeds takes %s', (html) => {
    expect(sanitise(html.replaceAll(' />', '>'))).toBe(html);
  });

  it('leaves the one h1 to the page', () => {
    expect(sanitise('<h1>A</h1><h2>B</h2>')).toBe('<h2>A</h2><h2>B</h2>');
  });

  it.each([
    [
      '<b style="font-weight:normal;" id="docs-internal-guid-1f2e"><p>A</p></b>',
      '<span><p>A</p></span>',
    ],
    ['<b style="color:red; font-weight: 400">A</b>', '<span>A</span>'],
    ['<b style="mso-bidi-font-weight:normal">A</b>', '<b>A</b>'],
    ['<b style="font-weight:bold">A</b><b>B</b>', '<b>A</b><b>B</b>'],
  ])('is bold where its author sees it so, as Word and Google Docs copy it: %s', (html, clean) => {
    expect(sanitise(html)).toBe(clean);
  });

  it('keeps the language of a code block and no other class', () => {
    expect(sanitise('<pre><code class="language-c++ evil">x &lt; y</code></pre>')).toBe(
      '<pre><code class="language-c++">x &lt; y</code></pre>',
    );
  });

  it('keeps what Markdown makes', () => {
    const body = [
      '## Heading',
      'Text with *emphasis*, **weight**, ~~strike~~ and `a < b`.',
      '- one\n- two',
      '> quote',
      '| a | b |\n|---|:-:|\n| 1 | 2 |',
      '```js\nif (a < b && c > d) return "x";\n```',
    ].join('\n\n');
    const html = sanitise(renderMarkdown(body));
    for (const part of [
      '<h2>Heading</h2>',
      '<em>emphasis</em>',
      '<strong>weight</strong>',
      '<s>strike</s>',
      '<code>a &lt; b</code>',
      '<li>one</li>',
      '<blockquote>',
      '<table>',
      '<code class="language-js">if (a &lt; b &amp;&amp; c &gt; d)',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('never has a script, a handler or another element than the allowed ones, of any text', () => {
    const markup = fc.constantFrom(
      '<script>',
      '</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">',
      '<svg/onload=alert(1)>',
      '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
      '<style>',
      '"><',
      '<!--',
      '<p title="</p><script>alert(1)</script>">',
      '`',
      '<textarea>',
      '<noscript>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(markup, editorText(3)), { maxLength: 12 }), (parts) => {
        const html = sanitise(renderMarkdown(parts.join('')));
        for (const tag of html.match(/<(?:"[^"]*"|[^>"])*>/g) ?? []) {
          expect(tag).not.toMatch(/(?:href|src|poster|cite)="\s*(?:javascript|data|vbscript):/i);
          expect(tag.replace(/"[^"]*"/g, '""')).toMatch(
            /^<\/?[a-z][a-z0-9]*(?: [a-z]+(?:="")?)*(?: \/)?>$/,
          );
          expect(tag).not.toMatch(/^<\/?(script|style|svg|math|iframe|form|textarea|noscript)\b/);
          expect(tag).not.toMatch(/^[^"]*\son\w+=/);
        }
      }),
      { numRuns: 300 },
    );
  });
});
