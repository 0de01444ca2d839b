import { useDocumentRBAC, useForm } from '@strapi/strapi/admin';
import { Box, Flex, Link as DesignLink, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';
import { Link } from 'react-router-dom';

import type {
  ArticlePreview,
  PreviewEffect,
  PreviewFeed,
  SharedPreview,
} from '../../../../src/panel/admin-api';
import { AddressActions } from '../../shared/address-actions';
import { WRAP_ANYWHERE, Section, Withheld } from '../../shared/blocks';
import { useDates } from '../../shared/dates';
import { publishedTypes } from '../../shared/edit-view';
import { feedPage } from '../../shared/entry-addresses';
import type { FieldLabel } from '../../shared/names';
import { SHARE_PERMISSIONS, useMay, useMayType } from '../../shared/permissions';
import { Cover, Enclosure, ItemFrame, TextSwitch } from '../../shared/reader/reader';
import { useAnswer } from '../../shared/use-request';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { isScheduling } from '../publishing/kept';
import { OtherChoiceButton } from '../publishing/question';
import type { FormEntry } from './use-preview';

interface PublishSectionProps {
  preview: ArticlePreview;
  /** Key of the entry. */
  entry: string;
  /** Whether the saved entry is published, even for a date in the future. */
  isPublished: boolean;
}

/** Title of the section: when the effects happen. A user who may write may lack permission to publish. */
const useEffectsTitle = (preview: ArticlePreview): TranslationKey => {
  const mayPublish = useDocumentRBAC('SyndicationEffects', ({ canPublish }) => canPublish);
  if (preview.isPublicAtOnce) return 'panel.effects.save';
  if (!mayPublish) return 'panel.effects.others';
  return isScheduling(preview) ? 'panel.effects.schedule' : 'panel.effects';
};

/** Lists what subscribers notice when the form is published as it stands. */
export const PublishSection = ({ preview, entry, isPublished }: PublishSectionProps) => {
  const t = useTranslation();
  const moment = useEffectsTitle(preview);
  const toDate = useDates(preview.timeZone);
  const isModified = useForm('SyndicationEffects', ({ modified }) => modified);
  const toText = (effect: PreviewEffect): string => {
    if (effect.code === 'ended') return t('panel.ended', { date: toDate(effect.since) });
    const { code, ...values } = effect;
    const said = 'until' in values ? { until: toDate(values.until) } : values;
    return t(`panel.effect.${code}`, { ...said });
  };
  // The status already says the date of an unchanged scheduled entry.
  const isWaiting = isPublished && !isModified;
  if (preview.effects.length === 0 || isWaiting) return null;
  return (
    <Section title={t(moment)}>
      <Typography variant="pi" tag="p" textColor="neutral800" style={WRAP_ANYWHERE}>
        {preview.effects.map((effect) => (
          <span key={effect.code} data-effect={effect.code}>
            {toText(effect)}{' '}
          </span>
        ))}
        {/* Readers do not have a scheduled entry yet, so publishing it is no correction. */}
        {preview.publicLink === null || isScheduling(preview) ? null : (
          <OtherChoiceButton entry={entry} />
        )}
      </Typography>
    </Section>
  );
};

interface PlaceSectionProps {
  preview: ArticlePreview;
  label: FieldLabel;
  /** The saved draft, if readers do not have it. */
  draft?: FormEntry;
  /** Changes with each save. */
  version: string;
}

/** Preview link of the draft for somebody without an account. */
const useSharedPreview = (draft: FormEntry | undefined, version: string) => {
  const maySharePreviews = useMay(SHARE_PERMISSIONS);
  const { contentType, documentId = '', locale = '' } = draft ?? { contentType: '' };
  const query = new URLSearchParams({ contentType, documentId, locale }).toString();
  const { latest } = useAnswer<SharedPreview | null>(
    maySharePreviews && draft ? `previews/address?${query}` : undefined,
    // A save starts the lifetime of the link again.
    { version },
  );
  return draft && latest;
};

/** Says why the entry has no address. */
const useMissingAddress = ({ item, problems = [] }: ArticlePreview, label: FieldLabel): string => {
  const t = useTranslation();
  if (item.missing.length > 0) {
    return t('panel.item.addressNeeds', { fields: item.missing.map(label).join(', ') });
  }
  if (problems.some(({ code }) => code === 'slug-taken' || code === 'address-taken')) {
    return t('slug.taken.article');
  }
  return t(item.title ? 'panel.item.noAddress' : 'slug.noHeading.article');
};

/** Shows the entry's public address, present or future, and the preview link of its draft. */
export const PlaceSection = ({ preview, label, draft, version }: PlaceSectionProps) => {
  const t = useTranslation();
  const toDate = useDates(preview.timeZone);
  const missingAddress = useMissingAddress(preview, label);
  const shared = useSharedPreview(draft, version);
  const isModified = useForm('SyndicationPlace', (state) => state.modified);
  const { publicLink, item } = preview;
  const address = publicLink ?? item.link;
  const title = t(publicLink === null ? 'panel.place.later' : 'panel.place');
  const draftLink = t('panel.draft');
  return (
    <Section
      title={title}
      actions={
        address === null ? null : (
          <AddressActions address={address} subject={title} isToCome={publicLink === null} />
        )
      }
    >
      <Typography
        variant="pi"
        tag="p"
        textColor="neutral800"
        style={WRAP_ANYWHERE}
        data-testid="syndication-place"
      >
        {address ?? missingAddress}
      </Typography>
      {shared ? (
        <>
          <Flex justifyContent="space-between" gap={2}>
            <Typography variant="pi" fontWeight="bold" textColor="neutral800">
              {draftLink}
            </Typography>
            <AddressActions address={shared.page ?? shared.feed} subject={draftLink} />
          </Flex>
          <Typography variant="pi" tag="p" textColor="neutral600">
            {t('panel.draft.explained', { until: toDate(shared.expires) })}
            {isModified ? ` ${t('panel.draft.saved')}` : null}
          </Typography>
        </>
      ) : null}
    </Section>
  );
};

/** Height in pixels from which a full text scrolls. */
const TEXT_HEIGHT = 420;

interface ItemSectionProps {
  preview: ArticlePreview;
}

const Summary = ({ item }: Pick<ArticlePreview, 'item'>) => {
  const t = useTranslation();
  const [isWhole, setIsWhole] = React.useState(false);
  const isCut = item.excerpt !== item.summary.trim();
  return (
    <Box>
      <Typography
        variant="pi"
        tag="p"
        dir="auto"
        textColor="neutral800"
        style={{ whiteSpace: 'pre-line' }}
      >
        {(isWhole ? item.summary : item.excerpt) || t('panel.item.noSummary')}
      </Typography>
      {isCut ? (
        <TextButton onClick={() => setIsWhole(!isWhole)} aria-expanded={isWhole} type="button">
          {isWhole ? t('panel.item.less') : t('panel.item.more')}
        </TextButton>
      ) : null}
    </Box>
  );
};

const FullText = ({ item }: Pick<ArticlePreview, 'item'>) => {
  const t = useTranslation();
  const title = item.title || t('panel.item.noTitle');
  if (item.contentHtml !== null) {
    return (
      <ItemFrame title={title} html={item.contentHtml} maximumHeight={TEXT_HEIGHT} fontSize={14} />
    );
  }
  return (
    <Typography variant="pi" tag="p" textColor="neutral600">
      {item.isTextLeftOut ? t('reader.leftOut') : t('reader.noText')}
    </Typography>
  );
};

/** The item as a feed reader shows it. */
export const ItemSection = ({ preview }: ItemSectionProps) => {
  const { item, feeds, timeZone, isPublicAtOnce, lastTold } = preview;
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const contents = new Set(feeds.map(({ content }) => content));
  // Until the editor chooses, show what the first feed, the one with every article, contains.
  const [chosen, setChosen] = React.useState<boolean>();
  const isFull = (contents.size > 1 ? chosen : undefined) ?? feeds[0]?.content === 'full';
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {contents.size > 1 ? <TextSwitch isFull={isFull} onChange={setChosen} /> : null}
      <Box
        background="neutral100"
        borderColor="neutral200"
        hasRadius
        padding={3}
        style={WRAP_ANYWHERE}
        data-testid="syndication-item"
      >
        <Flex direction="column" alignItems="stretch" gap={2}>
          <Box>
            <Typography variant="omega" fontWeight="bold" tag="p" dir="auto" textColor="neutral800">
              {item.title || t('panel.item.noTitle')}
            </Typography>
            <Typography variant="pi" tag="p" textColor="neutral600">
              {item.date
                ? toDate(item.date)
                : t(isPublicAtOnce ? 'panel.item.dateAtSave' : 'panel.item.dateAtPublication')}
            </Typography>
          </Box>
          {item.cover ? <Cover cover={item.cover} /> : null}
          {isFull ? <FullText item={item} /> : <Summary item={item} />}
          {item.enclosure ? <Enclosure enclosure={item.enclosure} title={item.title} /> : null}
        </Flex>
      </Box>
      {/* Subscribers were never told of an entry that every feed excludes. */}
      {lastTold !== null && feeds.some(({ now }) => now) ? (
        <Typography variant="pi" textColor="neutral700" data-testid="syndication-last-told">
          {t('panel.lastTold', { date: toDate(lastTold) })}
        </Typography>
      ) : null}
    </Flex>
  );
};

