import * as React from 'react';
import { styled, useTheme } from 'styled-components';

import { useTranslation } from '../use-translation';
import { frameDocument } from './frame-document';

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
