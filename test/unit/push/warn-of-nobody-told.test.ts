import { ineffectivePushWarning } from '../../../src/push/push';

const LOCAL = 'http://localhost:1337';
const PUBLIC = 'https://www.example.com';
const push = { hubs: ['https://hub.example.com/'], indexNow: true };

const warning = (baseUrl: string, feedsUrl: string, given: object = push) =>
  ineffectivePushWarning({ push: given, baseUrl, feedsUrl });

describe('who is told nothing', () => {
  it('is named at start, with the address that is the reason', () => {
    expect(warning(LOCAL, LOCAL)).toContain(
      `"hubs" and "indexNow" tell nobody anything: neither a hub nor a search engine can open ${LOCAL}.`,
    );
    expect(warning(PUBLIC, LOCAL)).toContain('"hubs" tells nobody');
    expect(warning(LOCAL, PUBLIC)).toContain('"indexNow" tells nobody');
  });

  it('is nobody where the site is public, or nobody was to be told', () => {
    expect(warning(PUBLIC, PUBLIC)).toBeUndefined();
    expect(warning(LOCAL, LOCAL, {})).toBeUndefined();
    expect(warning(LOCAL, LOCAL, { hubs: [], indexNow: false })).toBeUndefined();
  });
});
