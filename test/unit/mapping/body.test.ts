import type { BodyPlan, ComponentPlan } from '../../../src/content/article';
import { type BodyMapping, compileBody } from '../../../src/mapping/compile-body';
import type { ComponentSchema } from '../../../src/mapping/schemas';

const FILE = {
  select: [
    ...['id', 'url', 'mime', 'name', 'alternativeText', 'caption', 'width', 'height'],
    ...['size', 'sizeInBytes', 'updatedAt'],
  ],
};

const component = (
  displayName: string,
  attributes: ComponentSchema['attributes'],
): ComponentSchema => ({ info: { displayName }, attributes });

/** As Strapi's example app has them, and some more. */
const SCHEMAS: Record<string, ComponentSchema> = {
  'shared.rich-text': component('Rich text', { body: { type: 'richtext' } }),
  'shared.quote': component('Quote', { title: { type: 'string' }, body: { type: 'text' } }),
  'shared.media': component('Media', { file: { type: 'media', multiple: false } }),
  'shared.slider': component('Slider', { files: { type: 'media', multiple: true } }),
  'shared.section': component('Section', {
    anchor: { type: 'string' },
    image: { type: 'media' },
    title: { type: 'string', required: true } as never,
    caption: { type: 'string' },
    text: { type: 'blocks' },
    secret: { type: 'text', private: true },
    quotes: { type: 'component', component: 'shared.quote', repeatable: true },
  }),
  'shared.button': component('Button', { label: { type: 'string' }, url: { type: 'string' } }),
  'shared.map': component('Map', { latitude: { type: 'decimal' }, zoom: { type: 'integer' } }),
  'shared.pull': component('Pull', {
    citation: { type: 'text' },
    title: { type: 'string' },
    source: { type: 'text' },
    url: { type: 'text' },
  }),
  'shared.feature': component('Feature', {
    title: { type: 'string' },
    content: { type: 'richtext' },
    quote: { type: 'text' },
    by: { type: 'string' },
    image: { type: 'media' },
  }),
  'shared.case': component('Case', {
    quote: { type: 'text' },
    title: { type: 'string' },
    button: { type: 'component', component: 'shared.button' },
    url: { type: 'string' },
  }),
  'shared.testimonial': component('Testimonial', {
    header: { type: 'string' },
    photo: { type: 'media' },
    text: { type: 'richtext' },
    title: { type: 'string' },
  }),
  'shared.quotes': component('Quotes', {
    legend: { type: 'text' },
    files: { type: 'media', multiple: true },
  }),
  'shared.other': component('Other', { text: { type: 'text' } }),
};

type Options = Partial<Omit<BodyMapping, 'fields'>>;

type Attribute = BodyMapping['fields'][number]['attribute'];

const compile = (attribute: Attribute, more: Options = {}) =>
  compileBody({
    fields: [{ field: 'body', attribute }],
    componentSchemas: SCHEMAS,
    ...more,
  });

const zone = (...components: string[]) => ({ type: 'dynamiczone', components });

const partsOf = (uid: string, more: Options = {}): ComponentPlan['parts'] => {
  const { plan } = compile(zone(uid), more);
  return (plan as Extract<BodyPlan, { kind: 'components' }>).components[uid]!.parts;
};

describe('a field with a text', () => {
  test.each([
    ['richtext', undefined, 'markdown'],
    ['richtext', 'html', 'html'],
    ['text', undefined, 'text'],
    ['text', 'markdown', 'markdown'],
    ['string', undefined, 'text'],
    ['blocks', undefined, 'blocks'],
    ['blocks', 'html', 'blocks'],
  ] as const)('of kind %s, said to be %s, is %s', (type, format, kind) => {
    expect(compile({ type }, { format })).toEqual({
      plan: { kind },
      fields: { select: ['body'], populate: {} },
    });
  });
});

