import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { createIntl } from 'react-intl';

import { articleForm as article, tagForm as tag } from '../../../src/own-types/content-manager';
import { ENTRY_STATUSES } from '../../../src/panel/admin-api';
import { PROBLEM_SEVERITIES } from '../../../src/content/problem';
import { EDITABLE_SETTINGS } from '../../../src/lib/constants';
import { CONSUMER_KINDS, DELIVERY_STATES } from '../../../src/push/consumer';
import {
  APPEARANCE_NAMES,
  FONTS,
  LISTING_PARTS,
  THEMES,
  WIDTHS,
} from '../../../src/pages/appearance';

/** Views of the Feeds page. */
const VIEWS = ['now', 'entries', 'feeds', 'deliveries'];

const ADMIN = path.resolve(__dirname, '../../../admin/src');
const LANGUAGES = ['en', 'de', 'es', 'fr', 'id'];

type Texts = Record<string, string>;

const read = (language: string): Texts =>
  JSON.parse(readFileSync(path.join(ADMIN, 'translations', `${language}.json`), 'utf8')) as Texts;

const english = read('en');

const sources = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) return sources(file);
    return /\.tsx?$/.test(name) ? [readFileSync(file, 'utf8')] : [];
  });

/** What the variable parts of a key stand for, by what is written around them. */
const VARIABLES: [pattern: RegExp, values: readonly string[]][] = [
  [/^problem\.\$\{[^}]+\}/, Object.keys(PROBLEM_SEVERITIES)],
  [/^severity\.\$\{[^}]+\}/, ['error', 'warning']],
  [/^settings\.\$\{[^}]+\}/, EDITABLE_SETTINGS],
  [/^appearance\.preview\.\$\{[^}]+\}/, ['light', 'dark']],
  [/^appearance\.font\.\$\{[^}]+\}/, FONTS],
  [/^appearance\.theme\.\$\{[^}]+\}/, THEMES],
  [/^appearance\.width\.\$\{[^}]+\}/, WIDTHS],
  [/^appearance\.listing\.\$\{[^}]+\}/, LISTING_PARTS],
  [/^appearance\.\$\{[^}]+\}\.label/, APPEARANCE_NAMES],
  [
    /^appearance\.\$\{[^}]+\}\.hint/,
    APPEARANCE_NAMES.filter((name) => `appearance.${name}.hint` in english),
  ],
  [
    /^panel\.effect\.\$\{[^}]+\}/,
    [
      ...['new', 'new-later', 'page-alone', 'page-alone-later', 'returns', 'returns-later'],
      ...['change', 'change-quiet'],
      ...['moves', 'joins', 'leaves', 'hidden'],
      ...['page-new', 'page-change', 'page-moves', 'goes'],
    ],
  ],
  [/^views\.\$\{[^}]+\}/, VIEWS],
  [/^sources\.role\.\$\{[^}]+\}/, ['source', 'page', 'topic', 'author']],
  [/^republishing\.\$\{[^}]+\}/, ['tell', 'quietly']],
  [/^takeOver\.by\.\$\{[^}]+\}/, ['link', 'former', 'slug', 'title']],
  [/^attention\.cut\.\$\{[^}]+\}/, ['nowhere', 'live', 'waiting', 'others']],
  [/^entries\.none\.\$\{[^}]+\}/, ENTRY_STATUSES],
  [/^entries\.status\.\$\{[^}]+\}/, ['nowhere', ...ENTRY_STATUSES]],
  [/^panel\.reason\.\$\{[^}]+\}/, ['kept-out', 'no-address']],
  [/^deliveries\.kind\.\$\{[^}]+\}/, CONSUMER_KINDS],
  [/^deliveries\.state\.\$\{[^}]+\}/, ['failing', ...DELIVERY_STATES]],
  [/^deliveries\.subject\.\$\{[^}]+\}/, ['site', 'scopes']],
  [/^start\.\$\{[^}]+\}/, ['topic', 'entry', 'publish']],
  [
    /^bulk\.left\.\$\{[^}]+\}/,
    [
      ...['refused', 'failed', 'unpublished-changes', 'unpublished-before', 'unpublished-topic'],
      ...['may-not-publish', 'not-published'],
    ],
  ],
  [/^bulk\.kind\.\$\{[^}]+\}/, ['add-topic', 'remove-topic']],
];

/** Names and help of the fields of our content types; a slug's field says more by itself. */
const fieldKeys = Object.entries({ article, tag }).flatMap(([type, { metadatas }]) =>
  Object.entries<{ edit: { label: string; description?: string } }>(metadatas).flatMap(
    ([field, { edit }]) => {
      const key = `content-types.${type}.${field}`;
      return edit.description && field !== 'slug' ? [key, `${key}.help`] : [key];
    },
  ),
);

