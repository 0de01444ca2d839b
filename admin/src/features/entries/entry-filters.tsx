import { SearchInput, useDebounce } from '@strapi/strapi/admin';
import { Box } from '@strapi/design-system';
import * as React from 'react';

import type { EntryFeed, EntryNumbers } from '../../../../src/panel/admin-api';
import { withDistinctTexts } from '../../shared/distinct-texts';
import { LocaleSelect } from '../../shared/locale-select';
import { useLanguageName } from '../../shared/use-language-name';
import { SearchCombobox } from '../../shared/search-combobox';
import { useTranslation } from '../../shared/use-translation';
import { useTypeName } from '../../shared/use-type-name';
import { useOfferedFeeds } from './use-entries';
import { useView } from './views';

/** Milliseconds without a key stroke before feeds are searched. */
const PAUSE = 300;

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
  const { latest, isLoading } = useOfferedFeeds(search === chosen?.title ? '' : search);
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

interface LocaleFilterProps {
  locales: EntryNumbers['locales'];
}

/** Shows the entries of one language alone. */
const LocaleFilter = ({ locales }: LocaleFilterProps) => {
  const t = useTranslation();
  const { locale, change } = useView();
  return (
    <LocaleSelect
      size="S"
      aria-label={t('entries.locale')}
      locales={locales}
      locale={locale}
      onChoose={(code = '') => change({ locale: code, feed: '' })}
    />
  );
};

interface EntryFiltersProps {
  numbers: EntryNumbers | undefined;
  isSearchable: boolean;
}

/** What of the entries is shown. */
export const EntryFilters = ({ numbers, isSearchable }: EntryFiltersProps) => {
  const t = useTranslation();
  return (
    <>
      {isSearchable ? (
        <SearchInput label={t('entries.search')} placeholder={t('entries.search')} />
      ) : null}
      <FeedFilter feed={numbers?.feed} />
      {numbers && numbers.locales.length > 1 ? <LocaleFilter locales={numbers.locales} /> : null}
    </>
  );
};
