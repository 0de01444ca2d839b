import { compilePlan, type Mappings } from '../../../src/mapping/compile-plan';
import type { Attributes, Schemas } from '../../../src/mapping/schemas';
import type { Plan, SourcePlan, TopicPlan } from '../../../src/mapping/plan';
import { article, contentType, EXAMPLE, exampleWith } from '../../helpers/example-schemas';

const ARTICLE = 'api::article.article';

const compile = (mappings: Mappings, schemas: Schemas = EXAMPLE): Plan =>
  compilePlan(mappings, schemas);

/** The plan of the article alone. */
const compileArticle = (
  mapping: NonNullable<Mappings['sources']>[string],
  schemas: Schemas = EXAMPLE,
): SourcePlan => compile({ sources: { [ARTICLE]: mapping } }, schemas).sources[0] as SourcePlan;

const topicOf = (plan: Plan): TopicPlan => plan.topicTypes[0] as TopicPlan;

const media = (...allowedTypes: string[]) => ({ type: 'media', multiple: false, allowedTypes });

/** Keys that were not given. */
const guessedOf = ({ parts = [] }: SourcePlan): string[] =>
  parts.flatMap(({ key, isGuessed }) => (isGuessed ? key : []));

describe("Strapi's example app", () => {
  const plan = compile({ sources: { [ARTICLE]: {} } });
  const [source] = plan.sources as [SourcePlan];

  it('is published as it is, by one line', () => {
    expect(source).toMatchObject({
      contentType: ARTICLE,
      address: { directory: '/articles/', parts: ['/articles/', ['slug'], '/'] },
      title: ['title'],
      summary: [['description']],
      body: { paths: [['blocks']] },
      author: [['author', 'name']],
      cover: [['cover']],
      topics: [{ field: 'category', contentType: 'api::category.category', isMultiple: false }],
      hasDrafts: true,
      isLocalised: false,
    });
    expect(source.date).toBeUndefined();
    expect(source.enclosure).toBeUndefined();
  });

  it('reads what is named and nothing else', () => {
    const { select, populate } = source.fields;
    expect([...select].sort()).toEqual(
      [...['description', 'documentId', 'id', 'slug', 'title', 'updatedAt']]
        .concat(select.includes('blocks') ? ['blocks'] : [])
        .sort(),
    );
    expect(populate).toMatchObject({
      author: { select: ['id', 'documentId', 'updatedAt', 'name'] },
      category: { select: ['id', 'documentId', 'updatedAt', 'name', 'slug'] },
      cover: { select: expect.arrayContaining(['id', 'url', 'mime']) },
    });
    expect(JSON.stringify(source.fields)).not.toContain('*');
  });

  it('knows whose changes show in an item', () => {
    expect(source.shows).toEqual(
      expect.arrayContaining([
        { path: ['author'], contentType: 'api::author.author' },
        { path: ['category'], contentType: 'api::category.category' },
        { path: ['cover'], contentType: 'plugin::upload.file' },
      ]),
    );
  });

  it('has its categories as topics', () => {
    expect(plan.topicTypes).toHaveLength(1);
    expect(topicOf(plan)).toMatchObject({
      contentType: 'api::category.category',
      address: { directory: '/categories/', parts: ['/categories/', ['slug'], '/'] },
      name: ['name'],
      slug: ['slug'],
      description: ['description'],
      hasDrafts: false,
      fields: { populate: {} },
    });
  });
});

