/** @runs-on sqlite: a form is read, and rights are asked for, by Strapi's own queries, as entries are everywhere */
import { PERMISSIONS } from '../../src/lib/constants';
import type { ArticlePreview, Attention, SharedPreview } from '../../src/panel/admin-api';
import { type AdminFetch, signIn } from '../helpers/admin';
import { type App, startApp } from '../helpers/app';
import { renderLate } from '../helpers/faults';
import { siteComponent, siteTypes } from '../helpers/site-types';
import { statementsOn } from '../helpers/statements';

const REPORT = 'api::report.report';
const EVENT = 'api::event.event';
const CATEGORY = 'api::category.category';
const PERSON = 'api::person.person';
const GUIDE = 'api::guide.guide';
const SECTION = 'api::section.section';
const REVIEW = 'api::review.review';
const WORK = 'api::work.work';

const string = { type: 'string' };
const to = (target: string, relation = 'manyToOne') => ({ type: 'relation', relation, target });

const FILES = {
  ...siteComponent('shared.text', { body: { type: 'richtext' } }),
  ...siteComponent('shared.quote', { title: string, body: { type: 'text' } }),
  ...siteComponent('shared.media', { file: { type: 'media', multiple: false } }),
  ...siteComponent('shared.map', { zoom: { type: 'integer' } }),
  ...siteComponent('shared.seo', { metaTitle: string, editor: to(PERSON, 'oneToOne') }),
  ...siteTypes({
    report: {
      draftAndPublish: true,
      attributes: {
        title: string,
        slug: { type: 'uid' },
        zone: {
          type: 'dynamiczone',
          components: ['shared.text', 'shared.quote', 'shared.media', 'shared.map'],
        },
        seo: { type: 'component', component: 'shared.seo' },
        category: to(CATEGORY),
        people: to(PERSON, 'manyToMany'),
        cover: { type: 'media', multiple: false },
        publishDate: { type: 'datetime' },
        noindex: { type: 'boolean' },
        internal: string,
      },
    },
    event: {
      attributes: { name: string, slug: { type: 'uid' }, text: { type: 'blocks' }, price: string },
    },
    category: {
      draftAndPublish: true,
      attributes: { name: string, slug: { type: 'uid' }, section: to(SECTION) },
    },
    section: { draftAndPublish: true, attributes: { name: string, slug: { type: 'uid' } } },
    guide: {
      draftAndPublish: true,
      attributes: { title: string, slug: { type: 'uid' }, category: to(CATEGORY) },
    },
    person: { draftAndPublish: true, attributes: { name: string, notes: string } },
    review: {
      draftAndPublish: true,
      attributes: {
        slug: { type: 'uid' },
        teaser: string,
        body: { type: 'richtext' },
        work: to(WORK),
      },
    },
    work: {
      attributes: {
        ...{ name: string, blurb: string, kind: string },
        sound: { type: 'media', multiple: false },
      },
    },
  }),
};

const PLUGINS = `
  const { readFileSync } = require('node:fs');
  module.exports = () => {
    const plugins = JSON.parse(readFileSync(require('node:path').join(__dirname, '../plugins.json')));
    plugins.syndication.config.sources = {
      '${REPORT}': {
        address: '/reports/{category.slug}/{slug}/',
        body: 'zone',
        summary: 'seo.metaTitle',
        author: ['people.name', 'seo.editor.name'],
        date: 'publishDate',
        keepOut: 'noindex',
        topics: ['category'],
      },
      '${EVENT}': {
        body: 'text',
        select: ['price'],
        item: (item, entry) => ({ ...item, title: item.title + ' (' + entry.price + ')' }),
      },
      '${REVIEW}': {
        title: 'work.name',
        summary: ['teaser', 'work.blurb'],
        body: 'body',
        enclosure: 'work.sound',
        topics: ['work.kind'],
      },
      '${GUIDE}': { address: '/guides/{category.section.slug}/{slug}/' },
    };
    return plugins;
  };`;

let app: App;
let admin: AdminFetch;
const ids: Record<string, string> = {};

type Data = Record<string, unknown>;

const create = async (uid: string, data: Data, status = 'published'): Promise<string> =>
  (await app.strapi.documents(uid as never).create({ data, status } as never)).documentId;

