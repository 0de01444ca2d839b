import { Pagination, useIsMobile } from '@strapi/strapi/admin';
import { Flex, Link as DesignLink, LinkButton, Typography } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import type * as React from 'react';
import { Link } from 'react-router-dom';

import type {
  Attention,
  EntryFeed,
  EntryInFeeds,
  EntryPage,
  ShownStatus,
  TitledEntry,
} from '../../../../src/panel/admin-api';
import { Card, StatusBadge, WRAPPED } from '../../shared/blocks';
import { useDates } from '../../shared/dates';
import { editEntry, feedPage } from '../../shared/entry-addresses';
import { useKindName } from '../../shared/names';
import { PROBLEMS_PERMISSIONS, useMay } from '../../shared/permissions';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

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

interface EntryTitleProps {
  entry: TitledEntry;
  /** How the title is shown otherwise than as it is. */
  children?: React.ReactNode;
}

/** The title of an entry, with the way to it for who may change it. */
export const EntryTitle = ({ entry, children }: EntryTitleProps) => {
  const t = useTranslation();
  const { contentType, documentId, locale, title, mayEdit } = entry;
  const shown = children ?? <span style={WRAPPED}>{title || t('panel.item.noTitle')}</span>;
  return mayEdit ? (
    <DesignLink tag={Link} to={editEntry(contentType, documentId, locale)}>
      {shown}
    </DesignLink>
  ) : (
    <Typography textColor="neutral800">{shown}</Typography>
  );
};

/** The way to an entry, for who may change it. */
export const EditButton = ({ entry }: { entry: TitledEntry }) => {
  const t = useTranslation();
  const { contentType, documentId, locale, title, mayEdit } = entry;
  if (!mayEdit) return null;
  return (
    <LinkButton
      tag={Link}
      to={editEntry(contentType, documentId, locale)}
      variant="tertiary"
      size="S"
      startIcon={<Pencil />}
      aria-label={t('feed.edit.label', { title: title || t('panel.item.noTitle') })}
    >
      {t('feed.edit')}
    </LinkButton>
  );
};

/** What an entry is, and in which language. */
export const EntryKind = ({ entry }: { entry: Pick<EntryInFeeds, 'typeName' | 'language'> }) => (
  <Typography variant="pi" textColor="neutral600">
    {useKindName()(entry)}
  </Typography>
);

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
            <span style={WRAPPED}>{title}</span>
          </DesignLink>
        </li>
      ))}
    </Flex>
  );
};

/** Entries on a page, unless another number is chosen. */
const PAGE_SIZE = 20;

/** The smallest page: what fits on it has no other pages. */
const SMALLEST = 10;

/** The way to the other pages of a list, where there are any. */
export const Pages = ({ pagination }: Pick<EntryPage, 'pagination'>) => {
  // A phone has no room for the number on a page beside them.
  const isMobile = useIsMobile();
  return pagination.total > SMALLEST ? (
    <Pagination.Root {...pagination} defaultPageSize={PAGE_SIZE}>
      {isMobile ? null : <Pagination.PageSize />}
      <Pagination.Links />
    </Pagination.Root>
  ) : null;
};

/** A sentence in the place of a list, or below it. */
export const Notice = ({ children }: { children: string }) => (
  <Typography tag="p" variant="pi" textColor="neutral600">
    {children}
  </Typography>
);

/** Said where there is nothing to list. */
export const Nothing = ({ children }: { children: string }) => (
  <Card padding={8}>
    <Typography tag="p" textAlign="center" textColor="neutral600" role="status">
      {children}
    </Typography>
  </Card>
);

/** What needs attention, for who may see problems. */
export const useAttention = (query: string): RequestState<Attention> =>
  useAnswer<Attention>(useMay(PROBLEMS_PERMISSIONS) ? `attention?${query}` : undefined);

/** Whether all was looked at that could need attention: only then nothing found is nothing wrong. */
export const isWholeLook = ({ cut, late, isBehind }: Attention): boolean =>
  cut.length === 0 && late === 0 && !isBehind;
