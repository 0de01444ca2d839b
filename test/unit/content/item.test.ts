import type { Article, ArticleTopic } from '../../../src/content/article';
import { type ItemOptions, toItem, lastToldUpdate } from '../../../src/content/item';
import { editorSummary, summariseBody } from '../../../src/content/body-summary';
import { bodySourceOf } from '../../../src/content/body-source';

const article = (parts: Partial<Article> = {}): Article => ({
  contentType: 'plugin::syndication.article',
  documentId: 'd1',
  locale: '',
  title: 'How I Format JSON',
  path: '/posts/format-json/',
  date: new Date('2026-01-15T02:00:00Z'),
  updatedAt: new Date('2026-01-16T02:00:00Z'),
  summary: null,
  topics: [],
  ...parts,
});

const API: ArticleTopic = {
  contentType: 'plugin::syndication.tag',
  documentId: 't1',
  name: 'api',
  slug: 'api',
  directory: '/tags/',
  path: '/tags/api/',
};

const options: ItemOptions = {
  link: 'https://notes.example.com/posts/format-json/',
  guid: 'https://notes.example.com/posts/json/',
  summary: 'One two.',
  language: 'en',
  detailed: false,
  baseUrl: 'https://notes.example.com',
  toAddress: (path) => `https://notes.example.com${path}`,
};

describe('the summary of an article', () => {
  const summary = (parts: Partial<Article>) =>
    editorSummary(article(parts)) ??
    summariseBody(bodySourceOf(parts.body ?? ''), {
      summaryWords: 5,
      language: 'en',
    });

  it("is the editor's, longer than one of the body's would be", () => {
    expect(summary({ summary: 'My own. '.repeat(20).trim(), body: 'Body.' })).toBe(
      'My own. '.repeat(20).trim(),
    );
  });

  it("is the start of an editor's that is a whole book", () => {
    const found = summary({ summary: 'word '.repeat(200_000) });
    expect(found.length).toBeLessThanOrEqual(10_000);
    expect(found.length).toBeGreaterThan(9_900);
    expect(found.endsWith('word…')).toBe(true);
  });

  it("keeps the editor's line breaks and markup as typed", () => {
    expect(summary({ summary: 'a\n<b>b</b> *c* &amp;' })).toBe('a\n<b>b</b> *c* &amp;');
  });

  it.each([null, undefined, '', ' \n '])(
    'is the opening sentences of the body when the summary is %j',
    (value) => {
      expect(
        summary({ summary: value, body: '# Heading\n\nOne *two* three. Four `five` six. Seven.' }),
      ).toBe('One two three. Four five six.');
    },
  );

  it('may run on into the first item of a list, and never into code', () => {
    expect(summary({ body: 'Run this:\n\n```sh\ncurl -i a b c\necho done\n```' })).toBe(
      'Run this:',
    );
    expect(summary({ body: 'I check:\n\n- the status of it\n- the rest' })).toBe(
      'I check:\nthe status of it',
    );
  });

  it('shows code as typed, without references', () => {
    expect(summary({ body: 'Is `a < b && c`?' })).toBe('Is a < b && c?');
  });

  it('holds nothing of a script in the body', () => {
    expect(summary({ body: 'Text.<script>alert(1)</script>' })).toBe('Text.');
  });

  it('is empty of an article without text', () => {
    expect(summary({})).toBe('');
  });
});

describe('the item of an article', () => {
  it('has its title, addresses and date', () => {
    const { title, link, guid, date } = toItem(article(), options);
    expect({ title, link, guid, date }).toEqual({
      title: 'How I Format JSON',
      link: options.link,
      guid: options.guid,
      date: new Date('2026-01-15T02:00:00Z'),
    });
  });

  it('holds nothing else where nothing else is asked for', () => {
    const rich = article({ author: 'Ana', body: 'Body.', topics: [API] });
    const shown = Object.entries(toItem(rich, options)).filter(([, value]) => value !== undefined);
    expect(shown.map(([name]) => name).sort()).toEqual(
      ['date', 'guid', 'link', 'summary', 'title', 'updated'].sort(),
    );
  });

  it('names author, tags and cover when it is to be detailed', () => {
    const cover = {
      url: '/uploads/a.png',
      alternativeText: ' A plug ',
      mime: 'image/png',
      width: 4,
    };
    const rich = article({ author: ' Ana ', topics: [API], cover });
    expect(toItem(rich, { ...options, detailed: true })).toMatchObject({
      author: 'Ana',
      categories: [{ label: 'Api', term: 'api', scheme: 'https://notes.example.com/tags/' }],
      image: {
        url: 'https://notes.example.com/uploads/a.png',
        alt: 'A plug',
        type: 'image/png',
        width: 4,
      },
    });
  });

  it('has the full text when given one', () => {
    const contentHtml = '<p><em>Body</em>.</p>\n';
    expect(toItem(article(), { ...options, contentHtml }).contentHtml).toBe(contentHtml);
    expect(toItem(article(), options).contentHtml).toBeUndefined();
  });

  it('attaches a file with its exact size, or the rounded one of an old file', () => {
    const attachment = { url: '/a.mp3', mime: 'audio/mpeg', size: '12.35' };
    const file = (sizeInBytes?: string) =>
      toItem(article({ attachment: { ...attachment, sizeInBytes } }), options).enclosure;
    expect(file('12345')).toEqual({
      url: 'https://notes.example.com/a.mp3',
      length: 12_345,
      type: 'audio/mpeg',
    });
    expect(file()?.length).toBe(12_350);
  });

  it("is the site's own function's to change, the last of all", () => {
    const adjusted = article({ adjust: (item) => ({ ...item, title: `${item.title} (7 EUR)` }) });
    expect(toItem(adjusted, options).title).toBe('How I Format JSON (7 EUR)');
  });

  it('was updated at its last change', () => {
    expect(toItem(article(), options).updated).toEqual(new Date('2026-01-16T02:00:00Z'));
  });

  it('was not updated before its date', () => {
    const early = article({ updatedAt: new Date('2026-01-01T00:00:00Z') });
    expect(toItem(early, options).updated).toEqual(new Date('2026-01-15T02:00:00Z'));
  });
});

describe('an article that subscribers were told of anew', () => {
  const article = (date: string, publicSince: string, updatedAt: string) => ({
    date: new Date(date),
    publicSince: new Date(publicSince),
    updatedAt: new Date(updatedAt),
  });

  it('was updated then, where that was on a later day of the site', () => {
    const told = article('2026-01-10T02:00Z', '2026-01-10T03:00Z', '2026-01-10T18:00Z');
    expect(lastToldUpdate(told, 'Asia/Jakarta')).toEqual(told.updatedAt);
    expect(lastToldUpdate(told, 'UTC')).toBeUndefined();
  });

  it('was not where it was only published later than it is dated, or is dated later', () => {
    const imported = article('2020-01-10T02:00Z', '2026-01-10T03:00Z', '2026-01-10T03:00:01Z');
    expect(lastToldUpdate(imported, 'UTC')).toBeUndefined();
    const postponed = article('2026-03-10T02:00Z', '2026-01-10T03:00Z', '2026-02-10T03:00Z');
    expect(lastToldUpdate(postponed, 'UTC')).toBeUndefined();
  });

  it('is not known to be so where it was not read since when it is public', () => {
    const { date, updatedAt } = article('2020-01-01', '2020-01-01', '2026-01-01');
    expect(lastToldUpdate({ date, updatedAt }, 'UTC')).toBeUndefined();
  });
});