const send = async (form: Data, as = admin): Promise<[ArticlePreview, string]> => {
  const response = await as('/syndication/previews', { method: 'POST', body: form });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  return [(JSON.parse(text) as { data: ArticlePreview }).data, text];
};

const ask = async (form: Data, as?: AdminFetch) => (await send(form, as))[0];

const chosen = (...documentIds: string[]) => ({
  connect: documentIds.map((documentId) => ({ documentId })),
  disconnect: [],
});

const report = (values: Data, rest: Data = {}) => ({ contentType: REPORT, values, ...rest });

const BASE = 'https://www.example.com';
const TEXT = { __component: 'shared.text', body: 'A *b* c.' };
const SEO = 'What has been found out about villages and their cables in the course of a year.';

beforeAll(async () => {
  app = await startApp({
    config: { baseUrl: BASE, content: 'full' },
    files: { ...FILES, 'config/plugins.js': PLUGINS },
  });
  admin = await signIn(app, 'strapi-super-admin');
  ids.tech = await create(CATEGORY, { name: 'Tech', slug: 'tech' });
  ids.coming = await create(CATEGORY, { name: 'Coming', slug: 'coming' }, 'draft');
  ids.ana = await create(PERSON, { name: 'Ana' });
  ids.bo = await create(PERSON, { name: 'Bo' }, 'draft');
});

afterAll(() => app?.stop());

const codes = ({ problems }: ArticlePreview) => (problems ?? []).map(({ code }) => code);

