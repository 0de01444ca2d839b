import { SearchInput } from '@strapi/strapi/admin';
import { Box } from '@strapi/design-system';
import * as React from 'react';

import {
  ENTRY_STATUSES,
  type EntryFeed,
  type FeedRow,
  type OfferedFilters,
} from '../../../../src/panel/admin-api';
import { FilterSelect } from '../../shared/choices';
import type { TextOption } from '../../shared/distinct-texts';
import { useKindName, useLanguageName } from '../../shared/names';
import { SearchCombobox } from '../../shared/search-combobox';
import { useTranslation } from '../../shared/use-translation';
import { useView } from './views';

/** Feeds that are offered before a search. */
const OFFERED = { pageSize: '20' };

/** The last part of a path, which distinguishes topics of the same name; undefined at the root. */
const slugOf = (link: string): string | undefined =>
  new URL(link).pathname.split('/').filter(Boolean).at(-1);

interface FeedFilterProps {
  /** The chosen feed, if the server knows it. */
  known: EntryFeed | null | undefined;
}

/** Filters entries by a feed. */
const FeedFilter = ({ known }: FeedFilterProps) => {
  const t = useTranslation();
  const toKind = useKindName();
  const { feed, change } = useView();
  const [chosen, setChosen] = React.useState<TextOption>();
  const named = known && { id: known.id, text: known.title };
  const value = [chosen, named].find((option) => option?.id === feed) ?? undefined;
  return (
    <Box width={{ initial: '100%', medium: '28rem' }}>
      <SearchCombobox
        // Remounts the combobox once the name of the chosen feed is known.
        key={`${feed} ${value !== undefined}`}
        size="S"
        aria-label={t('entries.feed')}
        placeholder={t('entries.feed.all')}
        clearLabel={t('entries.feed.clear')}
        noMatch={t('feeds.noMatch')}
        path="feeds"
        query={OFFERED}
        toOption={(row: FeedRow): TextOption => ({
          id: row.id,
          mark: slugOf(row.link),
          text: `${row.title} · ${toKind(row)}`,
        })}
        value={value}
        onChange={(option) => {
          setChosen(option);
          change(option ? { feed: option.id, locale: '' } : { feed: '' });
        }}
      />
    </Box>
  );
};

interface EntryFiltersProps {
  /** Undefined while it is loaded. */
  offered: OfferedFilters | undefined;
  /** Number of entries in the list; undefined while it is loaded. */
  total: number | undefined;
}

/** Filters of the entries. */
export const EntryFilters = ({ offered, total }: EntryFiltersProps) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const { view, status, locale, change } = useView();
  const statuses = ENTRY_STATUSES.map((value) => {
    const number = value === status && total !== undefined ? ` (${total})` : '';
    return { value, text: t(`entries.status.${value}`) + number };
  });
  return (
    <>
      <SearchInput label={t('entries.search')} placeholder={t('entries.search')} />
      {view === 'entries' ? (
        <FilterSelect
          label={t('entries.column.status')}
          value={status}
          options={statuses}
          onChange={(next) => change({ status: next })}
        />
      ) : null}
      <FeedFilter known={offered?.feed} />
      {offered && offered.locales.length > 1 ? (
        <FilterSelect
          label={t('entries.locale')}
          value={locale}
          all={t('entries.locale.all')}
          options={offered.locales.map(({ code, language }) => ({
            value: code,
            text: nameOf(language),
          }))}
          onChange={(code) => change({ locale: code, feed: '' })}
        />
      ) : null}
    </>
  );
};
