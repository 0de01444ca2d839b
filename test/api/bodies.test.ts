/** @runs-on sqlite: What is read of a dynamic zone is populated by Strapi's own queries. */
import { renderBody } from '../../src/content/body';
import { toBody } from '../../src/content/article';
import { bodySourceOf } from '../../src/content/body-source';
import { compileBody } from '../../src/mapping/compile-body';
import type { ComponentSchema } from '../../src/mapping/schemas';
import { type App, startApp } from '../helpers/app';
import { siteComponent, siteTypes } from '../helpers/site-types';

const STORY = 'api::story.story';
const LINK = 'https://www.example.com/storys/a/';

const ZONE = ['shared.text', 'shared.quote', 'shared.media', 'shared.slider', 'shared.section'];
const FILES = {
  ...siteComponent('shared.text', { body: { type: 'richtext' } }),
  ...siteComponent('shared.quote', { title: { type: 'string' }, body: { type: 'text' } }),
  ...siteComponent('shared.media', { file: { type: 'media', multiple: false } }),
  ...siteComponent('shared.slider', { files: { type: 'media', multiple: true } }),
  ...siteComponent('shared.map', { zoom: { type: 'integer' } }),
  ...siteComponent('shared.section', {
    title: { type: 'string' },
    secret: { type: 'text', private: true },
    quotes: { type: 'component', component: 'shared.quote', repeatable: true },
  }),
  ...siteTypes({
    story: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        zone: { type: 'dynamiczone', components: [...ZONE, 'shared.map'] },
        texts: { type: 'component', component: 'shared.text', repeatable: true },
        blocks: { type: 'blocks' },
      },
    },
  }),
};

let app: App;

beforeAll(async () => {
  app = await startApp({ files: FILES });
  const addFile = async (name: string): Promise<number> =>
    (
      await app.strapi.db.query('plugin::upload.file').create({
        data: {
          ...{ name, hash: name, mime: 'image/png', size: 1, url: `/uploads/${name}.png` },
          ...{ alternativeText: name, caption: `The ${name}`, provider: 'local' },
        },
      })
    ).id;
  const [dog, cat] = [await addFile('dog'), await addFile('cat')];
  await app.strapi.documents(STORY as never).create({
    status: 'published',
    data: {
      title: 'A',
      zone: [
        { __component: 'shared.text', body: 'A *b*.' },
        { __component: 'shared.quote', title: 'Monk', body: 'Dig it.' },
        { __component: 'shared.media', file: dog },
        { __component: 'shared.map', zoom: 3 },
        { __component: 'shared.slider', files: [cat, dog] },
        { __component: 'shared.section', title: 'S', secret: 'x', quotes: [{ body: 'In.' }] },
        { __component: 'shared.text', body: 'End.' },
      ],
      texts: [{ body: 'One.' }, { body: 'Two.' }],
      blocks: [
        { type: 'heading', level: 2, children: [{ type: 'text', text: 'H' }] },
        { type: 'paragraph', children: [{ type: 'text', text: 'B', bold: true }] },
      ],
    } as never,
  });
});

afterAll(() => app?.stop());

/** The body in a field, compiled from Strapi's schemas, read by its fields alone, and rendered. */
const read = async (field: string, components = {}) => {
  const { attributes } = app.strapi.getModel(STORY as never) as unknown as ComponentSchema;
  const { plan, fields } = compileBody({
    fields: [{ field, attribute: attributes[field]! }],
    components,
    componentSchemas: app.strapi.components as unknown as Record<string, ComponentSchema>,
  });
  const row = (await app.strapi.db.query(STORY).findOne({
    ...fields,
    select: ['id', ...fields.select],
    where: { publishedAt: { $notNull: true } },
  })) as Record<string, unknown>;
  return { value: row[field], ...renderBody(bodySourceOf(toBody(plan, row[field])!), LINK) };
};

const figure = (name: string): string =>
  `<figure><img src="https://www.example.com/uploads/${name}.png" alt="${name}" /><figcaption>The ${name}</figcaption></figure>\n`;

test('a dynamic zone is read with its files and components, in its order', async () => {
  const { html, missing } = await read('zone');
  expect(html).toBe(
    [
      '<p>A <em>b</em>.</p>\n',
      '<figure><blockquote>\n<p>Dig it.</p>\n</blockquote><figcaption>Monk</figcaption></figure>\n',
      ...[figure('dog'), figure('cat'), figure('dog')],
      '<h2>S</h2>\n<blockquote>\n<p>In.</p>\n</blockquote>\n',
      '<p>End.</p>\n',
    ].join(''),
  );
  expect(missing).toEqual([{ name: 'map' }]);
});

test('nothing private and nothing that is not shown is read', async () => {
  const { value } = await read('zone');
  expect(JSON.stringify(value)).not.toMatch(/secret|zoom|hash|provider/);
});

test('a function of the site gets all of its component, files and components within', async () => {
  const seen: unknown[] = [];
  const note = (component: unknown) => {
    seen.push(component);
    return '<p>Own</p>';
  };
  const { html } = await read('zone', { 'shared.section': note, 'shared.slider': note });
  expect(html.match(/<p>Own<\/p>/g)).toHaveLength(2);
  expect(seen).toMatchObject([
    { files: [{ url: '/uploads/cat.png' }, { url: '/uploads/dog.png' }] },
    { title: 'S', quotes: [{ body: 'In.', title: null }] },
  ]);
});

test('components of a field and blocks are read as well', async () => {
  expect((await read('texts')).html).toBe('<p>One.</p>\n<p>Two.</p>\n');
  expect((await read('blocks')).html).toBe('<h2>H</h2>\n<p><strong>B</strong></p>');
});