describe('the preview of what is typed', () => {
  it('is the item the entry becomes: its zone, files and what it leads to', async () => {
    const file = { id: 7, url: '/uploads/dog.png', mime: 'image/png', alternativeText: 'A dog' };
    const preview = await ask(
      report({
        title: 'Fibre',
        slug: 'fibre',
        zone: [
          TEXT,
          { __component: 'shared.quote', title: 'Monk', body: 'Dig it.' },
          { __component: 'shared.media', file },
          { __component: 'shared.elsewhere', body: 'Not allowed here' },
        ],
        seo: { metaTitle: SEO },
        category: chosen(ids.tech!),
        people: chosen(ids.ana!),
        cover: file,
      }),
    );
    expect(preview.item).toMatchObject({
      title: 'Fibre',
      link: `${BASE}/reports/tech/fibre/`,
      summary: SEO,
      cover: { url: `${BASE}/uploads/dog.png`, alt: 'A dog' },
      missing: [],
    });
    for (const part of ['A <em>b</em> c.', 'Dig it.', 'Monk', `${BASE}/uploads/dog.png`]) {
      expect(preview.item.contentHtml).toContain(part);
    }
    expect(preview.item.contentHtml).not.toContain('Not allowed');
    expect(preview.feeds.map(({ id, title, next }) => [id, title, next])).toEqual([
      ['site', 'example.com', true],
      [REPORT, 'Reports', true],
      [ids.tech, 'Tech', true],
    ]);
    expect(preview.effects).toEqual([{ code: 'new' }]);
    expect(preview.reasons.map(({ code }) => code)).toEqual(['draft']);
    expect(preview).toMatchObject({ isPublicAtOnce: false, problems: [] });
  });

  it('claims nothing of a text that a busy server has not rendered yet', async () => {
    const typed = report({
      title: 'Long',
      slug: 'long',
      zone: [TEXT],
      category: chosen(ids.tech!),
    });
    expect(codes(await ask(typed))).toContain('summary-short');
    const inTimeAgain = renderLate(app);
    expect(codes(await ask(typed))).toEqual([]);
    inTimeAgain();
  });

  it('says what publishing a saved entry changes, and begins with the relations it has', async () => {
    const data = { title: 'Dug', slug: 'dug', zone: [TEXT], category: ids.tech, people: [ids.ana] };
    const documentId = await create(REPORT, { ...data, seo: { metaTitle: SEO } });
    const query = { documentId, populate: ['zone', 'seo'] };
    const saved = await app.strapi.documents(REPORT as never).findOne(query as never);
    const same = { ...saved, category: chosen(), people: chosen() };
    const unchanged = await ask(report(same, { documentId }));
    expect(unchanged).toMatchObject({
      effects: [],
      reasons: [],
      publicLink: `${BASE}/reports/tech/dug/`,
    });
    const other = await create(CATEGORY, { name: 'Land', slug: 'land' });
    const moved = await ask(
      report(
        { ...same, zone: [{ ...TEXT, body: 'Else.' }], category: chosen(other) },
        { documentId },
      ),
    );
    expect(moved.effects).toEqual([
      { code: 'change' },
      { code: 'moves', from: `${BASE}/reports/tech/dug/`, to: `${BASE}/reports/land/dug/` },
      { code: 'joins', feeds: 'Land' },
      { code: 'leaves', feeds: 'Tech' },
    ]);
    // The old address leads there: nothing breaks.
    expect(moved.problems).toEqual([]);
    const kept = await ask(report({ ...same, noindex: true }, { documentId }));
    expect(kept.reasons.map(({ code }) => code)).toEqual(['kept-out']);
    const copy = await ask(
      report({ ...same, title: 'Dug (2)', slug: 'dug-2' }, { copyOf: documentId }),
    );
    expect(copy.effects).toEqual([{ code: 'new' }]);
    expect(copy.item.link).toBe(`${BASE}/reports/tech/dug-2/`);
  });

  it('names what the address lacks, and what is not published, by the fields of the form', async () => {
    const form = { title: 'Lost', slug: 'lost', zone: [TEXT], seo: { metaTitle: SEO } };
    const lost = await ask(report(form));
    expect(lost.problems).toEqual([
      {
        code: 'address-missing',
        severity: 'error',
        params: { field: 'category' },
        field: 'category',
      },
    ]);
    expect(lost).toMatchObject({ feeds: [], effects: [], item: { link: null } });
    expect(lost.reasons).toContainEqual({ code: 'no-address' });
    const coming = await ask(
      report({ ...form, category: chosen(ids.coming!), people: chosen(ids.bo!, ids.ana!) }),
    );
    expect(coming.problems?.map(({ code, field }) => [code, field])).toEqual([
      ['address-missing', 'category'],
      ['relation-unpublished', 'people'],
      ['relation-unpublished', 'category'],
    ]);
    const spoilt = await ask(report({ ...form, slug: 'Not a_slug', category: chosen(ids.tech!) }));
    expect(spoilt.problems?.map(({ code, field }) => [code, field])).toEqual([
      ['slug-invalid', 'slug'],
    ]);
  });

  it('says that an address is another public entry’s, and not that it is its own', async () => {
    const data = { title: 'First', slug: 'contested', zone: [TEXT], seo: { metaTitle: SEO } };
    const documentId = await create(REPORT, { ...data, category: ids.tech });
    const values = { ...data, category: chosen(ids.tech!) };
    expect((await ask(report(values))).problems).toEqual([
      {
        code: 'address-taken',
        severity: 'error',
        params: { address: `${BASE}/reports/tech/contested/` },
        field: 'slug',
      },
    ]);
    expect((await ask(report(values, { documentId }))).problems).toEqual([]);
    await create(REPORT, { ...data, slug: 'coming', category: ids.tech }, 'draft');
    expect((await ask(report({ ...values, slug: 'coming' }))).problems).toEqual([]);
  });

  it('says of an entry that was saved empty that its title is missing, not of a new form', async () => {
    expect(codes(await ask(report({})))).toEqual([]);
    const documentId = await create(REPORT, { title: '' }, 'draft');
    expect(codes(await ask(report({ title: '' }, { documentId })))).toContain('title-empty');
  });

  it('names a component that nobody can show, with the field it is in', async () => {
    const zone = [TEXT, { __component: 'shared.map', zoom: 3 }];
    const preview = await ask(
      report({ title: 'Map', slug: 'map', zone, category: chosen(ids.tech!) }),
    );
    expect(preview.problems).toContainEqual({
      code: 'component-unknown',
      severity: 'warning',
      params: { component: 'map' },
      field: 'zone',
    });
  });

  it('says of a type without drafts that it is public as soon as it is saved', async () => {
    const text = [{ type: 'paragraph', children: [{ type: 'text', text: 'In the barn.' }] }];
    const values = { name: 'Fair', slug: 'fair', text, price: '5' };
    const preview = await ask({ contentType: EVENT, values });
    expect(preview).toMatchObject({
      isPublicAtOnce: true,
      reasons: [],
      effects: [{ code: 'new' }],
      item: { title: 'Fair (5)', link: `${BASE}/events/fair/` },
    });
    expect(preview.item.contentHtml).toContain('In the barn.');
    const documentId = await create(EVENT, values, undefined as never);
    const saved = await ask({ contentType: EVENT, documentId, values });
    expect(saved).toMatchObject({ effects: [], publicLink: `${BASE}/events/fair/` });
  });

  it('breaks at no value that a form could hold', async () => {
    const odd = [
      ...[null, 7, 'x', true, [], [[]], {}, { connect: 'x' }, [{ __component: 7 }], [null]],
      ...[{ url: 'x', mime: { toString: 1 }, size: {} }, { connect: [{ documentId: 'a\0' }] }],
    ];
    for (const value of odd) {
      const names = ['title', 'slug', 'zone', 'seo', 'category', 'people', 'cover', 'publishDate'];
      for (const name of names) await ask(report({ title: 'Odd', [name]: value }));
      await ask({ contentType: EVENT, values: { name: 'Odd', text: value } });
    }
  });

  it('is of nothing where a type is not published', async () => {
    expect(await ask({ contentType: PERSON, values: { name: 'Ana' } })).toBeNull();
    expect(await ask({ contentType: 'admin::user', values: {} })).toBeNull();
  });
});

