import { Link } from 'react-router-dom';
import { styled } from 'styled-components';

/** A link in a sentence, as large as that. */
export const TextLink = styled(Link)`
  color: ${({ theme }) => theme.colors.primary600};
  overflow-wrap: anywhere;
`;
