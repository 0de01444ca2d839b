import { Box, Flex, Typography, TextButton } from '@strapi/design-system';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import type { FieldLabel } from '../../shared/field-label';
import { Cover } from '../../shared/reader/cover';
import { Enclosure } from '../../shared/reader/enclosure';
import { ItemFrame } from '../../shared/reader/item-frame';
import { TextSwitch } from '../../shared/reader/text-switch';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { Section } from '../../shared/section';
import { Address } from './address';

/** Pixels of a full text that are in sight at once. */
const TEXT_HEIGHT = 420;

interface ItemSectionProps {
  preview: ArticlePreview;
  label: FieldLabel;
}

const Summary = ({ item }: Pick<ArticlePreview, 'item'>) => {
  const t = useTranslation();
  const [isWhole, setIsWhole] = React.useState(false);
  const isCut = item.excerpt !== item.summary.trim();
  return (
    <Box>
      <Typography variant="pi" tag="p" textColor="neutral800" style={{ whiteSpace: 'pre-line' }}>
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

/** Which feeds have what is shown. */
const WhichFeeds = ({ feeds, isFull }: Pick<ArticlePreview, 'feeds'> & { isFull: boolean }) => {
  const t = useTranslation();
  const having = feeds.filter(({ content, next }) => next && (content === 'full') === isFull);
  const values = { feeds: having.map(({ title }) => title).join(', ') };
  const some = isFull ? t('reader.inFull', values) : t('reader.inSummary', values);
  const none = isFull ? t('reader.inFull.none') : t('reader.inSummary.none');
  return (
    <Typography variant="pi" tag="p" textColor="neutral600">
      {having.length > 0 ? some : none}
    </Typography>
  );
};

/** The item as the app of a subscriber shows it. */
export const ItemSection = ({ preview, label }: ItemSectionProps) => {
  const { item, feeds, timeZone, isPublicAtOnce } = preview;
  const t = useTranslation();
  const toDate = useDates(timeZone);
  // As the feed has it that has every article, until the editor chooses.
  const [chosen, setChosen] = React.useState<boolean>();
  const isFull = chosen ?? feeds[0]?.content === 'full';
  return (
    <Section title={t('panel.item')}>
      <TextSwitch isFull={isFull} onChange={setChosen} />
      <Box
        background="neutral100"
        borderColor="neutral200"
        hasRadius
        padding={3}
        style={{ overflowWrap: 'anywhere' }}
        data-testid="syndication-item"
      >
        <Flex direction="column" alignItems="stretch" gap={2}>
          <Box>
            <Typography variant="omega" fontWeight="bold" tag="p" textColor="neutral800">
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
          <Address preview={preview} label={label} />
        </Flex>
      </Box>
      {feeds.length > 0 ? <WhichFeeds feeds={feeds} isFull={isFull} /> : null}
    </Section>
  );
};