interface FeedsSectionProps {
  contentType: string;
  preview: ArticlePreview;
  label: FieldLabel;
}

/** Whether the entry is in a feed, enters it or leaves it. */
const stateOf = (
  { now, next }: PreviewFeed,
  isFuture: boolean,
  isPublicAtOnce: boolean,
): TranslationKey => {
  // A future date removes a published entry from the feed until then.
  if (now) return next && !isFuture ? 'panel.feed.now' : 'panel.feed.leaves';
  if (isFuture) return 'panel.feed.later';
  return isPublicAtOnce ? 'panel.feed.next.save' : 'panel.feed.next';
};

const COLOURS: Partial<Record<TranslationKey, string>> = {
  'panel.feed.now': 'success700',
  'panel.feed.leaves': 'danger700',
};

/** Lists the feeds that contain or will contain an article, and why other feeds do not. */
export const FeedsSection = ({
  contentType,
  preview: { feeds, reasons, isPublicAtOnce },
  label,
}: FeedsSectionProps) => {
  const t = useTranslation();
  const mayReadType = useMayType('read');
  const topics = publishedTypes()[contentType]?.source?.topics ?? [];
  const unreadable = topics.filter((topic) => !mayReadType(topic.contentType));
  const isUnreadable = (field: string): boolean =>
    unreadable.some((topic) => topic.field === field);
  const isFuture = reasons.some(({ code }) => code === 'future');
  const lines = reasons.flatMap((reason) => {
    if (reason.code === 'kept-out' || reason.code === 'no-address') {
      return t(`panel.reason.${reason.code}`);
    }
    // The user cannot choose topics in a field that they cannot see.
    if (reason.code !== 'no-tags' || reason.fields.every(isUnreadable)) return [];
    return t('panel.reason.no-tags', { fields: reason.fields.map(label).join(', ') });
  });
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {unreadable.map(({ field }) => (
        <Withheld key={field}>{t('topics.unreadable', { field: label(field) })}</Withheld>
      ))}
      {lines.map((line) => (
        <Typography key={line} variant="pi" tag="p" textColor="neutral700">
          {line}
        </Typography>
      ))}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1} style={WRAP_ANYWHERE}>
        {feeds.map((feed) => {
          const state = stateOf(feed, isFuture, isPublicAtOnce);
          return (
            <li key={feed.id}>
              {feed.isToCome ? (
                <Typography textColor="neutral700">{feed.title}</Typography>
              ) : (
                <DesignLink tag={Link} to={feedPage(feed.id)}>
                  {feed.title}
                </DesignLink>
              )}{' '}
              <Typography variant="pi" textColor={COLOURS[state] ?? 'neutral600'}>
                {t(state)}
              </Typography>
            </li>
          );
        })}
      </Flex>
    </Flex>
  );
};
