import { PLUGIN_ID } from '../../../src/constants';

/** What our schemas say of a field of ours. */
const optionsOf = (pluginOptions: object | undefined): Record<string, unknown> => {
  const options: unknown = (pluginOptions as Record<string, unknown> | undefined)?.[PLUGIN_ID];
  return (options ?? {}) as Record<string, unknown>;
};

/** Content type whose slug an attribute is; undefined for any other attribute. */
export const addressedType = (pluginOptions: object | undefined): string | undefined => {
  const { address } = optionsOf(pluginOptions);
  return typeof address === 'string' ? address : undefined;
};

/** Whether an attribute is the date of an article. */
export const isArticleDate = (pluginOptions: object | undefined): boolean =>
  optionsOf(pluginOptions).siteTime === true;

/** Whether it is the name of a tag. */
export const isTagName = (pluginOptions: object | undefined): boolean =>
  optionsOf(pluginOptions).namesTag === true;

/** Whether it says what the items of a tag's feed hold. */
export const isContentOfTag = (pluginOptions: object | undefined): boolean =>
  'choices' in optionsOf(pluginOptions);