describe('a dynamic zone', () => {
  test('as Strapi’s example app has it, needs no word of configuration', () => {
    const uids = ['shared.media', 'shared.quote', 'shared.rich-text', 'shared.slider'];
    const { plan, fields } = compile(zone(...uids));
    expect(plan).toMatchObject({
      kind: 'components',
      components: {
        'shared.media': { name: 'Media', parts: [{ kind: 'media', field: 'file' }] },
        'shared.quote': {
          name: 'Quote',
          parts: [{ kind: 'quote', quoted: { kind: 'text', field: 'body' }, by: 'title' }],
        },
        'shared.rich-text': { name: 'Rich text', parts: [{ kind: 'markdown', field: 'body' }] },
        'shared.slider': { name: 'Slider', parts: [{ kind: 'media', field: 'files' }] },
      },
    });
    expect(fields).toEqual({
      select: [],
      populate: {
        body: {
          on: {
            'shared.media': { select: ['id'], populate: { file: FILE } },
            'shared.quote': { select: ['id', 'body', 'title'], populate: {} },
            'shared.rich-text': { select: ['id', 'body'], populate: {} },
            'shared.slider': { select: ['id'], populate: { files: FILE } },
          },
        },
      },
    });
  });

  test('has components with a heading first, then all that is known, in its order', () => {
    expect(partsOf('shared.section')).toEqual([
      { kind: 'heading', field: 'title' },
      { kind: 'media', field: 'image', caption: 'caption' },
      { kind: 'blocks', field: 'text' },
      { kind: 'component', field: 'quotes', component: 'shared.quote' },
    ]);
    expect(compile(zone('shared.section')).fields.populate).toEqual({
      body: {
        on: {
          'shared.section': {
            select: ['id', 'title', 'caption', 'text'],
            populate: { image: FILE, quotes: { select: ['id', 'body', 'title'], populate: {} } },
          },
        },
      },
    });
  });

  test('has components that are a quotation, and nothing else but who said it', () => {
    expect(partsOf('shared.pull')).toEqual([
      { kind: 'quote', quoted: { kind: 'text', field: 'citation' }, by: 'source' },
    ]);
  });

  test('has components with a quotation among other texts, files and components', () => {
    expect(partsOf('shared.feature')).toEqual([
      { kind: 'heading', field: 'title' },
      { kind: 'markdown', field: 'content' },
      { kind: 'quote', quoted: { kind: 'text', field: 'quote' }, by: 'by' },
      { kind: 'media', field: 'image' },
    ]);
    expect(partsOf('shared.case')).toEqual([
      { kind: 'heading', field: 'title' },
      { kind: 'quote', quoted: { kind: 'text', field: 'quote' } },
      { kind: 'component', field: 'button', component: 'shared.button' },
    ]);
    expect(partsOf('shared.testimonial')).toEqual([
      { kind: 'heading', field: 'header' },
      { kind: 'media', field: 'photo' },
      { kind: 'quote', quoted: { kind: 'markdown', field: 'text' }, by: 'title' },
    ]);
    expect(partsOf('shared.quotes')).toEqual([
      { kind: 'quote', quoted: { kind: 'text', field: 'legend' } },
      { kind: 'media', field: 'files' },
    ]);
  });

  test('has links, and rich text in the format that is said', () => {
    expect(partsOf('shared.button')).toEqual([{ kind: 'link', field: 'url', label: 'label' }]);
    expect(partsOf('shared.rich-text', { format: 'html' })).toEqual([
      { kind: 'html', field: 'body' },
    ]);
  });

  test.each([
    ['html', 'plugin::ckeditor5.CKEditor', undefined],
    ['markdown', 'plugin::ckeditor5.CKEditor', { preset: 'defaultMarkdown' }],
    ['markdown', 'plugin::markdown-editor.markdown', undefined],
  ])('has texts of other editors as %s: those of %s with %j', (kind, customField, options) => {
    const editor = { customField, options };
    const componentSchemas = {
      'a.text': component('Text', { body: { type: 'richtext', ...editor } }),
      'a.quote': component('Quote', { body: { type: 'richtext', ...editor } }),
      // The plugin of the field is registered later: a field named like a text is taken for one.
      'a.early': component('Early', {
        color: { type: 'customField', customField: 'plugin::color-picker.color' },
        Content: { type: 'customField', ...editor },
      }),
    };
    expect(partsOf('a.text', { componentSchemas })).toEqual([{ kind, field: 'body' }]);
    expect(partsOf('a.quote', { componentSchemas })).toEqual([
      { kind: 'quote', quoted: { kind, field: 'body' } },
    ]);
    expect(partsOf('a.early', { componentSchemas })).toEqual([{ kind, field: 'Content' }]);
    expect(partsOf('a.text', { componentSchemas, format: 'text' })).toEqual([
      { kind: 'text', field: 'body' },
    ]);
  });

  test('reads of a component that nobody can render only that it is there', () => {
    expect(partsOf('shared.map')).toEqual([]);
    expect(compile(zone('shared.map')).fields.populate).toEqual({
      body: { on: { 'shared.map': { select: ['id'], populate: {} } } },
    });
  });

  test('reads all of a component that the site renders itself, but what is private', () => {
    const render = () => '';
    const { plan, fields } = compile(zone('shared.section'), {
      components: { 'shared.section': render },
    });
    expect(plan).toMatchObject({ components: { 'shared.section': { render } } });
    expect(fields.populate).toEqual({
      body: {
        on: {
          'shared.section': {
            select: ['id', 'anchor', 'title', 'caption', 'text'],
            populate: { image: FILE, quotes: { select: ['id', 'title', 'body'], populate: {} } },
          },
        },
      },
    });
  });
});

