import { sanitiseBody } from '../../../src/content/html';

const BASE = 'https://www.example.com/posts/a/';

const clean = (html: string): string => sanitiseBody(html, BASE);

describe('HTML for feed readers', () => {
  it('makes every address absolute against the article', () => {
    expect(clean('<a href="../b/#c">b</a>')).toBe(
      '<a href="https://www.example.com/posts/b/#c">b</a>',
    );
    expect(clean('<img src="/i.png" srcset="/i.png 1x, i@2x.png 2x" sizes="50vw" alt="" />')).toBe(
      '<img src="https://www.example.com/i.png" srcset="https://www.example.com/i.png 1x, https://www.example.com/posts/a/i@2x.png 2x" sizes="50vw" alt="" />',
    );
    expect(clean('<video src="v.mp4" poster="//cdn.example.com/p.png"></video>')).toBe(
      '<video src="https://www.example.com/posts/a/v.mp4" poster="https://cdn.example.com/p.png"></video>',
    );
  });

  it('turns frames into links, named by their title', () => {
    expect(clean('<iframe src="/film" title="The film"></iframe>')).toBe(
      '<a href="https://www.example.com/film">The film</a>',
    );
    expect(clean('<iframe src="https://video.example/1"></iframe>')).toBe(
      '<a href="https://video.example/1">https://video.example/1</a>',
    );
  });

  it('turns media of CKEditor into links', () => {
    expect(
      clean('<figure class="media"><oembed url="https://video.example/1"></oembed></figure>'),
    ).toBe('<figure><a href="https://video.example/1">https://video.example/1</a></figure>');
  });

  it('drops frames that lead nowhere or to code', () => {
    for (const frame of [
      '<oembed></oembed>',
      '<oembed url="javascript:alert(1)"></oembed>',
      '<iframe></iframe>',
      '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
      '<iframe src="javascript:alert(1)"></iframe>',
      '<iframe src="data:text/html,x"></iframe>',
    ]) {
      expect(clean(frame)).toBe('');
    }
  });

  it('drops dangerous candidates of a srcset', () => {
    expect(clean('<img srcset="javascript:alert(1) 1x, ok.png 2x" alt="" />')).toBe(
      '<img srcset="https://www.example.com/posts/a/ok.png 2x" alt="" />',
    );
  });

  it('drops scripts, styles, forms and event handlers', () => {
    expect(
      clean(
        '<p onclick="a()" style="color:red">x</p><script>a()</script><style>p{}</style><form><input name="q"></form>',
      ),
    ).toBe('<p>x</p>');
  });
});
