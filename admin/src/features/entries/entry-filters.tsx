import { SearchInput, useDebounce } from '@strapi/strapi/admin';
import { Box } from '@strapi/design-system';
import * as React from 'react';

import {
  ENTRY_STATUSES,
  type EntryFeed,
  type EntryNumbers,
  type FeedPage,
} from '../../../../src/panel/admin-api';
import { FilterSelect, SearchCombobox } from '../../shared/choices';
import { withDistinctTexts } from '../../shared/distinct-texts';
import { useLanguageName, useTypeName } from '../../shared/names';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { useView } from './views';

/** Milliseconds without a key stroke before feeds are searched. */
const PAUSE = 300;

/** Feeds that are offered at once; a search finds the others. */
const OFFERED = 20;

/** What stands between a feed's title and what tells it from others. */
const BETWEEN = ' · ';

/** The last part of a path, which tells topics of one name apart; undefined at the root. */
const slugOf = (link: string): string | undefined =>
  new URL(link).pathname.split('/').filter(Boolean).at(-1);

interface FeedFilterProps {
  /** The feed that is chosen, where the server knows it. */
  feed: EntryFeed | null | undefined;
}

/** Shows the entries of one feed alone. */
const FeedFilter = ({ feed: chosen }: FeedFilterProps) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const toTypeName = useTypeName();
  const { feed, change } = useView();
  const [typed, setTyped] = React.useState('');
  const search = useDebounce(typed.split(BETWEEN)[0]!.trim(), PAUSE);
  const query = new URLSearchParams({ pageSize: String(OFFERED) });
  if (search !== '' && search !== chosen?.title) query.set('_q', search);
  const { latest, isLoading } = useAnswer<FeedPage>(`feeds?${query.toString()}`);
  const offered = (latest?.results ?? []).map(({ id, title, typeName, language, link }) => ({
    id,
    mark: slugOf(link),
    text: [
      title,
      typeName === null ? t('feeds.wholeSite') : toTypeName(typeName),
      ...(language === null ? [] : [nameOf(language)]),
    ].join(BETWEEN),
  }));
  const isOffered = offered.some(({ id }) => id === feed);
  const options = withDistinctTexts<{ id: string; text: string; mark?: string }>(
    chosen && !isOffered ? [{ id: chosen.id, text: chosen.title }, ...offered] : offered,
  );
  return (
    <Box width={{ initial: '100%', medium: '28rem' }}>
      <SearchCombobox
        // What is chosen gets its name when that is known.
        key={`${feed} ${options.some(({ id }) => id === feed)}`}
        size="S"
        aria-label={t('entries.feed')}
        value={feed || undefined}
        loading={isLoading}
        loadingMessage={t('loading')}
        placeholder={t('entries.feed.all')}
        clearLabel={t('entries.feed.clear')}
        noOptionsMessage={() => t('feeds.noMatch')}
        options={options}
        onChange={(id) => {
          if (id) change({ feed: id, locale: '' });
        }}
        onClear={() => {
          setTyped('');
          change({ feed: '' });
        }}
        onInputChange={(event) => setTyped(event.currentTarget.value)}
      />
    </Box>
  );
};

interface EntryFiltersProps {
  numbers: EntryNumbers | undefined;
}

/** What of the entries is shown. */
export const EntryFilters = ({ numbers }: EntryFiltersProps) => {
  const t = useTranslation();
  const nameOf = useLanguageName();
  const { view, status, locale, change } = useView();
  const statuses = ENTRY_STATUSES.map((value) => {
    const { count, isWhole } = numbers?.[value] ?? {};
    const number = count === undefined ? '' : ` (${count}${isWhole ? '' : '+'})`;
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
      <FeedFilter feed={numbers?.feed} />
      {numbers && numbers.locales.length > 1 ? (
        <FilterSelect
          label={t('entries.locale')}
          value={locale}
          all={t('entries.locale.all')}
          options={numbers.locales.map(({ code, language }) => ({
            value: code,
            text: nameOf(language),
          }))}
          onChange={(code) => change({ locale: code, feed: '' })}
        />
      ) : null}
    </>
  );
};
