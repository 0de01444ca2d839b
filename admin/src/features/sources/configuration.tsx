import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';

import type { SourceType } from '../../../../src/panel/admin-api';
import { useCopy } from '../../shared/address-actions';
import { useTranslation } from '../../shared/use-translation';

/** Languages a configuration may be in, by what people call them. */
const LANGUAGES = [
  ['typescript', 'TypeScript'],
  ['javascript', 'JavaScript'],
] as const;

interface ConfigurationProps {
  configuration: NonNullable<SourceType['configuration']>;
}

/** What a developer writes to have the type published. */
export const Configuration = ({ configuration }: ConfigurationProps) => {
  const t = useTranslation();
  const copy = useCopy();
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Flex justifyContent="space-between" gap={4} wrap="wrap">
        <Typography variant="delta" tag="h3">
          {t('sources.copy')}
        </Typography>
        <Flex gap={2} wrap="wrap">
          {LANGUAGES.map(([language, label]) => (
            <Button
              key={language}
              variant="secondary"
              size="S"
              startIcon={<Duplicate />}
              aria-label={`${t('sources.copy')}: ${label}`}
              onClick={() => copy(configuration[language])}
            >
              {label}
            </Button>
          ))}
        </Flex>
      </Flex>
      <Typography textColor="neutral600">{t('sources.copy.explained')}</Typography>
      <Box background="neutral100" hasRadius padding={4} overflow="auto">
        <pre style={{ fontFamily: 'monospace', fontSize: '1.3rem', lineHeight: 1.6 }}>
          {configuration.typescript.trimEnd()}
        </pre>
      </Box>
    </Flex>
  );
};
