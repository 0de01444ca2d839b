import { Box, Flex, Typography } from '@strapi/design-system';
import { CheckCircle, Information, WarningCircle } from '@strapi/icons';

import { TAG_UID } from '../../../../src/constants';
import { isGenericSlug } from '../../../../src/content/slug';
import type { SlugPreview } from '../../../../src/panel/admin-api';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

/** Who decides the slug, in words. */
const originText = ({ origin, isKnown }: SlugPreview, isTag: boolean): TranslationKey => {
  if (isKnown) return isTag ? 'slug.fixed.tag' : 'slug.fixed.article';
  if (origin === 'heading') return isTag ? 'slug.follows.tag' : 'slug.follows.article';
  return isTag ? 'slug.written.tag' : 'slug.written.article';
};

interface LineProps {
  Icon: typeof CheckCircle;
  colour: 'success' | 'warning' | 'neutral';
  children: string;
}

/** Strapi's orange is too light for small letters. */
const TEXT_COLOURS = {
  success: 'success700',
  warning: 'neutral800',
  neutral: 'neutral600',
} as const;

/** A line of the hint, which is one paragraph: no element of its own may stand in it but spans. */
const Line = ({ Icon, colour, children }: LineProps) => (
  <Flex tag="span" gap={1} alignItems="flex-start">
    <Box tag="span" paddingTop="1px" aria-hidden>
      <Icon fill={`${colour}600`} width="1.2rem" height="1.2rem" />
    </Box>
    <Typography
      variant="pi"
      tag="span"
      textColor={TEXT_COLOURS[colour]}
      style={{ minWidth: 0, overflowWrap: 'anywhere' }}
    >
      {children}
    </Typography>
  </Flex>
);

interface SlugDetailsProps {
  contentType: string;
  preview: SlugPreview;
}

/** What the slug means for readers: the address, whether it is free, whether it may still change. */
export const SlugDetails = ({ contentType, preview }: SlugDetailsProps) => {
  const t = useTranslation();
  const isTag = contentType === TAG_UID;
  const { address, slug, isFormer, isKnown, former } = preview;
  const isOwn = isKnown && former === null;
  if (address === null) {
    return <>{t(isTag ? 'slug.noHeading.tag' : 'slug.noHeading.article')}</>;
  }
  return (
    <Flex tag="span" direction="column" alignItems="stretch" gap={1}>
      <Typography
        variant="pi"
        tag="span"
        textColor="neutral800"
        style={{ overflowWrap: 'anywhere' }}
        data-testid="syndication-address"
      >
        {address}
      </Typography>
      {isFormer ? (
        <Line Icon={WarningCircle} colour="warning">
          {t(isTag ? 'slug.former.tag' : 'slug.former.article')}
        </Line>
      ) : null}
      {isFormer || isOwn ? null : (
        <Line Icon={CheckCircle} colour="success">
          {t('slug.free')}
        </Line>
      )}
      {isGenericSlug(slug) ? (
        <Line Icon={WarningCircle} colour="warning">
          {t('slug.generic')}
        </Line>
      ) : null}
      <Line Icon={Information} colour="neutral">
        {former === null ? t(originText(preview, isTag)) : t('slug.moves', { from: former })}
      </Line>
    </Flex>
  );
};
