import * as React from 'react';
import { styled } from 'styled-components';

import type { ItemParts } from '../../../../src/panel/admin-api';

const Picture = styled.img`
  display: block;
  /* Stretched, a picture of limited height would stand in the middle of its column. */
  align-self: flex-start;
  max-width: 100%;
  max-height: 24rem;
  object-fit: contain;
  border-radius: ${({ theme }) => theme.borderRadius};
`;

/** The picture of an item; nothing where the panel may not load it from where it is. */
export const Cover = ({ cover: { url, alt } }: { cover: NonNullable<ItemParts['cover']> }) => {
  const [failed, setFailed] = React.useState('');
  if (failed === url) return null;
  return <Picture src={url} alt={alt} loading="lazy" onError={() => setFailed(url)} />;
};
