import { Box, Flex, TextButton, Typography } from '@strapi/design-system';

import type { FieldLabel } from '../../shared/field-label';
import { useTranslation } from '../../shared/use-translation';

interface NowhereProps {
  /** Fields of the form to fill in. */
  fields: string[];
  label: FieldLabel;
  toField: (field: string) => void;
}

/** Above all else: Strapi shows the entry as published, and no reader finds it. */
export const Nowhere = ({ fields, label, toField }: NowhereProps) => {
  const t = useTranslation();
  return (
    <Box
      role="alert"
      background="danger100"
      borderColor="danger200"
      hasRadius
      padding={3}
      data-testid="syndication-nowhere"
    >
      <Typography variant="pi" tag="p" textColor="danger700">
        {t('panel.nowhere')}
      </Typography>
      <Flex direction="column" alignItems="flex-start" gap={1} paddingTop={2}>
        {fields.map((field) => (
          <TextButton key={field} type="button" onClick={() => toField(field)}>
            {t('problem.toField', { field: label(field) })}
          </TextButton>
        ))}
      </Flex>
    </Box>
  );
};
