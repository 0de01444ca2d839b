import { InputRenderer } from '@strapi/strapi/admin';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Information } from '@strapi/icons';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

import type { TagNamesake } from '../../../../src/panel/admin-api';
import type { FieldProps } from '../../shared/edit-view-props';
import { editTag } from '../../shared/entry-addresses';
import { useTranslation } from '../../shared/use-translation';
import { useNamesake } from './use-namesake';

const TextLink = styled(Link)`
  color: ${({ theme }) => theme.colors.primary600};
`;

/** A line of the hint, which is one paragraph: no element of its own may stand in it but spans. */
const Namesake = ({ documentId, name, slug }: TagNamesake) => {
  const t = useTranslation();
  return (
    <Flex tag="span" gap={1} alignItems="flex-start" data-testid="syndication-namesake">
      <Box tag="span" paddingTop="1px" aria-hidden>
        <Information fill="primary600" width="1.2rem" height="1.2rem" />
      </Box>
      <Typography
        variant="pi"
        tag="span"
        textColor="neutral800"
        style={{ minWidth: 0, overflowWrap: 'anywhere' }}
      >
        {t('tag.namesake', { name, slug })}{' '}
        <TextLink to={editTag(documentId)}>{t('tag.namesake.open')}</TextLink>
      </Typography>
    </Flex>
  );
};

/** The name of a tag, which says that another one is called so. */
export const TagNameField = ({ name, label, hint, disabled, ...field }: FieldProps) => {
  const namesake = useNamesake(name, disabled === true);
  return (
    <InputRenderer
      {...field}
      name={name}
      type="string"
      label={label as string}
      disabled={disabled}
      hint={
        <>
          <span aria-live="polite">{namesake ? <Namesake {...namesake} /> : null}</span>
          {hint}
        </>
      }
    />
  );
};