describe('who may read', () => {
  const user = (read: Record<string, string[]>) =>
    signIn(app, {
      actions: [PERMISSIONS.readFeeds, PERMISSIONS.readProblems, PERMISSIONS.sharePreviews],
      permissions: Object.entries(read).map(([subject, fields]) => ({
        action: 'plugin::content-manager.explorer.read',
        subject,
        properties: { fields },
      })),
    });
  const FIELDS = [
    ...['title', 'slug', 'zone', 'seo.metaTitle', 'seo.editor', 'category', 'people', 'cover'],
    ...['publishDate', 'noindex'],
  ];
  let documentId: string;
  let form: Data;

  beforeAll(async () => {
    const [category, people] = [ids.tech, [ids.ana]];
    documentId = await create(REPORT, { title: 'Known', slug: 'known', category, people });
    form = { title: 'Known', slug: 'known' };
  });

  it('only part of an entry learns nothing of it but that it is withheld, and which field the role lacks', async () => {
    const related = { [CATEGORY]: ['name', 'slug'], [PERSON]: ['name'] };
    for (const left of ['category', 'zone', 'noindex', 'seo.metaTitle']) {
      const fields = FIELDS.filter((field) => field !== left);
      const partly = await user({ [REPORT]: fields, ...related });
      const withheld = { isWithheld: true, fields: [left] };
      expect(await ask(report(form, { documentId }), partly)).toEqual(withheld);
    }
    // Without a field, the Content Manager does not show that there is one.
    const blind = await user({ [REPORT]: [], ...related });
    const [hidden, text] = await send(report(form, { documentId }), blind);
    expect(hidden).toEqual(await ask(report(form, { documentId: 'unknown' }), blind));
    expect(text).not.toMatch(/Tech|Ana/);
    const whole = await user({ [REPORT]: FIELDS, ...related });
    const shown = await ask(report(form, { documentId }), whole);
    expect(shown.publicLink).toBe(`${BASE}/reports/tech/known/`);
  });

  const ALL = { [CATEGORY]: ['name', 'slug'], [PERSON]: ['name'] };

  it('an entry, but not what it leads to, learns nothing but that it is withheld, and by which relations', async () => {
    const alone = await user({ [REPORT]: FIELDS });
    const values = {
      ...form,
      category: chosen(ids.tech!),
      people: chosen(ids.ana!, ids.bo!),
      seo: { metaTitle: SEO, editor: chosen(ids.ana!) },
    };
    for (const rest of [{}, { documentId }]) {
      const { fields, ...others } = (await ask(report(values, rest), alone)) as never as {
        fields: string[];
      };
      expect(others).toEqual({ isWithheld: true });
      expect(fields.sort()).toEqual(['category', 'people', 'seo.editor']);
    }
    // As an entry that does not exist: nobody learns which ids there are.
    const unknown = report({ ...form, category: chosen('unknown') });
    const known = report({ ...form, category: chosen(ids.tech!) });
    const withheld = { isWithheld: true, fields: ['category'] };
    for (const asked of [known, unknown]) expect(await ask(asked, alone)).toEqual(withheld);
    const shown = await ask(
      report(values, { documentId }),
      await user({ [REPORT]: FIELDS, ...ALL }),
    );
    expect(shown.publicLink).toBe(`${BASE}/reports/tech/known/`);
  });

  it('only some fields of what an entry leads to sees as little', async () => {
    const partly: [Record<string, string[]>, string][] = [
      [{ ...ALL, [CATEGORY]: ['slug'] }, 'category'],
      [{ ...ALL, [CATEGORY]: ['name'] }, 'category'],
      [{ ...ALL, [PERSON]: ['notes'] }, 'people'],
    ];
    for (const [related, field] of partly) {
      const near = await user({ [REPORT]: FIELDS, ...related });
      const withheld = { isWithheld: true, fields: [field] };
      expect(await ask(report(form, { documentId }), near)).toEqual(withheld);
    }
  });

  it('only the first of two relations sees as little, also by a link to the draft', async () => {
    const section = await create(SECTION, { name: 'Crafts', slug: 'crafts' });
    const category = await create(CATEGORY, { name: 'Wood', slug: 'wood', section });
    const data = { title: 'Saws', slug: 'saws' };
    const documentId = await create(GUIDE, { ...data, category }, 'draft');
    const asked = { contentType: GUIDE, values: { ...data, category: chosen(category) } };
    const near = {
      [GUIDE]: ['title', 'slug', 'category'],
      [CATEGORY]: ['name', 'slug', 'section'],
    };
    const query = new URLSearchParams({ contentType: GUIDE, documentId }).toString();
    const askLink = (as: AdminFetch) => as(`/syndication/previews/address?${query}`);
    for (const related of [near, { ...near, [SECTION]: ['name'] }]) {
      const partly = await user(related);
      const withheld = { isWithheld: true, fields: ['category.section'] };
      expect(await ask(asked, partly)).toEqual(withheld);
      expect((await askLink(partly)).status).toBe(404);
    }
    const whole = await user({ ...near, [SECTION]: ['slug'] });
    expect((await ask(asked, whole)).item.link).toBe(`${BASE}/guides/crafts/saws/`);
    const { page } = ((await (await askLink(whole)).json()) as { data: SharedPreview }).data;
    const pageOf = async () => app.get(new URL(page!).pathname);
    expect(await (await pageOf()).text()).toContain('/guides/crafts/saws/');
  });
});

