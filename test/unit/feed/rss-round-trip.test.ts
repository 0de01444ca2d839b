import fc from 'fast-check';
import { parseRssFeed } from 'feedsmith';
import Parser from 'rss-parser';

import { renderRss } from '../../../src/feed/rss';
import { carriedByXml, editorText } from '../../helpers/editor-text';
import { childElements, readFeed, text, unescapeHtml } from '../../helpers/feed';
import { sampleChannel, sampleItem } from '../../helpers/sample';

const feedOf = (title: string, summary: string): string =>
  renderRss({
    channel: sampleChannel({ title, description: summary }),
    items: [sampleItem({ title, summary })],
  });

/** White space as String.prototype.trim has it. */
const isTrimmed = (typed: string): boolean => {
  const carried = carriedByXml(typed);
  return carried !== '' && carried.trim() === carried;
};

describe('any string an editor can type comes back from a feed', () => {
  it('as an XML parser reads it', () => {
    fc.assert(
      fc.property(editorText(20), editorText(20), (title, summary) => {
        const { channel, items } = readFeed(feedOf(title, summary));
        expect(text(channel, 'title')).toBe(carriedByXml(title));
        expect(unescapeHtml(text(channel, 'description'))).toBe(carriedByXml(summary));
        expect(text(channel, 'description')).not.toMatch(/[<>]/);
        expect(items).toHaveLength(1);
        expect(text(items[0]!, 'title')).toBe(carriedByXml(title));
        const html = text(items[0]!, 'description');
        expect(html).not.toMatch(/[<>]/);
        expect(unescapeHtml(html)).toBe(carriedByXml(summary));
        // Nothing typed has become an element.
        expect(childElements(items[0]!)).toHaveLength(5);
      }),
      { numRuns: 250 },
    );
  });

  it('as rss-parser reads it', async () => {
    await fc.assert(
      fc.asyncProperty(editorText(20), editorText(20), async (title, summary) => {
        const feed = await new Parser().parseString(feedOf(title, summary));
        expect(feed.title).toBe(carriedByXml(title));
        expect(unescapeHtml(feed.description!)).toBe(carriedByXml(summary));
        expect(feed.items).toHaveLength(1);
        expect(feed.items[0]!.title).toBe(carriedByXml(title));
        expect(unescapeHtml(feed.items[0]!.content!)).toBe(carriedByXml(summary));
      }),
    );
  });

  it('as feedsmith reads it, which trims and leaves empty elements out', () => {
    const trimmed = editorText(20).filter(isTrimmed);
    fc.assert(
      fc.property(trimmed, trimmed, (title, summary) => {
        const feed = parseRssFeed(feedOf(title, summary));
        expect(feed.title).toBe(carriedByXml(title));
        expect(feed.items?.[0]?.title).toBe(carriedByXml(title));
        expect(unescapeHtml(feed.items![0]!.description!)).toBe(carriedByXml(summary));
      }),
    );
  });
});
