/** What is used of an attribute of a content type or component, as Strapi keeps it. */
export interface Attribute {
  type: string;
  private?: boolean;
  /** Of a component. */
  component?: string;
  repeatable?: boolean;
  /** Of a dynamic zone. */
  components?: readonly string[];
  /** Of media. */
  multiple?: boolean;
}

/** What is used of a component's schema, as Strapi keeps it. */
export interface ComponentSchema {
  info?: { displayName?: string };
  attributes: Readonly<Record<string, Attribute>>;
}

/** The attributes that may be shown to everybody. */
export const visibleAttributes = ({ attributes }: ComponentSchema): [string, Attribute][] =>
  Object.entries(attributes).filter(
    ([, attribute]) => attribute.private !== true && attribute.type !== 'password',
  );