it('takes as many statements with many entries as with few', async () => {
  const count = async (): Promise<number> => {
    const values = { title: 'Many', slug: 'many', category: chosen(ids.tech!) };
    const counted = await statementsOn(app, 'select', () => ask(report(values)));
    return counted.length;
  };
  await count();
  const few = await count();
  for (let number = 0; number < 15; number += 1) {
    await create(REPORT, { title: `R${number}`, slug: `r-${number}`, category: ids.tech });
  }
  // What was counted of the site is counted anew after a change.
  await count();
  expect(await count()).toBe(few);
});

it('finds what many links to addresses of several fields lead to', async () => {
  const linkTo = (slug: string) => `[link](/reports/tech/${slug}/)`;
  const files = Array.from({ length: 19 }, (_, file) => `[file](/uploads/${file}.pdf)`);
  for (let number = 0; number < 4; number += 1) {
    const links = Array.from({ length: 19 }, (_, link) => linkTo(`linking-${link % 4}`));
    const others = Array.from({ length: 19 }, (_, link) => linkTo(`none-${number}-${link}`));
    await create(REPORT, {
      title: `Linking ${number}`,
      slug: `linking-${number}`,
      category: ids.tech,
      publishDate: '2026-01-05',
      zone: [
        {
          ...TEXT,
          body: (number < 2 ? [...links.slice(0, 3), ...others.slice(3)] : files).join(' '),
        },
      ],
    });
  }
  const response = await admin('/syndication/attention?_q=linking');
  expect(response.status).toBe(200);
  const { results } = (await response.json()) as Attention;
  const broken = results.filter(({ problems }) =>
    problems.some(({ code }) => code === 'link-missing'),
  );
  expect(broken.map(({ title }) => title).sort()).toEqual(['Linking 0', 'Linking 1']);
});
