import { podcastGuid } from '../../../src/public/feeds';

describe('the id of a podcast', () => {
  // Examples of the namespace's documentation.
  it.each([
    ['https://mp3s.nashownotes.com/pc20rss.xml', '917393e3-1b1e-5cef-ace4-edaa54e1f810'],
    ['https://podnews.net/rss', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
    ['http://podnews.net/rss/', '9b024349-ccf0-5f69-a609-6b82873eab3c'],
  ])('of %s is a UUID that everybody comes to', (feed, guid) => {
    expect(podcastGuid(feed)).toBe(guid);
  });
});