describe('guesses', () => {
  const guess = (attributes: Parameters<typeof article>[0]): SourcePlan =>
    compileArticle({}, exampleWith({ [ARTICLE]: article(attributes) }));

  const bare = (
    attributes: Parameters<typeof article>[0],
    mapping: Parameters<typeof compileArticle>[0] = {},
  ): SourcePlan =>
    compileArticle(
      mapping,
      exampleWith({ [ARTICLE]: contentType('article', 'articles', attributes) }),
    );

  it.each([
    ['headline', { headline: { type: 'string' }, slug: { type: 'uid' } }],
    ['Title', { Title: { type: 'string' }, name: { type: 'string' } }],
    // What the address is made from, whatever it is called.
    ['topline', { topline: { type: 'string' }, slug: { type: 'uid', targetField: 'topline' } }],
  ])('takes "%s" for the title', (name, attributes) => {
    expect(bare(attributes).title).toEqual([name]);
  });

  it('takes the most telling summary first and a description for search engines last', () => {
    const { summary } = guess({
      excerpt: { type: 'text' },
      seo: { type: 'component', component: 'shared.seo' },
    });
    expect(summary).toEqual([['excerpt'], ['description'], ['seo', 'metaDescription']]);
  });

  it.each([
    ...['cover', 'coverMedia', 'coverImage', 'featuredImage', 'feature_image', 'previewImage'],
    ...['leadPhoto', 'hero', 'thumbnail', 'img'],
  ])('takes "%s" for the cover', (name) => {
    const plan = bare({ title: { type: 'string' }, signature: media('images'), [name]: media() });
    expect(plan.cover).toEqual([[name]]);
  });

  it.each(['perex', 'subtitle', 'standfirst', 'dek', 'lead', 'intro', 'teaser', 'excerpt'])(
    'takes "%s" for the summary',
    (name) => {
      const plan = bare({ title: { type: 'string' }, [name]: { type: 'text' } });
      expect(plan.summary).toEqual([[name]]);
    },
  );

  it('takes no field of another plugin’s editor for a plain text', () => {
    const html = { type: 'customField', customField: 'plugin::ckeditor5.CKEditor' };
    const plan = bare({ title: { type: 'string' }, summary: html, body: html });
    expect(plan.summary).toEqual([]);
    expect(plan.body?.paths).toEqual([['body']]);
  });

  it('takes what search engines are told from a component of the shape of Strapi’s SEO plugin', () => {
    const schemas = exampleWith({
      [ARTICLE]: article({ seo: { type: 'component', component: 'shared.seo' } }),
    });
    const attributes = {
      metaTitle: { type: 'string' },
      metaDescription: { type: 'text' },
      metaImage: media('images'),
      metaRobots: { type: 'string' },
      canonicalURL: { type: 'string' },
      structuredData: { type: 'json' },
    };
    const components = { ...schemas.components, 'shared.seo': { attributes } };
    const plan = compileArticle({}, { ...schemas, components } as typeof schemas);
    expect(plan.meta).toEqual({
      title: ['seo', 'metaTitle'],
      description: ['seo', 'metaDescription'],
      image: ['seo', 'metaImage'],
      canonical: ['seo', 'canonicalURL'],
      noindex: ['seo', 'metaRobots'],
    });
    expect(plan.shows).toContainEqual({
      path: ['seo', 'metaImage'],
      contentType: 'plugin::upload.file',
    });
  });

  it('takes what search engines are told from a component called after their tags', () => {
    const components = {
      ...EXAMPLE.components,
      'seo.meta': { attributes: { title: { type: 'string' }, description: { type: 'text' } } },
    };
    const metaTags = { type: 'component', component: 'seo.meta' };
    const schemas = { ...exampleWith({ [ARTICLE]: article({ metaTags }) }), components };
    expect(compileArticle({}, schemas as Schemas).meta).toEqual({
      title: ['metaTags', 'title'],
      description: ['metaTags', 'description'],
    });
  });

  it('makes entries no copies of the home page, which is what a canonical address has by default', () => {
    const canonicalURL = { type: 'string', default: 'https://www.example.com/' };
    const attributes = { title: { type: 'string' }, canonicalURL };
    expect(bare(attributes).meta).toEqual({});
    expect(bare(attributes, { canonical: 'canonicalURL' }).meta).toEqual({
      canonical: ['canonicalURL'],
    });
  });

  it('takes what search engines are told from fields of the type itself before a component', () => {
    const plan = guess({
      meta_title: { type: 'string' },
      noIndex: { type: 'boolean' },
      seo: { type: 'component', component: 'shared.seo' },
    });
    expect(plan.meta).toEqual({
      title: ['meta_title'],
      description: ['seo', 'metaDescription'],
      image: ['seo', 'shareImage'],
      noindex: ['noIndex'],
    });
  });

  it('takes rules for robots of the type itself before a field of a component', () => {
    const schemas = exampleWith({
      [ARTICLE]: article({
        metaRobots: { type: 'string' },
        seo: { type: 'component', component: 'shared.seo' },
      }),
    });
    const attributes = { noindex: { type: 'boolean' } };
    const components = { ...schemas.components, 'shared.seo': { attributes } };
    const plan = compileArticle({}, { ...schemas, components } as typeof schemas);
    expect(plan.meta).toEqual({ noindex: ['metaRobots'] });
  });

  it('takes no component for the body that lends its picture for the cover', () => {
    const schemas = exampleWith({
      [ARTICLE]: article({
        body: { type: 'richtext' },
        gallery: { type: 'component', component: 'shared.gallery' },
      }),
    });
    const attributes = { image: media('images') };
    const components = { ...schemas.components, 'shared.gallery': { attributes } };
    const shown = { ...schemas, components } as typeof schemas;
    expect(compileArticle({}, shown).body?.paths).toContainEqual(['gallery']);
    expect(compileArticle({ cover: 'gallery.image' }, shown).body?.paths).not.toContainEqual([
      'gallery',
    ]);
  });

  it('shows a gallery that lends its picture for the cover, and no sound twice', () => {
    const files = { type: 'media', multiple: true, allowedTypes: ['audios'] };
    const attributes = { gallery: { ...files, allowedTypes: ['images'] }, files };
    const schemas = exampleWith({ [ARTICLE]: article(attributes) });
    const pathsOf = (mapping: Parameters<typeof compileArticle>[0]) =>
      compileArticle({ ...mapping, enclosure: 'files' }, schemas).body?.paths;
    expect(pathsOf({ cover: ['cover', 'gallery'] })).toEqual([['blocks'], ['gallery']]);
    expect(pathsOf({ cover: 'gallery' })).toEqual([['blocks']]);
  });

  it('takes no yes or no that may say that robots are welcome for one that they are not', () => {
    const schemas = exampleWith({
      [ARTICLE]: article({
        metaRobots: { type: 'boolean' },
        seo: { type: 'component', component: 'shared.seo' },
      }),
    });
    const of = (robots: object) => {
      const components = { ...schemas.components, 'shared.seo': { attributes: { robots } } };
      return compileArticle({}, { ...schemas, components } as typeof schemas).meta.noindex;
    };
    expect(of({ type: 'boolean' })).toBeUndefined();
    expect(of({ type: 'string' })).toEqual(['seo', 'robots']);
  });

  it('tells search engines nothing of its own where there is no field for it, or several', () => {
    expect(bare({ title: { type: 'string' } }).meta).toEqual({});
    const seo = { type: 'component', component: 'shared.seo', repeatable: true };
    expect(bare({ title: { type: 'string' }, seo }).meta).toEqual({});
  });

  it.each([
    ['content', { content: { type: 'blocks' }, text: { type: 'richtext' } }],
    ['body', { body: { type: 'richtext' }, content: { type: 'string' } }],
    ['text', { text: { type: 'text' } }],
    // The only long text there is.
    ['biography', { biography: { type: 'richtext' } }],
    ['description', { description: { type: 'richtext' } }],
  ])('takes "%s" for the body', (name, attributes) => {
    const plan = bare({ title: { type: 'string' }, ...attributes });
    expect(plan.body?.paths).toEqual([[name]]);
  });

  it('publishes without a body where two could be meant, or none', () => {
    const title = { title: { type: 'string' } };
    expect(
      bare({ ...title, a: { type: 'richtext' }, b: { type: 'richtext' } }).body,
    ).toBeUndefined();
    expect(bare(title).body).toBeUndefined();
  });

  it('publishes no text that editors wrote for each other, even if it is the only long one', () => {
    const title = { type: 'string' };
    const note = { type: 'richtext' };
    for (const name of ['editorNotes', 'internal_note', 'moderatorComment', 'adminRemarks']) {
      expect(bare({ title, [name]: note }).body).toBeUndefined();
    }
    // Of two long texts without a telling name, none was published before, nor is now.
    expect(bare({ title, internalNotes: note, legalNotes: note }).body).toBeUndefined();
    const others = [
      'editorial',
      'editorContent',
      'internationalNews',
      'staffProfile',
      'privateView',
    ];
    for (const name of others) {
      expect(bare({ title, [name]: note }).body?.paths).toEqual([[name]]);
    }
  });

  it.each([
    ['markdown', { type: 'richtext' }],
    ['text', { type: 'text' }],
    ['html', { type: 'richtext', customField: 'plugin::ckeditor5.CKEditor' }],
    [
      'markdown',
      {
        type: 'richtext',
        customField: 'plugin::ckeditor5.CKEditor',
        options: { preset: 'defaultMarkdown' },
      },
    ],
    // The plugin of the field is registered later.
    ['html', { type: 'customField', customField: 'plugin::tiptap.editor' }],
  ])('takes %s for the format of %j', (kind, body) => {
    expect(bare({ title: { type: 'string' }, body }).body?.plan).toEqual({ kind });
  });

  it('takes the author from a text or from the name of a person, of several as well', () => {
    const relation = (target: string, kind = 'manyToOne') => ({
      author: { type: 'relation', relation: kind, target },
    });
    const title = { title: { type: 'string' } };
    expect(bare({ ...title, author: { type: 'string' } }).author).toEqual([['author']]);
    expect(bare({ ...title, ...relation('api::author.author', 'manyToMany') }).author).toEqual([
      ['author', 'name'],
    ]);
    expect(bare({ ...title, ...relation('plugin::users-permissions.user') }).author).toEqual([
      ['author', 'username'],
    ]);
    expect(bare({ ...title, ...relation('api::about.about') }).author).toEqual([]);
  });

  it('takes files for what they may be', () => {
    const title = { title: { type: 'string' } };
    const plan = bare({
      ...title,
      cover: media('audios'),
      image: media('images'),
      audio: media('audios'),
    });
    expect(plan.cover).toEqual([['image']]);
    expect(plan.enclosure).toEqual(['audio']);
    expect(bare({ ...title, audio: media('images', 'audios') }).enclosure).toBeUndefined();
  });

  it('takes the only picture that a type has, be it one of several', () => {
    const title = { title: { type: 'string' } };
    const several = { type: 'media', multiple: true };
    expect(bare({ ...title, portraits: several }).cover).toEqual([['portraits']]);
    expect(bare({ ...title, images: several, portraits: several }).cover).toEqual([['images']]);
    expect(bare({ ...title, front: media(), back: media() }).cover).toEqual([]);
    // An event's picture, beside others. Where there are only others, the first is the cover.
    const event = bare({ ...title, cover: media(), photos: several });
    expect(event).toMatchObject({ cover: [['cover']], body: { paths: [['photos']] } });
    expect(bare({ ...title, photos: several }).body).toBeUndefined();
    // A product's picture, beside its gallery.
    const product = bare({ ...title, primaryImage: media(), gallery: several });
    expect(product).toMatchObject({ cover: [['primaryImage']], body: { paths: [['gallery']] } });
    // Pictures for use in the text would be there twice, and a single one beside others may be anything.
    expect(bare({ ...title, cover: media(), images: several }).body).toBeUndefined();
    expect(bare({ ...title, sketch: media(), gallery: several }).cover).toEqual([]);
    // What is downloaded, and what other sites show.
    expect(bare({ ...title, files: several, shareImage: media() }).cover).toEqual([]);
    expect(bare({ ...title, track: media('audios') }).enclosure).toEqual(['track']);
  });

  it('takes no field called "video" for the cover, as Strapi lets it hold pictures by default', () => {
    const title = { type: 'string' };
    expect(bare({ title, video: media() }).cover).toEqual([]);
    expect(bare({ title, video: media('images') }).cover).toEqual([['video']]);
  });

  it('takes a short description for the summary, and a long one for the body', () => {
    const title = { title: { type: 'string' } };
    const long = { longDescription: { type: 'richtext' } };
    const plan = bare({ ...title, short_description: { type: 'text' }, ...long });
    expect(plan.summary).toEqual([['short_description']]);
    const twoShort = { description: { type: 'text' }, shortDescription: { type: 'text' } };
    expect(bare({ ...title, ...twoShort }).summary[0]).toEqual(['description']);
    const twoLong = bare({ ...title, shortDescription: { type: 'richtext' }, ...long });
    expect(twoLong.body?.paths).toEqual([['longDescription']]);
  });

  it('takes what else there is to read for no topic, but what groups entries', () => {
    const to = (target: string) => ({ type: 'relation', relation: 'manyToMany', target });
    const named = { title: { type: 'string' }, slug: { type: 'uid', targetField: 'title' } };
    const schemas = exampleWith({
      [ARTICLE]: article({
        RelatedPages: to('api::info.info'),
        similar_pages: to('api::info.info'),
        related_tags: to('api::tag.tag'),
        relatedRegions: to('api::region.region'),
      }),
      'api::info.info': contentType('info', 'infos', { ...named, text: { type: 'richtext' } }),
      'api::tag.tag': contentType('tag', 'tags', { ...named, text: { type: 'richtext' } }),
      'api::region.region': contentType('region', 'regions', named),
    });
    const { topics } = compileArticle({}, schemas);
    expect(topics.map(({ field }) => field)).toEqual([
      'category',
      'related_tags',
      'relatedRegions',
    ]);
  });

  it('takes relations for topics that have an address and a name, not users or itself, and for authors', () => {
    const to = (target: string, relation = 'manyToMany') => ({
      type: 'relation',
      relation,
      target,
    });
    const named = { name: { type: 'string' }, slug: { type: 'uid', targetField: 'name' } };
    const schemas = exampleWith({
      [ARTICLE]: article({
        tags: to('api::tag.tag'),
        author: to('api::author.author', 'manyToOne'),
        related: to(ARTICLE),
        owner: to('plugin::users-permissions.user'),
        company: to('api::company.company'),
        localizations: to(ARTICLE, 'oneToMany'),
        internal: { ...to('api::secret.secret'), private: true },
        // Where articles are sent to, with a key: nothing for readers.
        channels: to('api::channel.channel'),
        themes: to('api::channel.channel'),
        anything: { type: 'relation', relation: 'morphToMany' },
      }),
      'api::tag.tag': contentType('tag', 'tags', named),
      'api::author.author': contentType('author', 'authors', named),
      'api::company.company': contentType('company', 'companies', { name: { type: 'string' } }),
      'api::secret.secret': contentType('secret', 'secrets', named),
      'api::channel.channel': contentType('channel', 'channels', {
        ...named,
        key: { type: 'password' },
      }),
    });
    const plan = compile({ sources: { [ARTICLE]: {} } }, schemas);
    expect(plan.sources[0]?.topics.map(({ field }) => field)).toEqual([
      'category',
      'tags',
      'author',
    ]);
    expect(plan.sources[0]?.values).toBeUndefined();
    expect(plan.topicTypes.map(({ contentType: uid }) => uid)).toEqual([
      'api::category.category',
      'api::tag.tag',
      'api::author.author',
    ]);
    expect(plan.topicTypes.map(({ isOfAuthors = false }) => isOfAuthors)).toEqual([
      false,
      false,
      true,
    ]);
  });

  describe('the author', () => {
    const AUTHOR = 'api::author.author';
    const SUBJECT = 'api::subject.subject';
    const text = { type: 'string' };
    const to = (target: string, relation = 'manyToOne') => ({ type: 'relation', relation, target });
    const people = { name: text, slug: { type: 'uid' }, title: text, bio: { type: 'text' } };
    const site = (attributes: Attributes = {}): Schemas =>
      exampleWith({
        [ARTICLE]: article({ category: text, author: to(AUTHOR), ...attributes }),
        [AUTHOR]: contentType('author', 'authors', { ...people, avatar: media('images') }),
        [SUBJECT]: contentType('subject', 'subjects', {
          ...{ title: text, slug: { type: 'uid' } },
          ...{ author: to(AUTHOR), writer: to(AUTHOR) },
        }),
      });
    const typesOf = ({ topicTypes }: Plan): [string, boolean][] =>
      topicTypes.map((type) => [type.contentType, type.isOfAuthors ?? false]);

    it('has a page where a relation leads to a type with an address part and a name', () => {
      const plan = compile({ sources: { [ARTICLE]: {} } }, site());
      expect(plan.sources[0]).toMatchObject({
        author: [['author', 'name']],
        topics: [{ field: 'author', contentType: AUTHOR, isMultiple: false, isOfAuthors: true }],
        fields: {
          populate: { author: { select: ['id', 'documentId', 'updatedAt', 'name', 'slug'] } },
        },
      });
      expect(topicOf(plan)).toMatchObject({
        address: { directory: '/authors/' },
        name: ['name'],
        description: ['bio'],
        image: ['avatar'],
        isOfAuthors: true,
      });
    });

    it('is called by a name in one field before a first and a last name, and by no title', () => {
      const names = { title: text, fullName: text, firstName: text, lastName: text };
      const person = contentType('author', 'authors', { ...names, slug: { type: 'uid' } });
      const schemas = exampleWith({ ...site().contentTypes, [AUTHOR]: person });
      const plan = compile({ sources: { [ARTICLE]: {} } }, schemas);
      expect(plan.sources[0]!.author).toEqual([['author', 'fullName']]);
    });

    it.each<[string, NonNullable<Mappings['sources']>[string]]>([
      ['by name alone', { author: 'author.name' }],
      ['not at all', { author: false }],
    ])('has no page where articles show it %s', (_what, mapping) => {
      expect(typesOf(compile({ sources: { [ARTICLE]: mapping } }, site()))).toEqual([]);
    });

    it('stays a name where the type is a source of its own, or a topic that is named', () => {
      const sources = { [ARTICLE]: {}, [AUTHOR]: {} };
      expect(typesOf(compile({ sources }, site()))).toEqual([]);
      const named = { [ARTICLE]: {}, [SUBJECT]: { topics: ['writer'] } };
      const plan = compile({ sources: named }, site());
      expect(typesOf(plan)).toEqual([[AUTHOR, false]]);
      expect(plan.sources.map(({ author }) => author)).toEqual([
        [['author', 'name']],
        [['author', 'name']],
      ]);
    });

    it('is nowhere taken for a topic, whatever other relations lead there', () => {
      const plan = compile({ sources: { [ARTICLE]: {} } }, site({ editor: to(AUTHOR) }));
      expect(plan.sources[0]!.topics.map(({ field }) => field)).toEqual(['author']);
    });

    it('is of several fields the first that is filled, a relation or a name', () => {
      const mapping = { author: ['author', 'guest'] };
      const plan = compile({ sources: { [ARTICLE]: mapping } }, site({ guest: text }));
      expect(plan.sources[0]!.author).toEqual([['author', 'name'], ['guest']]);
    });

    it('is everybody that several relations lead to, and a name where they lead to nobody', () => {
      const TEAM = 'api::team.team';
      const schemas = site({ team: to(TEAM, 'manyToMany'), guest: text });
      const team = contentType('team', 'teams', {
        ...{ firstName: text, last_name: text, slug: { type: 'uid', targetField: 'last_name' } },
      });
      const plan = compile(
        { sources: { [ARTICLE]: { author: ['author', 'team', 'guest'] } } },
        { ...schemas, contentTypes: { ...schemas.contentTypes, [TEAM]: team } },
      );
      expect(typesOf(plan)).toEqual([
        [AUTHOR, true],
        [TEAM, true],
      ]);
      expect(plan.topicTypes[1]).toMatchObject({
        name: ['firstName'],
        furtherNames: [['last_name']],
        fields: { select: expect.arrayContaining(['firstName', 'last_name']) },
      });
      const [source] = plan.sources as [SourcePlan];
      expect(source.author).toEqual([
        ['author', 'name'],
        ['team', 'firstName'],
        ['team', 'last_name'],
        ['guest'],
      ]);
      expect(source.fields.populate.team).toMatchObject({
        select: expect.arrayContaining(['firstName', 'last_name']),
      });
    });

    it('is who a relation leads to whose name ends so', () => {
      const schemas = exampleWith({
        [ARTICLE]: contentType('article', 'articles', { title: text, blog_authors: to(AUTHOR) }),
        [AUTHOR]: contentType('author', 'authors', people),
      });
      const plan = compile({ sources: { [ARTICLE]: {} } }, schemas);
      expect(plan.sources[0]!.author).toEqual([['blog_authors', 'name']]);
    });

    it('is no person that another relation leads to, who is no topic either', () => {
      const person = {
        firstName: text,
        lastName: text,
        slug: { type: 'uid', targetField: 'lastName' },
      };
      const schemas = exampleWith({
        [ARTICLE]: contentType('article', 'articles', { title: text, guests: to(AUTHOR) }),
        [AUTHOR]: contentType('author', 'authors', person),
      });
      expect(typesOf(compile({ sources: { [ARTICLE]: {} } }, schemas))).toEqual([]);
    });

    it('by name alone is not where authors of another source are', () => {
      const sources = {
        [ARTICLE]: {},
        [SUBJECT]: { author: 'writer.name', topics: ['writer.name'] },
      };
      expect(() => compile({ sources }, site())).toThrow(
        /"\/authors\/\{slug\}\/" of topic "[^"]*" is the same address as "\/authors\/\{value\}\/" of values of a field/,
      );
      const topics = { [AUTHOR]: { address: '/people/{slug}/' } } as const;
      expect(compile({ sources, topics }, site()).valueTypes).toHaveLength(1);
    });

    it('stands behind topics, as the site is known by these', () => {
      const schemas = site({ subject: to(SUBJECT) });
      expect(typesOf(compile({ sources: { [ARTICLE]: {} } }, schemas))).toEqual([
        [SUBJECT, false],
        [AUTHOR, true],
      ]);
    });
  });

  it('takes no type for topics that cannot be published', () => {
    const to = (target: string) => ({ type: 'relation', relation: 'manyToMany', target });
    const named = { name: { type: 'string' }, slug: { type: 'uid' } };
    const hidden = { pluginOptions: { 'content-manager': { visible: false } } };
    const schemas = exampleWith({
      [ARTICLE]: article({
        hidden: to('plugin::other.hidden'),
        folders: to('plugin::upload.folder'),
        about: to('api::about.about'),
        tags: to('plugin::other.word'),
      }),
      'plugin::other.word': contentType('word', 'words', { name: { type: 'string' } }, hidden),
      'plugin::other.hidden': contentType('hidden', 'hiddens', named, hidden),
      'plugin::upload.folder': contentType('folder', 'folders', named),
      'api::about.about': contentType('about', 'abouts', named, { kind: 'singleType' }),
    });
    const { topics, values } = compileArticle({}, schemas);
    expect([topics.map(({ field }) => field), values]).toEqual([['category'], undefined]);
  });

  it('takes no names for topics of what is published, or a topic of another source', () => {
    const words = { type: 'relation', relation: 'manyToMany', target: 'api::word.word' };
    const title = { type: 'string' };
    const schemas = exampleWith({
      [ARTICLE]: article({ tags: words }),
      'api::word.word': contentType('word', 'words', { name: title }),
      'api::note.note': contentType('note', 'notes', { title, words }),
    });
    const valuesOf = (others: Mappings['sources']) =>
      compile({ sources: { [ARTICLE]: {}, ...others } }, schemas).sources[0]!.values;
    expect(valuesOf({})).toMatchObject([{ path: ['tags', 'name'] }]);
    expect(valuesOf({ 'api::word.word': { title: 'name' } })).toBeUndefined();
    expect(valuesOf({ 'api::note.note': { topics: ['words'] } })).toBeUndefined();
  });

  it('takes a type that has a mapping for a topic type, whatever it has', () => {
    const plan = compile({
      sources: { [ARTICLE]: {} },
      topics: { 'api::author.author': { address: '/people/{documentId}/' } },
    });
    expect(plan.sources[0]?.topics.map(({ field }) => field)).toEqual(['category', 'author']);
    expect(plan.topicTypes[1]).toMatchObject({ slug: ['documentId'], isOfAuthors: true });
    const section = { type: 'relation', relation: 'manyToOne', target: 'api::section.section' };
    const schemas = exampleWith({
      [ARTICLE]: article({ section }),
      'api::section.section': contentType('section', 'sections', { name: { type: 'string' } }),
    });
    const topics = { 'api::section.section': {} };
    const [source] = compilePlan({ sources: { [ARTICLE]: {} }, topics }, schemas).sources;
    expect(source!.topics.map(({ field }) => field)).toEqual(['category', 'section']);
  });

  it.each([
    ['a uid called slug', { code: { type: 'uid' }, slug: { type: 'uid' } }, 'slug'],
    ['any uid', { slug: { type: 'string' }, path: { type: 'uid' } }, 'path'],
    ['a text called slug', { slug: { type: 'string' } }, 'slug'],
    ['no uid that is private', { code: { type: 'uid', private: true } }, 'documentId'],
    ['no long text called slug', { slug: { type: 'text' } }, 'documentId'],
    ['the document id', {}, 'documentId'],
  ])('makes the address from %s', (_what, attributes, field) => {
    const plan = bare({ title: { type: 'string' }, ...attributes });
    expect(plan.address.parts).toEqual(['/articles/', [field], '/']);
  });

  it('leaves out what is switched off', () => {
    const plan = compileArticle({
      summary: false,
      body: false,
      author: false,
      cover: false,
      topics: false,
    });
    expect(plan).toMatchObject({ summary: [], author: [], cover: [], topics: [], shows: [] });
    expect(plan).not.toHaveProperty('body');
    expect(plan.fields).toEqual({
      select: ['id', 'documentId', 'updatedAt', 'title', 'slug'],
      populate: {},
    });
  });

  it('tells what was guessed from what was given', () => {
    const guessed = guessedOf(compileArticle({ title: 'title', cover: false }));
    expect(guessed).toEqual(
      expect.arrayContaining(['address', 'summary', 'body', 'author', 'topics']),
    );
    expect(guessed).not.toContain('title');
    expect(guessed).not.toContain('cover');
  });
});

