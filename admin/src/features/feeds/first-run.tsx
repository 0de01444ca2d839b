import { Box, Flex, LinkButton, Typography } from '@strapi/design-system';
import { ArrowRight, CheckCircle } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { FeedPage } from '../../../../src/panel/admin-api';
import { createArticle, createTag, listArticles } from '../../shared/entry-addresses';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';

interface FirstRunProps {
  exists: FeedPage['exists'];
}

interface Step {
  title: TranslationKey;
  explained: TranslationKey;
  isDone: boolean;
  to: string;
}

/** What to do next, for whoever has published nothing yet. */
export const FirstRun = ({ exists }: FirstRunProps) => {
  const t = useTranslation();
  const steps: Step[] = [
    {
      title: 'start.tag',
      explained: 'start.tag.explained',
      isDone: exists.tags,
      to: createTag,
    },
    {
      title: 'start.article',
      explained: 'start.article.explained',
      isDone: exists.articles,
      to: createArticle,
    },
    {
      title: 'start.publish',
      explained: 'start.publish.explained',
      isDone: exists.published,
      to: listArticles,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);

  return (
    <Box background="neutral0" shadow="tableShadow" hasRadius padding={{ initial: 4, medium: 8 }}>
      <Typography variant="beta" tag="h2">
        {t('start.title')}
      </Typography>
      <Box paddingTop={2} paddingBottom={6}>
        <Typography textColor="neutral600">{t('start.intro')}</Typography>
      </Box>
      <Flex tag="ol" direction="column" alignItems="stretch" gap={3}>
        {steps.map((step, index) => (
          <Flex
            key={step.title}
            tag="li"
            gap={4}
            padding={4}
            hasRadius
            borderColor={step === next ? 'primary200' : 'neutral150'}
            background={step === next ? 'primary100' : 'neutral0'}
            direction={{ initial: 'column', medium: 'row' }}
            alignItems={{ initial: 'flex-start', medium: 'center' }}
          >
            <Flex
              justifyContent="center"
              background={step.isDone ? 'success100' : 'neutral150'}
              borderRadius="50%"
              width="3.2rem"
              height="3.2rem"
              shrink={0}
              aria-hidden
            >
              {step.isDone ? (
                <CheckCircle fill="success600" />
              ) : (
                <Typography fontWeight="bold" textColor="neutral800">
                  {index + 1}
                </Typography>
              )}
            </Flex>
            <Flex direction="column" alignItems="flex-start" gap={1} flex={1}>
              <Typography variant="delta" tag="h3">
                {t(step.title)}
              </Typography>
              <Typography textColor="neutral700">{t(step.explained)}</Typography>
            </Flex>
            {step.isDone ? (
              <Typography fontWeight="bold" textColor="success700">
                {t('start.done')}
              </Typography>
            ) : (
              <LinkButton
                tag={Link}
                to={step.to}
                variant={step === next ? 'default' : 'tertiary'}
                endIcon={<ArrowRight />}
              >
                {t(step.title)}
              </LinkButton>
            )}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
};