test('a component outside of a zone is known by its field', () => {
  const attribute = { type: 'component', component: 'shared.rich-text', repeatable: true };
  expect(compile(attribute)).toMatchObject({
    plan: {
      kind: 'components',
      component: 'shared.rich-text',
      components: {
        'shared.rich-text': { name: 'Rich text', parts: [{ kind: 'markdown', field: 'body' }] },
      },
    },
    fields: { select: [], populate: { body: { select: ['id', 'body'], populate: {} } } },
  });
});

test('components that hold one another are read to a depth', () => {
  const componentSchemas = {
    'a.a': component('A', { inner: { type: 'component', component: 'a.a' } }),
  };
  const { fields } = compile(zone('a.a'), { componentSchemas });
  expect(JSON.stringify(fields).match(/inner/g)).toHaveLength(7);
});

describe('a function for what is no component of the body stops the start', () => {
  const start = (attribute: Attribute, uid: string) => () =>
    compile(attribute, { components: { [uid]: () => '' } });

  test.each([
    [zone('shared.quote'), 'shared.qoute', 'Did you mean "shared.quote"?'],
    [zone('shared.quote', 'shared.map'), 'x.y', 'It has shared.quote, shared.map.'],
    [{ type: 'richtext' }, 'shared.quote', 'It has none.'],
  ])('%j: %s', (attribute, uid, advice) => {
    expect(start(attribute, uid)).toThrow(
      `"${uid}" is no component of the body, "body". ${advice}`,
    );
  });

  test('those within its components may be given', () => {
    expect(start(zone('shared.section'), 'shared.quote')).not.toThrow();
  });
});

describe('several fields', () => {
  it('are a body in their order, each by its kind', () => {
    const { plan, fields } = compileBody({
      fields: [
        { field: 'content', attribute: { type: 'richtext' } },
        { field: 'sections', attribute: zone('shared.quote') },
        { field: 'gallery', attribute: { type: 'media', multiple: true } },
      ],
      componentSchemas: SCHEMAS,
    });
    expect(plan).toMatchObject({
      kind: 'several',
      fields: [{ kind: 'markdown' }, { kind: 'components' }, { kind: 'media' }],
    });
    expect(fields.select).toEqual(['content']);
    expect(Object.keys(fields.populate)).toEqual(['sections', 'gallery']);
    expect(fields.populate.gallery).toEqual(FILE);
  });

  it('may have functions for components of any of them, and of none else', () => {
    const fields = [
      { field: 'content', attribute: { type: 'richtext' } },
      { field: 'sections', attribute: zone('shared.quote') },
    ];
    const of = (uid: string) =>
      compileBody({ fields, components: { [uid]: () => '' }, componentSchemas: SCHEMAS });
    expect(of('shared.quote').plan.kind).toBe('several');
    expect(() => of('shared.qoute')).toThrow(
      '"shared.qoute" is no component of the body, "content", "sections". Did you mean "shared.quote"?',
    );
  });
});

