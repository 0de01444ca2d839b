import { Box, Flex, TextButton, Typography } from '@strapi/design-system';
import * as React from 'react';

import type { ArticlePreview } from '../../../../src/panel/admin-api';
import { Cover } from '../../shared/reader/cover';
import { Enclosure } from '../../shared/reader/enclosure';
import { ItemFrame } from '../../shared/reader/item-frame';
import { TextSwitch } from '../../shared/reader/text-switch';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';

/** Pixels of a full text that are in sight at once. */
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

/** The item as the app of a subscriber shows it. */
export const ItemSection = ({ preview }: ItemSectionProps) => {
  const { item, feeds, timeZone, isPublicAtOnce, lastTold } = preview;
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const contents = new Set(feeds.map(({ content }) => content));
  // As the feed has it that has every article, until the editor chooses.
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
        </Flex>
      </Box>
      {/* Nobody was told of what is kept out of every feed. */}
      {lastTold !== null && feeds.some(({ now }) => now) ? (
        <Typography variant="pi" textColor="neutral700" data-testid="syndication-last-told">
          {t('panel.lastTold', { date: toDate(lastTold) })}
        </Typography>
      ) : null}
    </Flex>
  );
};
