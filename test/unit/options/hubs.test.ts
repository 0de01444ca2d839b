import { configuredHubs, hubsInForce } from '../../../src/options/push';

const hubs = ['https://hub.example.com', 'https://hub.example.com/', 'https://Hub.example.com/a b'];

describe('the hubs of a site', () => {
  it('are each there once, as URLs are written', () => {
    expect(configuredHubs({ push: { hubs } })).toEqual([
      'https://hub.example.com/',
      'https://hub.example.com/a%20b',
    ]);
    expect(configuredHubs({ push: {} })).toEqual([]);
  });

  it('are none where no hub could fetch a feed', () => {
    const inForce = (feedsUrl: string) => hubsInForce({ push: { hubs }, feedsUrl }).length;
    expect(inForce('https://feeds.example.com/notes')).toBe(2);
    expect(inForce('http://localhost:1337')).toBe(0);
    expect(inForce('http://192.168.1.5')).toBe(0);
    expect(inForce('http://strapi.internal')).toBe(0);
  });
});
