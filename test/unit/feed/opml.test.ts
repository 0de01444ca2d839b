import fc from 'fast-check';
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { parseOpml } from 'feedsmith';

import { toXmlCharacters } from '../../../src/lib/escape';
import { renderOpml } from '../../../src/feed/opml';
import { element, renderXml } from '../../../src/feed/xml';

const subscription = {
  title: 'Api on Field Notes',
  description: 'All about <APIs>.',
  feedUrl: 'https://www.example.com/tags/api/index.xml',
  link: 'https://www.example.com/tags/api/',
};

const outlines = (document: string): XmlElement[] =>
  parseXml(document)
    .root!.children.filter((child) => child instanceof XmlElement)
    .flatMap((child) => child.children)
    .filter((child) => child instanceof XmlElement)
    .filter(({ name }) => name === 'outline');

describe('OPML', () => {
  it('is a subscription list that other software reads', () => {
    const document = renderOpml('Field Notes', [subscription]);
    expect(document).toContain('<opml version="2.0">');
    expect(parseOpml(document)).toEqual({
      head: { title: 'Field Notes' },
      body: {
        outlines: [
          {
            text: subscription.title,
            title: subscription.title,
            type: 'rss',
            xmlUrl: subscription.feedUrl,
            htmlUrl: subscription.link,
            description: subscription.description,
          },
        ],
      },
    });
  });

  it('has folders of feeds, and no description where there is none', () => {
    const plain = { ...subscription, title: `"Why" & <'>`, description: '' };
    const folder = { title: 'Español & "más"', subscriptions: [subscription, plain] };
    const outline = ({ title: text, description, feedUrl, link }: typeof subscription) =>
      element('outline', [], {
        ...{ text, title: text, type: 'rss', xmlUrl: feedUrl, htmlUrl: link },
        ...(description === '' ? {} : { description }),
      });
    const tree = element(
      'opml',
      [
        element('head', [element('title', 'Field <Notes>')]),
        element('body', [
          outline(plain),
          element('outline', [outline(subscription), outline(plain)], {
            text: folder.title,
            title: folder.title,
          }),
        ]),
      ],
      { version: '2.0' },
    );
    expect(renderOpml('Field <Notes>', [plain, folder])).toBe(renderXml(tree));
  });

  it('gives back whatever an editor types', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    // White space in attributes other than the space itself is normalised (XML 1.0, section 3.3.3).
    const shown = (typed: string) => toXmlCharacters(typed).replace(/[\t\n]/g, ' ');
    fc.assert(
      fc.property(text, text, (title, description) => {
        const [outline] = outlines(renderOpml(title, [{ ...subscription, title, description }]));
        expect(outline?.attributes.text).toBe(shown(title));
        expect(outline?.attributes.description ?? '').toBe(shown(description));
      }),
    );
  });
});
