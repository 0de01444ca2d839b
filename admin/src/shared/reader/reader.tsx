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

/** The picture of an item; nothing if the panel cannot load it, for example because of its CSP. */
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

/** Audio or video of an item, with a player and a link. */
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

/** Height of a text in pixels before its layout. */
const UNKNOWN_HEIGHT = 120;

const Frame = styled.iframe`
  display: block;
  width: 100%;
  border: 0;
`;

/** The current height of a frame's content, in pixels. */
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
  /** Title for screen readers. */
  title: string;
  /** Sanitised HTML. */
  html: string;
  /** Height in pixels from which the text scrolls. */
  maximumHeight?: number;
  /** Pixels. */
  fontSize?: number;
}

/**
 * The full text of an item as in the feed. A frame isolates its style from the panel's, and the panel from the
 * text. No script runs in it, but its height can be read.
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
  return (
    <Frame
      ref={frame}
      title={t('reader.text', { title })}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      loading="lazy"
      srcDoc={frameDocument(html, { colours: colors, fontSize })}
      onLoad={onLoad}
      style={{ height: Math.min(height, maximumHeight) }}
    />
  );
};

interface TextSwitchProps {
  isFull: boolean;
  onChange: (isFull: boolean) => void;
}

/** Switches between the summary and the full text of items. */
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