describe('a mapping that names everything', () => {
  const item = jest.fn((made) => made);
  const schemas = exampleWith({
    [ARTICLE]: article(
      {
        seo: { type: 'component', component: 'shared.seo' },
        content: { type: 'richtext' },
        publishDate: { type: 'date' },
        editor: { type: 'relation', relation: 'manyToOne', target: 'admin::user' },
        episode: media('audios'),
        noindex: { type: 'boolean', private: true },
        legacyGuid: { type: 'string' },
        price: { type: 'decimal' },
      },
      { options: { draftAndPublish: false }, pluginOptions: { i18n: { localized: true } } },
    ),
    'api::category.category': contentType(
      'category',
      'categories',
      { name: { type: 'string' }, slug: { type: 'uid' }, icon: media('images') },
      { options: { draftAndPublish: true } },
    ),
  });
  const plan = compile(
    {
      sources: {
        [ARTICLE]: {
          address: '/news/{category.slug}/{slug}/',
          title: 'seo.metaTitle',
          summary: ['description', 'seo.metaDescription'],
          body: 'content',
          bodyFormat: 'html',
          date: 'publishDate',
          author: ['author.name', 'editor.firstname'],
          cover: 'seo.shareImage',
          enclosure: 'episode',
          metaTitle: 'seo.metaTitle',
          metaDescription: 'seo.metaDescription',
          metaImage: false,
          noindex: false,
          topics: ['category'],
          keepOut: 'noindex',
          guid: 'legacyGuid',
          select: ['price'],
          item,
        },
      },
      topics: { 'api::category.category': { address: '/subjects/{slug}/', image: 'icon' } },
    },
    schemas,
  );
  const [source] = plan.sources as [SourcePlan];

  it('is taken as it is', () => {
    expect(source).toMatchObject({
      address: {
        directory: '/news/',
        parts: ['/news/', ['category', 'slug'], '/', ['slug'], '/'],
      },
      title: ['seo', 'metaTitle'],
      summary: [['description'], ['seo', 'metaDescription']],
      body: { paths: [['content']], plan: { kind: 'html' } },
      date: ['publishDate'],
      author: [
        ['author', 'name'],
        ['editor', 'firstname'],
      ],
      cover: [['seo', 'shareImage']],
      enclosure: ['episode'],
      meta: {
        title: ['seo', 'metaTitle'],
        description: ['seo', 'metaDescription'],
      },
      keepOut: ['noindex'],
      guid: ['legacyGuid'],
      hasDrafts: false,
      isLocalised: true,
    });
    expect(guessedOf(source)).toEqual([]);
    expect(source.item).toBe(item);
    expect(topicOf(plan)).toMatchObject({
      address: { directory: '/subjects/' },
      image: ['icon'],
      fields: { populate: { icon: { select: expect.arrayContaining(['url']) } } },
    });
  });

  it('is read at once, of relations with drafts what is published', () => {
    expect(source.fields).toEqual({
      select: [
        ...['id', 'documentId', 'updatedAt', 'description', 'publishDate', 'legacyGuid', 'price'],
        ...['slug', 'content'],
      ],
      populate: {
        seo: {
          select: ['id', 'metaTitle', 'metaDescription'],
          populate: { shareImage: { select: expect.arrayContaining(['url', 'alternativeText']) } },
        },
        author: { select: ['id', 'documentId', 'updatedAt', 'name'] },
        editor: { select: ['id', 'documentId', 'updatedAt', 'firstname'] },
        category: {
          select: ['id', 'documentId', 'updatedAt', 'slug', 'name'],
          where: { publishedAt: { $notNull: true } },
        },
        episode: { select: expect.arrayContaining(['url', 'sizeInBytes']) },
      },
    });
  });

  it('is read of topics and authors with drafts where it is published', () => {
    const drafts = { options: { draftAndPublish: true } };
    const withDrafts = ['api::category.category', 'api::author.author'].map((uid) => {
      const { info, attributes } = EXAMPLE.contentTypes[uid]!;
      return [uid, contentType(info.singularName, info.pluralName, attributes, drafts)] as const;
    });
    const { populate } = compileArticle({}, exampleWith(Object.fromEntries(withDrafts))).fields;
    const published = { publishedAt: { $notNull: true } };
    expect([populate.category!.where, populate.author!.where]).toEqual([published, published]);
  });

  it('is followed to the file of another entry', () => {
    expect(compileArticle({ cover: 'author.avatar' }).shows).toContainEqual({
      path: ['author', 'avatar'],
      contentType: 'plugin::upload.file',
    });
  });

  it('names all that an item shows beside its own entry', () => {
    expect(source.shows).toEqual([
      { path: ['seo', 'shareImage'], contentType: 'plugin::upload.file' },
      { path: ['author'], contentType: 'api::author.author' },
      { path: ['editor'], contentType: 'admin::user' },
      { path: ['episode'], contentType: 'plugin::upload.file' },
      { path: ['category'], contentType: 'api::category.category' },
    ]);
  });
});
