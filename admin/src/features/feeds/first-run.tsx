import { Box, Flex, LinkButton, Typography } from '@strapi/design-system';
import { ArrowRight, CheckCircle } from '@strapi/icons';
import { Link } from 'react-router-dom';

import type { FeedPage, WrittenType } from '../../../../src/panel/admin-api';
import { createEntry, listEntries } from '../../shared/entry-addresses';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { useTypeName } from '../../shared/use-type-name';

type FirstRunProps = Pick<FeedPage, 'exists' | 'start'>;

interface Step {
  title: TranslationKey;
  explained: TranslationKey;
  isDone: boolean;
  to: string;
  type: WrittenType;
}

/** What to do next, for whoever has published nothing yet. */
export const FirstRun = ({ exists, start: { topic, source } }: FirstRunProps) => {
  const t = useTranslation();
  const typeName = useTypeName();
  const steps: Step[] = [];
  if (topic) {
    steps.push({
      title: 'start.topic',
      explained: 'start.topic.explained',
      isDone: exists.tags,
      to: createEntry(topic.contentType, topic.locale),
      type: topic,
    });
  }
  if (source) {
    steps.push(
      {
        title: 'start.entry',
        explained: 'start.entry.explained',
        isDone: exists.articles,
        to: createEntry(source.contentType, source.locale),
        type: source,
      },
      {
        title: 'start.publish',
        explained: 'start.publish.explained',
        isDone: exists.published,
        to: listEntries(source.contentType, source.locale),
        type: source,
      },
    );
  }
  const next = steps.find(({ isDone }) => !isDone);

  return (
    <Box background="neutral0" shadow="tableShadow" hasRadius padding={{ initial: 4, medium: 8 }}>
      <Typography variant="beta" tag="h2">
        {t('start.title', { count: steps.length })}
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
                {t(step.title, { type: typeName(step.type.name) })}
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
                {t(step.title, { type: typeName(step.type.name) })}
              </LinkButton>
            )}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
};
