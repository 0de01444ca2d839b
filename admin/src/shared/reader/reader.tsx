import { Box, Button, Flex, Link, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import * as React from 'react';
import { useIntl } from 'react-intl';
import { styled, useTheme } from 'styled-components';

import { toFileSize } from '../../../../src/lib/text';
import type { ItemParts } from '../../../../src/panel/admin-api';
import { useTranslation } from '../use-translation';
import { frameDocument } from './frame-document';

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

interface EnclosureProps {
  enclosure: NonNullable<ItemParts['enclosure']>;
  /** Title of the item. */
  title: string;
}

/** Sound or film of an item, to hear and see, and to load. */
export const Enclosure = ({ enclosure: { url, type, length }, title }: EnclosureProps) => {
  const t = useTranslation();
  const { locale } = useIntl();
  const [, player] = /^(audio|video)\//.exec(type) ?? [];
  return (
    <Flex direction="column" alignItems="stretch" gap={2} maxWidth="68rem">
      {player ? (
        <Box
          tag={player as 'audio' | 'video'}
          controls
          preload="metadata"
          src={url}
          aria-label={t('reader.player', { title })}
          width="100%"
          maxHeight="40rem"
        />
      ) : null}
      <Link href={url} target="_blank" rel="noreferrer" startIcon={<Download />} isExternal={false}>
        <Typography variant="pi">
          {length > 0
            ? t('reader.download', { size: toFileSize(length, locale) })
            : t('reader.downloadUnsized')}
        </Typography>
      </Link>
    </Flex>
  );
};

/** Pixels a text has until it is laid out. */
const UNKNOWN_HEIGHT = 120;

const Frame = styled.iframe`
  display: block;
  width: 100%;
  border: 0;
`;

/** The height of what a frame shows, in pixels, as it is laid out anew. */
const useHeight = (frame: React.RefObject<HTMLIFrameElement>) => {
  const [height, setHeight] = React.useState(UNKNOWN_HEIGHT);
  const [body, setBody] = React.useState<HTMLElement>();
  React.useEffect(() => {
    if (!body) return undefined;
    const observer = new ResizeObserver(() => setHeight(Math.ceil(body.offsetHeight)));
    observer.observe(body);
    return () => observer.disconnect();
  }, [body]);
  return { height, onLoad: () => setBody(frame.current?.contentDocument?.body) };
};

interface ItemFrameProps {
  /** What is shown, for those who do not see it. */
  title: string;
  /** Sanitised HTML. */
  html: string;
  /** Height from which the text scrolls, in pixels. */
  maximumHeight?: number;
  /** Pixels of its letters. */
  fontSize?: number;
}

/**
 * The full text of an item as it is in the feed. In a frame: the panel's own look stays out of it, and
 * whatever is in the text out of the panel. No script runs there; its height can be read all the same.
 */
export const ItemFrame = ({
  title,
  html,
  maximumHeight = Infinity,
  fontSize = 16,
}: ItemFrameProps) => {
  const t = useTranslation();
  const { colors } = useTheme();
  const frame = React.useRef<HTMLIFrameElement>(null);
  const { height, onLoad } = useHeight(frame);
  const source = React.useMemo(
    () => frameDocument(html, { colours: colors, fontSize }),
    [html, colors, fontSize],
  );
  return (
    <Frame
      ref={frame}
      title={t('reader.text', { title })}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      loading="lazy"
      srcDoc={source}
      onLoad={onLoad}
      style={{ height: Math.min(height, maximumHeight) }}
    />
  );
};

interface TextSwitchProps {
  isFull: boolean;
  onChange: (isFull: boolean) => void;
}

/** Chooses between the summary of items and their full text. */
export const TextSwitch = ({ isFull, onChange }: TextSwitchProps) => {
  const t = useTranslation();
  return (
    <Flex role="group" aria-label={t('reader.switch')} gap={1} wrap="wrap">
      {[false, true].map((choice) => (
        <Button
          key={String(choice)}
          type="button"
          size="S"
          variant={choice === isFull ? 'secondary' : 'tertiary'}
          aria-pressed={choice === isFull}
          onClick={() => onChange(choice)}
        >
          {choice ? t('reader.full') : t('reader.summary')}
        </Button>
      ))}
    </Flex>
  );
};
