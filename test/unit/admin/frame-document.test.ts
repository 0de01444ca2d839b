import { frameDocument } from '../../../admin/src/shared/reader/frame-document';

const COLOURS = {
  neutral0: '#fff',
  neutral100: '#eee',
  neutral200: '#ddd',
  neutral600: '#666',
  neutral800: '#222',
  primary600: '#44f',
};

const LOOK = { colours: COLOURS, fontSize: 14 };

test('a text is shown as it is in the feed, at the size and in the colours of the panel', () => {
  const document = frameDocument('<p>One.</p>', LOOK);
  expect(document).toContain('<body dir="auto"><p>One.</p></body>');
  expect(document).toContain('font: 14px/');
  expect(document).toContain('color: #222');
});

test('nothing in a text is run, and its links tell nobody where the panel is', () => {
  const document = frameDocument('<script>alert(1)</script>', LOOK);
  expect(document).toMatch(/Content-Security-Policy" content="default-src 'none'; /);
  expect(document).not.toContain('script-src');
  expect(document).toContain('<meta name="referrer" content="no-referrer"><base target="_blank">');
  // Before anything of the text.
  expect(document.indexOf('Content-Security-Policy')).toBeLessThan(document.indexOf('<script>'));
});
