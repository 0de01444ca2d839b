import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import * as React from 'react';

import { type RequestState, useRequest } from '../../shared/use-request';
import type { ChosenTopic } from './change-request';

export interface TopicOption extends ChosenTopic {
  name: string;
  /** Tells it from others of its name, if there are any. */
  slug?: string;
}

/** A field that has topics. */
export interface TopicChoice {
  /** Content type of the entries. */
  contentType: string;
  field: string;
  locale: string | undefined;
  topic: {
    contentType: string;
    /** Field that tells topics of one name apart; null where none does. */
    slug: string | null;
  };
}

/** Topics asked for at once, which is as many as Strapi gives; a search finds the others. */
const AT_ONCE = 100;

/** Milliseconds without a key stroke before topics are searched. */
const PAUSE = 300;

/** What every entry has, beside the field by which a relation names it. */
const OWN = ['documentId', 'locale', 'status', 'publishedAt', 'updatedAt', 'createdAt'];

type FoundRow = Record<string, unknown> & { documentId: string; locale?: string | null };

const toOption = (row: FoundRow): TopicOption => {
  const named = Object.entries(row).find(
    ([field, value]) => !OWN.includes(field) && typeof value === 'string' && value !== '',
  );
  const { documentId, locale } = row;
  return { documentId, locale, name: String(named?.[1] ?? documentId) };
};

/** Those of some topics whose name another one has. */
const ofOneName = (topics: TopicOption[]): TopicOption[] =>
  topics.filter(({ name }, place) =>
    topics.some((other, index) => index !== place && other.name === name),
  );

/** Topics that a field can have, found as the form of an entry finds them. */
export const useTopics = (
  { contentType, field, locale, topic: { contentType: topicType, slug } }: TopicChoice,
  search: string,
): RequestState<TopicOption[]> => {
  const { get } = useFetchClient();
  const inLocale = React.useMemo(() => (locale === undefined ? {} : { locale }), [locale]);
  /** Gives topics of one name their slugs, which a field of relations does not have. */
  const tellApart = React.useCallback(
    async (topics: TopicOption[], signal: AbortSignal): Promise<TopicOption[]> => {
      const alike = ofOneName(topics);
      if (slug === null || alike.length === 0) return topics;
      const documentIds = alike.map(({ documentId }) => documentId);
      const { data } = await get<{ results: FoundRow[] }>(
        `/content-manager/collection-types/${topicType}`,
        {
          params: {
            pageSize: AT_ONCE,
            filters: { documentId: { $in: documentIds } },
            ...inLocale,
          },
          signal,
        },
      );
      const slugs = new Map(data.results.map((row) => [row.documentId, row[slug]]));
      return topics.map((topic) => {
        const found = alike.includes(topic) ? slugs.get(topic.documentId) : undefined;
        return typeof found === 'string' && found !== '' ? { ...topic, slug: found } : topic;
      });
    },
    [get, topicType, slug, inLocale],
  );
  const text = useDebounce(search.trim(), PAUSE);
  return useRequest(
    React.useCallback(
      async (signal: AbortSignal) => {
        const address = `/content-manager/relations/${contentType}/${field}`;
        const { data } = await get<{ results: FoundRow[] }>(address, {
          params: {
            pageSize: AT_ONCE,
            ...(text === '' ? {} : { _q: text }),
            ...inLocale,
          },
          signal,
        });
        const topics = data.results.map(toOption);
        // Without their slugs they are told apart by their ids.
        return tellApart(topics, signal).catch(() => topics);
      },
      [get, contentType, field, inLocale, text, tellApart],
    ),
  );
};
