import type {
  Attribute,
  Attributes,
  ComponentSchema,
  ContentTypeSchema,
  Schemas,
} from '../../src/mapping/schemas';
import { contentType, EXAMPLE } from './example-schemas';

/** Short names for writing the schemas of other projects in `test/fixtures/schemas`, as far as mappings use them. */

export const TEXT: Attribute = { type: 'string' };
export const LONG: Attribute = { type: 'text' };
export const RICH: Attribute = { type: 'richtext' };
export const BLOCKS: Attribute = { type: 'blocks' };
export const CHOICE: Attribute = { type: 'enumeration' };
export const NUMBER: Attribute = { type: 'integer' };
export const YES_NO: Attribute = { type: 'boolean' };
export const DAY: Attribute = { type: 'date' };
export const MOMENT: Attribute = { type: 'datetime' };
export const EMAIL: Attribute = { type: 'email' };
export const JSON_VALUE: Attribute = { type: 'json' };

/** The editor of a plugin that is registered after this one. */
export const CKEDITOR: Attribute = {
  type: 'customField',
  customField: 'plugin::ckeditor5.CKEditor',
  options: { preset: 'default' },
};

export const uid = (targetField?: string): Attribute => ({
  type: 'uid',
  ...(targetField !== undefined && { targetField }),
});

/** A relation to another type of the project or of a plugin. */
export const to = (target: string, relation = 'manyToOne'): Attribute => ({
  type: 'relation',
  relation,
  target: target.includes('::') ? target : `api::${target}.${target}`,
});

export const toMany = (target: string): Attribute => to(target, 'manyToMany');

/** A relation to entries of any type. */
export const TO_ANYTHING: Attribute = { type: 'relation', relation: 'morphToOne' };

export const media = (...allowedTypes: string[]): Attribute => ({
  type: 'media',
  multiple: false,
  allowedTypes,
});

export const several = (...allowedTypes: string[]): Attribute => ({
  ...media(...allowedTypes),
  multiple: true,
});

export const IMAGE = media('images');

export const component = (name: string): Attribute => ({
  type: 'component',
  component: name,
  repeatable: false,
});

export const components = (name: string): Attribute => ({ ...component(name), repeatable: true });

export const zone = (...names: string[]): Attribute => ({
  type: 'dynamiczone',
  components: names,
});

interface WrittenType {
  plural?: string;
  name?: string;
  hasDrafts?: boolean;
  isLocalised?: boolean;
  fields: Attributes;
}

/** A project: types by singular name, components by UID. */
export const project = (
  types: Readonly<Record<string, WrittenType>>,
  parts: Readonly<Record<string, Attributes>> = {},
): Schemas => {
  const own = Object.entries(types).map(([singular, type]): [string, ContentTypeSchema] => [
    `api::${singular}.${singular}`,
    contentType(singular, type.plural ?? `${singular}s`, type.fields, {
      displayName: type.name ?? singular,
      options: { draftAndPublish: type.hasDrafts === true },
      pluginOptions: { i18n: { localized: type.isLocalised === true } },
    }),
  ]);
  const strapi = Object.entries(EXAMPLE.contentTypes).filter(([name]) => !name.startsWith('api::'));
  return {
    contentTypes: Object.fromEntries([...own, ...strapi]),
    components: Object.fromEntries(
      Object.entries(parts).map(([name, attributes]): [string, ComponentSchema] => [
        name,
        { info: { displayName: name }, attributes },
      ]),
    ),
  };
};

/** A project in which the editors of other plugins are registered before this one. */
export const withKnownEditors = ({ contentTypes, components: parts }: Schemas): Schemas => {
  const known = <Schema extends { attributes: Attributes }>(
    schemas: Readonly<Record<string, Schema>>,
  ): Record<string, Schema> =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        name,
        {
          ...schema,
          attributes: Object.fromEntries(
            Object.entries(schema.attributes).map(([field, attribute]) => [
              field,
              attribute.type === 'customField' ? { ...attribute, type: 'richtext' } : attribute,
            ]),
          ),
        },
      ]),
    );
  return { contentTypes: known(contentTypes), components: known(parts) };
};
