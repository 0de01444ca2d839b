import { DEFAULT_APPEARANCE } from '../../src/pages/appearance';
import type { Page } from '../../src/pages/model';
import { createTexts } from '../../src/texts/texts';

/** A page for tests of renderers. */
export const samplePage = (parts: Partial<Page> = {}): Page => ({
  siteName: 'Field Notes',
  siteUrl: 'https://notes.example.com/tags/',
  language: 'en',
  texts: createTexts(parts.language ?? 'en'),
  appearance: DEFAULT_APPEARANCE,
  title: 'Api',
  description: 'Notes on calling web APIs.',
  canonical: 'https://notes.example.com/tags/api/',
  feeds: [
    {
      title: 'Api on Field Notes',
      href: 'https://notes.example.com/tags/api/index.xml',
      type: 'application/rss+xml',
      label: 'RSS',
    },
  ],
  ...parts,
});

/** Text that, unescaped, would become markup or end an attribute or a title. */
export const HOSTILE = `</title></style><script>alert(1)</script>"'><img src=x alt=x onerror=alert(1)>&lt;&amp;`;

/** `HOSTILE` as escaped in HTML: nothing in it begins a tag or a character reference. */
export const HOSTILE_ESCAPED =
  /&lt;\/title(?:&gt;|>)&lt;\/style(?:&gt;|>)&lt;script(?:&gt;|>)alert\(1\)&lt;\/script(?:&gt;|>)(?:&quot;|")'(?:&gt;|>)&lt;img src=x alt=x onerror=alert\(1\)(?:&gt;|>)&amp;lt;&amp;amp;/;
