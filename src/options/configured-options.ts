import type { Core } from '@strapi/strapi';

import { ARTICLE_UID, PLUGIN_ID } from '../lib/constants';
import { isObject } from '../lib/values';
import { toOpenable } from '../lib/web-address';
import { DEFAULT_FEED_FILES } from '../feed/addresses';
import { withoutUnset } from './push';
import { DEFAULT_OPTIONS } from './config';
import type { CompleteOptions, ResolvedOptions, SyndicationOptions } from './options';

/** What is given among some options: without what is undefined, in objects within them as well. */
const given = <Options>(options: Options): Options =>
  isObject(options)
    ? (Object.fromEntries(
        Object.entries(options).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, given(value)]],
        ),
      ) as Options)
    : options;

/** Options of which the latter go before the former, in the appearance and the names of feeds value by value. */
export const mergeOptions = (...all: SyndicationOptions[]): ResolvedOptions => {
  const appearances = all.map(({ appearance }) => appearance);
  const isOwn = (contentType: string): boolean => contentType !== ARTICLE_UID;
  const hasOwnSources = all.some(({ sources = {} }) => Object.keys(sources).some(isOwn));
  const defaults = { ...DEFAULT_OPTIONS, itemDetails: hasOwnSources };
  return Object.assign({}, defaults, ...all, {
    appearance: Object.assign({}, DEFAULT_OPTIONS.appearance, ...appearances),
    feedFiles: Object.assign({}, DEFAULT_FEED_FILES, ...all.map(({ feedFiles }) => feedFiles)),
  }) as ResolvedOptions;
};

/** Options with what follows from others: addresses that can be opened, a name of the site. */
export const completeOptions = (options: ResolvedOptions, address: string): CompleteOptions => {
  const baseUrl = toOpenable(address);
  const siteName = options.siteName ?? new URL(baseUrl).hostname.replace(/^www\./, '');
  const feedsUrl = options.feedsUrl === undefined ? baseUrl : toOpenable(options.feedsUrl);
  return { ...options, baseUrl, feedsUrl, siteName };
};

/** Options that `config/plugins.ts` really gives. */
export const givenOptions = ({ config }: Core.Strapi): SyndicationOptions => {
  const options = config.get<SyndicationOptions>(`plugin::${PLUGIN_ID}`, {});
  // An environment variable that is not set reads as undefined or as an empty text.
  return given({
    ...options,
    baseUrl: options.baseUrl || undefined,
    feedsUrl: options.feedsUrl || undefined,
    push: options.push && withoutUnset(options.push),
  });
};

/** What `config/plugins.ts` says, completed by defaults; known before the database is. */
export const configuredOptions = (strapi: Core.Strapi): CompleteOptions => {
  const options = givenOptions(strapi);
  const ownAddress = strapi.config.get<string>('server.absoluteUrl');
  return completeOptions(mergeOptions(options), options.baseUrl ?? ownAddress);
};
