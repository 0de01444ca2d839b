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
import { Card, StatusBadge, WRAP_IN_TABLES } from '../../shared/blocks';
import { useDates } from '../../shared/dates';
import { editEntry, feedPage } from '../../shared/entry-addresses';
import { useKindName } from '../../shared/names';
import { PROBLEMS_PERMISSIONS, useMay } from '../../shared/permissions';
import { type RequestState, useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';

/** Identifies an entry on the page. */
export const keyOf = ({
  contentType,
  documentId,
  locale,
}: Pick<EntryInFeeds, 'contentType' | 'documentId' | 'locale'>): string =>
  `${contentType} ${documentId} ${locale ?? ''}`;

const STATUS_VARIANTS = {
  nowhere: 'danger',
  live: 'success',
  scheduled: 'primary',
  draft: 'secondary',
} as const satisfies Record<ShownStatus, string>;

/** The public status of an entry, in a word. */
export const EntryStatusBadge = ({ status }: { status: ShownStatus }) => {
  const t = useTranslation();
  return (
    <StatusBadge variant={STATUS_VARIANTS[status]}>{t(`entries.status.${status}`)}</StatusBadge>
  );
};

interface EntryTitleProps {
  entry: TitledEntry;
  /** Shown instead of the title. */
  children?: React.ReactNode;
}

/** The title of an entry, linked for users who may edit it. */
export const EntryTitle = ({ entry, children }: EntryTitleProps) => {
  const t = useTranslation();
  const { contentType, documentId, locale, title, mayEdit } = entry;
  const shown = children ?? <span style={WRAP_IN_TABLES}>{title || t('panel.item.noTitle')}</span>;
  return mayEdit ? (
    <DesignLink tag={Link} to={editEntry(contentType, documentId, locale)}>
      {shown}
    </DesignLink>
  ) : (
    <Typography textColor="neutral800">{shown}</Typography>
  );
};

/** A button to an entry, for users who may edit it. */
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

/** The type and language of an entry. */
export const EntryKind = ({ entry }: { entry: Pick<EntryInFeeds, 'typeName' | 'language'> }) => (
  <Typography variant="pi" textColor="neutral600">
    {useKindName()(entry)}
  </Typography>
);

/** The entry's publication date in the site's time zone; for a draft without one, its last change. */
export const EntryDate = ({ entry }: { entry: EntryInFeeds }) => {
  const t = useTranslation();
  const toDate = useDates(entry.timeZone);
  const { date, changed } = entry;
  const undated = changed ? t('entries.changed', { date: toDate(changed) }) : '–';
  return <Typography textColor="neutral800">{date ? toDate(date) : undated}</Typography>;
};

/** The feeds that contain or will contain an entry. */
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
            <span style={WRAP_IN_TABLES}>{title}</span>
          </DesignLink>
        </li>
      ))}
    </Flex>
  );
};

/** Default number of entries per page. */
const PAGE_SIZE = 20;

/** Smallest page size: a list that fits on it needs no pagination. */
const MINIMUM_PAGE_SIZE = 10;

/** Pagination of a list, if there are several pages. */
export const Pages = ({ pagination }: Pick<EntryPage, 'pagination'>) => {
  // A phone has no room for the page size.
  const isMobile = useIsMobile();
  return pagination.total > MINIMUM_PAGE_SIZE ? (
    <Pagination.Root {...pagination} defaultPageSize={PAGE_SIZE}>
      {isMobile ? null : <Pagination.PageSize />}
      <Pagination.Links />
    </Pagination.Root>
  ) : null;
};

/** A sentence instead of a list, or below it. */
export const Notice = ({ children }: { children: string }) => (
  <Typography tag="p" variant="pi" textColor="neutral600">
    {children}
  </Typography>
);

/** Shown instead of an empty list. */
export const EmptyList = ({ children }: { children: string }) => (
  <Card padding={8}>
    <Typography tag="p" textAlign="center" textColor="neutral600" role="status">
      {children}
    </Typography>
  </Card>
);

/** What needs attention; asked for only if the user may see problems. */
export const useAttention = (query: string): RequestState<Attention> =>
  useAnswer<Attention>(useMay(PROBLEMS_PERMISSIONS) ? `attention?${query}` : undefined);

/** Whether the server checked everything: only then does an empty list mean that nothing is wrong. */
export const isComplete = ({ cut, late, isBehind }: Attention): boolean =>
  cut.length === 0 && late === 0 && !isBehind;
