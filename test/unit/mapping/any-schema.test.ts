import fc from 'fast-check';

import { compilePlan } from '../../../src/mapping/compile-plan';
import { addressFields } from '../../../src/mapping/address';
import { describePlan, describeInLog } from '../../../src/mapping/describe';
import type { Attribute, Schemas } from '../../../src/mapping/schemas';
import { contentType, EXAMPLE } from '../../helpers/example-schemas';

const NAMES = [
  ...['title', 'name', 'slug', 'description', 'body', 'blocks', 'cover', 'author', 'category'],
  ...['tags', 'seo', 'audio', 'hidden', 'note', 'constructor', '__proto__', 'a.b', ''],
];

const TYPES = [
  'api::a.a',
  'api::b.b',
  'admin::user',
  'plugin::users-permissions.user',
  'api::gone.gone',
];

const attribute: fc.Arbitrary<Attribute> = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      ...['string', 'text', 'richtext', 'blocks', 'uid', 'boolean', 'datetime', 'password', 'json'],
      ...['enumeration', 'integer', 'customField', 'email', 'nonsense'],
    ),
    private: fc.boolean(),
    targetField: fc.constantFrom(...NAMES),
  }),
  fc.record({
    type: fc.constant('relation'),
    relation: fc.constantFrom('manyToOne', 'manyToMany', 'oneToOne', 'morphToMany'),
    target: fc.option(fc.constantFrom(...TYPES), { nil: undefined }),
    private: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('media'),
    multiple: fc.boolean(),
    allowedTypes: fc.option(fc.subarray(['images', 'audios', 'videos', 'files']), { nil: null }),
  }),
  fc.record({
    type: fc.constant('component'),
    component: fc.constantFrom('shared.seo', 'shared.gone'),
    repeatable: fc.boolean(),
  }),
);

/** Without these, few types can be published. */
const USABLE = { title: { type: 'string' }, slug: { type: 'uid' } };

const schema = (singularName: string) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...NAMES), attribute, { maxKeys: 10 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([attributes, draftAndPublish, localized]) =>
      contentType(
        singularName,
        `${singularName}s`,
        { ...USABLE, ...attributes },
        {
          options: { draftAndPublish },
          pluginOptions: { i18n: { localized } },
        },
      ),
    );

const schemas: fc.Arbitrary<Schemas> = fc.tuple(schema('a'), schema('b')).map(([a, b]) => ({
  contentTypes: {
    'api::a.a': a,
    'api::b.b': b,
    'admin::user': EXAMPLE.contentTypes['admin::user']!,
    'plugin::users-permissions.user': EXAMPLE.contentTypes['plugin::users-permissions.user']!,
  },
  components: { 'shared.seo': EXAMPLE.components['shared.seo']! },
}));

const field = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES)).map((names) => names.join('.')),
);

const mapping = fc.record(
  {
    title: field,
    summary: fc.array(field, { maxLength: 2 }),
    body: fc.oneof(field, fc.constant(false as const)),
    author: field,
    cover: field,
    date: field,
    topics: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    address: field.map((name): `/${string}/` => `/a/{${name}}/`),
  },
  { requiredKeys: [] },
);

/** What is left out is guessed: mostly all of it. */
const someMapping = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, mapping);

/** Columns of a row that are no attributes. */
const ALWAYS = ['id', 'documentId', 'updatedAt'];

let compiled = 0;

it('reads of any type what it has and readers may see, or says what is wrong', () => {
  fc.assert(
    fc.property(schemas, someMapping, (site, given) => {
      let plan;
      try {
        plan = compilePlan({ sources: { 'api::a.a': given } }, site);
      } catch (error) {
        expect((error as Error).message).toMatch(/^Error regarding syndication config:/);
        return;
      }
      compiled += 1;
      for (const type of [...plan.sources, ...plan.topicTypes]) {
        const { attributes } = site.contentTypes[type.contentType]!;
        expect(addressFields(type.address).length).toBeGreaterThan(0);
        const { select, populate } = type.fields;
        for (const fields of Object.values(populate)) expect(typeof fields).toBe('object');
        for (const name of [...select, ...Object.keys(populate)]) {
          if (ALWAYS.includes(name)) continue;
          expect(Object.hasOwn(attributes, name)).toBe(true);
          expect(attributes[name]?.type).not.toBe('password');
          const isRead = 'hidden' in type && type.hidden?.[0] === name;
          expect(attributes[name]?.private === true && !isRead).toBe(false);
        }
      }
      describePlan(plan, site).forEach(describeInLog);
    }),
    // All of them, whatever bounds the others: what is counted below is of all.
    { numRuns: 500, interruptAfterTimeLimit: 300_000 },
  );
  // What it says of errors alone would say nothing.
  expect(compiled).toBeGreaterThan(100);
});