it('names a file that may be downloaded by its title, and gives a picture a heading', () => {
  const file = (...allowedTypes: string[]) => ({
    'shared.file': component('File', {
      title: { type: 'string' },
      media: { type: 'media', multiple: false, allowedTypes },
    }),
  });
  const of = (...allowedTypes: string[]) => {
    const attribute = { type: 'component', component: 'shared.file', repeatable: true };
    const componentSchemas = file(...allowedTypes);
    const { plan } = compileBody({ fields: [{ field: 'files', attribute }], componentSchemas });
    return (plan as Extract<BodyPlan, { kind: 'components' }>).components['shared.file']!.parts;
  };
  expect(of('images', 'files')).toEqual([{ kind: 'media', field: 'media', caption: 'title' }]);
  expect(of('images')).toEqual([
    { kind: 'heading', field: 'title' },
    { kind: 'media', field: 'media', caption: undefined },
  ]);
});

it('shows a question above its answer', () => {
  const componentSchemas = {
    'shared.faq': component('FAQ', { answer: { type: 'string' }, question: { type: 'string' } }),
  };
  const attribute = { type: 'component', component: 'shared.faq', repeatable: true };
  const { plan } = compileBody({ fields: [{ field: 'faq', attribute }], componentSchemas });
  const { components } = plan as Extract<BodyPlan, { kind: 'components' }>;
  expect(components['shared.faq']!.parts).toEqual([
    { kind: 'heading', field: 'question' },
    { kind: 'text', field: 'answer' },
  ]);
});

it('shows a link under the text that is called its content', () => {
  const text = { type: 'string' };
  const componentSchemas = {
    'shared.link': component('Link', {
      textContent: text,
      href: text,
      icon: { type: 'enumeration' },
    }),
    'shared.teaser': component('Teaser', { linkText: text, title: text, url: text }),
    'shared.report': component('Report', { file: { type: 'media' }, title: text, linkText: text }),
  };
  const attribute = { type: 'dynamiczone', components: Object.keys(componentSchemas) };
  const { plan } = compileBody({ fields: [{ field: 'link', attribute }], componentSchemas });
  const { components } = plan as Extract<BodyPlan, { kind: 'components' }>;
  expect(components['shared.link']!.parts).toEqual([
    { kind: 'link', field: 'href', label: 'textContent' },
  ]);
  // A name says more than "Read more".
  expect(components['shared.teaser']!.parts).toEqual([
    { kind: 'link', field: 'url', label: 'title' },
  ]);
  expect(components['shared.report']!.parts).toEqual([
    { kind: 'media', field: 'file', caption: 'title' },
  ]);
});

it('shows the label of a text above it, not that of a button, a field of a form or a number', () => {
  const label = { type: 'string' };
  const [body, href, value] = [{ type: 'richtext' }, label, { type: 'integer' }];
  const button = { type: 'component', component: 'shared.link' };
  const componentSchemas = {
    'shared.section': component('Section', { label, body }),
    'shared.call': component('Call', { label, body, href }),
    'shared.offer': component('Offer', { label, body, buttonUrl: label }),
    'shared.hint': component('Hint', { label, body, button }),
    'shared.input': component('Input', { label, helpText: { type: 'text' }, placeholder: label }),
    'shared.figure': component('Figure', { label, value }),
  };
  const attribute = { type: 'dynamiczone', components: Object.keys(componentSchemas) };
  const { plan } = compileBody({ fields: [{ field: 'blocks', attribute }], componentSchemas });
  const { components } = plan as Extract<BodyPlan, { kind: 'components' }>;
  const shown = { kind: 'markdown', field: 'body' };
  expect(components['shared.section']!.parts).toEqual([{ kind: 'heading', field: 'label' }, shown]);
  expect(components['shared.call']!.parts).toEqual([shown]);
  expect(components['shared.offer']!.parts).toEqual([shown]);
  expect(components['shared.hint']!.parts[0]).toEqual(shown);
  expect(components['shared.input']!.parts).toEqual([{ kind: 'text', field: 'helpText' }]);
  expect(components['shared.figure']!.parts).toEqual([]);
});

it('shows the title of a component that also has a question', () => {
  const componentSchemas = {
    'shared.quiz': component('Quiz', { question: { type: 'string' }, title: { type: 'string' } }),
  };
  const attribute = { type: 'component', component: 'shared.quiz' };
  const { plan } = compileBody({ fields: [{ field: 'quiz', attribute }], componentSchemas });
  const { components } = plan as Extract<BodyPlan, { kind: 'components' }>;
  expect(components['shared.quiz']!.parts).toEqual([{ kind: 'heading', field: 'title' }]);
});

