import { Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import { StatusBadge } from '../../shared/status-badge';
import type { EntryFeed, EntryInFeeds, ShownStatus } from '../../../../src/panel/admin-api';
import { editEntry, feedPage } from '../../shared/entry-addresses';
import { useDates } from '../../shared/use-dates';
import { useLanguageName } from '../../shared/use-language-name';
import { useTranslation } from '../../shared/use-translation';
import { useTypeName } from '../../shared/use-type-name';

/** What tells an entry from all others on the page. */
export const keyOf = ({
  contentType,
  documentId,
  locale,
}: Pick<EntryInFeeds, 'contentType' | 'documentId' | 'locale'>): string =>
  `${contentType} ${documentId} ${locale ?? ''}`;

const LOOKS = {
  nowhere: 'danger',
  live: 'success',
  scheduled: 'primary',
  draft: 'secondary',
} as const satisfies Record<ShownStatus, string>;

/** What readers have of an entry, in a word. */
export const EntryStatusBadge = ({ status }: { status: ShownStatus }) => {
  const t = useTranslation();
  return <StatusBadge variant={LOOKS[status]}>{t(`entries.status.${status}`)}</StatusBadge>;
};

type TitleProps = Pick<EntryInFeeds, 'contentType' | 'documentId' | 'locale' | 'title' | 'mayEdit'>;

/** The title of an entry, with the way to it for who may change it. */
export const EntryTitle = ({ entry }: { entry: TitleProps }) => {
  const t = useTranslation();
  const title = entry.title || t('panel.item.noTitle');
  return entry.mayEdit ? (
    <DesignLink tag={Link} to={editEntry(entry.contentType, entry.documentId, entry.locale)}>
      <span style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{title}</span>
    </DesignLink>
  ) : (
    <Typography textColor="neutral800" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {title}
    </Typography>
  );
};

/** What an entry is, and in which language. */
export const EntryKind = ({ entry }: { entry: Pick<EntryInFeeds, 'typeName' | 'language'> }) => {
  const nameOf = useLanguageName();
  const toTypeName = useTypeName();
  return (
    <Typography variant="pi" textColor="neutral600">
      {[
        toTypeName(entry.typeName),
        ...(entry.language === null ? [] : [nameOf(entry.language)]),
      ].join(' · ')}
    </Typography>
  );
};

/** When readers have an entry, by the clock of the site; of a draft without a date, when it was changed. */
export const EntryDate = ({ entry }: { entry: EntryInFeeds }) => {
  const t = useTranslation();
  const toDate = useDates(entry.timeZone);
  const { date, changed } = entry;
  const undated = changed ? t('entries.changed', { date: toDate(changed) }) : '–';
  return <Typography textColor="neutral800">{date ? toDate(date) : undated}</Typography>;
};

/** The feeds an entry is in, or will be. */
export const EntryFeeds = ({ feeds }: { feeds: EntryFeed[] }) => {
  const t = useTranslation();
  if (feeds.length === 0) {
    return (
      <Typography variant="pi" textColor="neutral600">
        {t('entries.feeds.site')}
      </Typography>
    );
  }
  return (
    <Flex tag="ul" wrap="wrap" gap={2} maxWidth="28rem">
      {feeds.map(({ id, title }) => (
        <li key={id}>
          <DesignLink tag={Link} to={feedPage(id)}>
            {title}
          </DesignLink>
        </li>
      ))}
    </Flex>
  );
};