/** What is one thing on several screens. */
const SAME = [
  ['settings.itemsPerFeed.label', 'content-types.tag.itemsPerFeed'],
  ['settings.content.label', 'content-types.tag.content'],
  ['content-types.article.tags', 'appearance.listing.tags'],
  ['feeds.title', 'views.feeds'],
  ['entries.status.scheduled', 'scheduled.column'],
];

const expand = (template: string): string[] => {
  const known = VARIABLES.find(([pattern]) => pattern.test(template));
  if (!known) throw new Error(`Say in this test what the key "${template}" stands for`);
  return known[1].map((value) => template.replace(/\$\{[^}]+\}/, value));
};

/** Every text of the sources that could be a key, templates written out. */
const usedKeys = (): Set<string> => {
  const code = sources(ADMIN).join('\n');
  const literals = [...code.matchAll(/'([\w-]+(?:\.[\w-]+)+|loading)'/g)].map(([, key]) => key!);
  const templates = [
    ...code.matchAll(
      /`((?:problem|severity|settings|sources|appearance|attention|panel|views|entries|topic|bulk|deliveries|republishing|start|takeOver)\.[^`\s]*)`/g,
    ),
  ].flatMap(([, template]) => expand(template!));
  // Pages with a form have texts that begin with their names.
  const ofForms = [...code.matchAll(/`\$\{path\}\.([\w.]+)`/g)].flatMap(([, rest]) =>
    ['settings', 'appearance'].map((page) => `${page}.${rest}`),
  );
  return new Set([...literals, ...templates, ...ofForms, ...fieldKeys]);
};

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!))].sort();

test('every text is used', () => {
  const used = usedKeys();
  expect(Object.keys(english).filter((key) => !used.has(key))).toEqual([]);
});

test('every key that is used has a text', () => {
  const families = new Set(Object.keys(english).map((key) => key.split('.')[0]));
  const missing = [...usedKeys()].filter(
    (key) => families.has(key.split('.')[0]) && key.includes('.') && !(key in english),
  );
  expect(missing).toEqual([]);
});

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = read(language);

  test('have the same keys as the English ones, in the same order', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });

  test('are all there', () => {
    expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('name the same values as the English ones', () => {
    const differing = Object.keys(english).filter(
      (key) => placeholders(texts[key] ?? '').join() !== placeholders(english[key] ?? '').join(),
    );
    expect(differing).toEqual([]);
  });

  test('call what editors see by one name, and leave that of the plugin to the list of plugins', () => {
    const named = Object.entries(texts).filter(([, text]) => /s[iy]ndi[ck]/i.test(text));
    expect(named).toEqual([]);
  });

  test('call the same by the same words, on whichever screen it is', () => {
    for (const keys of SAME) {
      expect(keys.map((key) => texts[key])).toEqual(keys.map(() => texts[keys[0]!]));
    }
  });

  test('can all be formatted', () => {
    const errors: unknown[] = [];
    const intl = createIntl({
      locale: language,
      messages: texts,
      onError: (error) => errors.push(error.message),
    });
    for (const key of Object.keys(texts)) {
      const values = Object.fromEntries(placeholders(english[key]!).map((name) => [name, 2]));
      expect(intl.formatMessage({ id: key }, values)).not.toMatch(/[{}]/);
    }
    expect(errors).toEqual([]);
  });
});

test('fields are called as the Content Manager keeps it in English, and what it keeps of help has a text', () => {
  for (const [type, { metadatas }] of Object.entries({ article, tag })) {
    const fields = Object.entries<{ edit: { label: string; description?: string } }>(metadatas);
    for (const [field, { edit }] of fields) {
      expect(english[`content-types.${type}.${field}`]).toBe(edit.label);
      if (field === 'slug') continue;
      // What it keeps tells that nobody wrote another: the panel may say the same in fewer words.
      const help = english[`content-types.${type}.${field}.help`];
      expect(help === undefined).toBe(edit.description === undefined);
    }
  }
});

test('numbers have the decimal sign of the language', () => {
  const sayIn = (locale: string): string =>
    createIntl({ locale, messages: read(locale) }).formatMessage(
      { id: 'appearance.contrast.good' },
      { colour: '#a3451f', ratio: 5.6 },
    );
  expect(LANGUAGES.map((locale) => sayIn(locale).split(' ').at(-1))).toEqual([
    '5.6:1',
    '5,6:1',
    '5,6:1',
    '5,6:1',
    '5,6:1',
  ]);
});

test('no line of French ends before a mark, or within its quotation marks', () => {
  const wrong = Object.values(read('fr')).filter((text) => /« | »| [;?!]| :(?!:)/.test(text));
  expect(wrong).toEqual([]);
});