it('takes a title for the name of no picture beside a quotation, and of none of several files', () => {
  const title = { type: 'string' };
  const componentSchemas = {
    'shared.voice': component('Voice', { quote: title, photo: { type: 'media' }, title }),
    'shared.papers': component('Papers', { files: { type: 'media', multiple: true }, title }),
  };
  const attribute = { type: 'dynamiczone', components: Object.keys(componentSchemas) };
  const { plan } = compileBody({ fields: [{ field: 'zone', attribute }], componentSchemas });
  const { components } = plan as Extract<BodyPlan, { kind: 'components' }>;
  expect(Object.values(components).flatMap(({ parts }) => parts)).toEqual([
    { kind: 'heading', field: 'title' },
    expect.objectContaining({ kind: 'quote' }),
    { kind: 'media', field: 'photo' },
    { kind: 'heading', field: 'title' },
    { kind: 'media', field: 'files' },
  ]);
});

it('shows nothing that is for search engines, and a link whose address is in a long text', () => {
  const componentSchemas = {
    'shared.part': component('Part', { text: { type: 'text' }, metaText: { type: 'text' } }),
    'shared.way': component('Way', { label: { type: 'string' }, url: { type: 'text' } }),
  };
  const attribute = { type: 'dynamiczone', components: Object.keys(componentSchemas) };
  const { plan } = compileBody({ fields: [{ field: 'zone', attribute }], componentSchemas });
  const { components } = plan as Extract<BodyPlan, { kind: 'components' }>;
  expect(components['shared.part']!.parts).toEqual([{ kind: 'text', field: 'text' }]);
  expect(components['shared.way']!.parts).toEqual([{ kind: 'link', field: 'url', label: 'label' }]);
});

it('reads a quotation in the format of the body', () => {
  const quote = { type: 'richtext' };
  const componentSchemas = {
    'shared.says': component('Says', { quote }),
    'shared.shows': component('Shows', { quote, photo: { type: 'media' } }),
  };
  const attribute = { type: 'dynamiczone', components: Object.keys(componentSchemas) };
  const fields = [{ field: 'zone', attribute }];
  const { plan } = compileBody({ fields, componentSchemas, format: 'html' });
  const { components } = plan as Extract<BodyPlan, { kind: 'components' }>;
  for (const { parts } of Object.values(components)) {
    expect(parts[0]).toMatchObject({ kind: 'quote', quoted: { kind: 'html', field: 'quote' } });
  }
});

it('shows a long text that is its heading once', () => {
  const componentSchemas = {
    'shared.aside': component('Aside', { title: { type: 'text' }, body: { type: 'richtext' } }),
  };
  const attribute = { type: 'component', component: 'shared.aside' };
  const { plan } = compileBody({ fields: [{ field: 'aside', attribute }], componentSchemas });
  const { components } = plan as Extract<BodyPlan, { kind: 'components' }>;
  expect(components['shared.aside']!.parts).toEqual([
    { kind: 'heading', field: 'title' },
    { kind: 'markdown', field: 'body' },
  ]);
});

describe('a component that leads to other entries', () => {
  const related = { type: 'relation', relation: 'oneToMany', target: 'api::article.article' };
  const partsWith = (attributes: ComponentSchema['attributes']) => {
    const componentSchemas = { 'shared.related': component('Related', attributes) };
    const attribute = { type: 'component', component: 'shared.related' };
    const { plan } = compileBody({ fields: [{ field: 'related', attribute }], componentSchemas });
    return (plan as Extract<BodyPlan, { kind: 'components' }>).components['shared.related']!.parts;
  };
  const heading = { heading: { type: 'string' }, sub_heading: { type: 'string' } };

  it('leaves no heading behind where these are all there is below it', () => {
    expect(partsWith({ ...heading, articles: related })).toEqual([]);
  });

  it('is shown where it has more to say', () => {
    const shown = [
      { kind: 'heading', field: 'heading' },
      { kind: 'text', field: 'sub_heading' },
    ];
    expect(partsWith(heading)).toEqual(shown);
    expect(partsWith({ ...heading, text: { type: 'text' }, articles: related })).toEqual([
      ...shown,
      { kind: 'text', field: 'text' },
    ]);
    // A link to an entry, or to elsewhere.
    expect(
      partsWith({ label: { type: 'string' }, url: { type: 'string' }, article: related }),
    ).toEqual([{ kind: 'link', field: 'url', label: 'label' }]);
  });
});
