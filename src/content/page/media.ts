import { Element, isTag, isText, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';

/** What pages need to know about a picture of the media library. */
export interface KnownPicture {
  width: number;
  height: number;
  /** The picture in other sizes, the smallest first; addresses are absolute. */
  sizes: { src: string; width: number }[];
}

/** Pictures by their absolute address. */
export type KnownPictures = Record<string, KnownPicture>;

/**
 * Attributes of the `img` of a known picture, without its address.
 *
 * @param shownAt its width on the page, in the syntax of the attribute `sizes`
 */
export const pictureAttributes = (
  { width, height, sizes }: KnownPicture,
  shownAt: string,
): Record<'width' | 'height' | 'srcset' | 'sizes', string | undefined> => ({
  width: `${width}`,
  height: `${height}`,
  srcset:
    sizes.length > 1 ? sizes.map((size) => `${size.src} ${size.width}w`).join(', ') : undefined,
  sizes: sizes.length > 1 ? shownAt : undefined,
});

/** What a page knows about the pictures of a body. */
interface PictureOptions {
  known: KnownPictures;
  /** Their width on the page, in the syntax of the attribute `sizes`. */
  shownAt: string;
  /** Whether the page shows no picture before these. */
  isFirst: boolean;
}

/** Attributes that are set together, unless the author set one of them. */
const ATTRIBUTE_PAIRS = [
  ['width', 'height'],
  ['srcset', 'sizes'],
] as const;

/**
 * Sets the size of known pictures, so that the page does not move when they load, and offers them in other sizes.
 * All pictures but the first are loaded when a reader comes near.
 */
export const preparePictures = (
  elements: Element[],
  { known, shownAt, isFirst }: PictureOptions,
): void => {
  elements
    .filter(({ name }) => name === 'img')
    .forEach(({ attribs }, index) => {
      if (index > 0 || !isFirst) attribs.loading ??= 'lazy';
      const picture = known[attribs.src ?? ''];
      if (!picture) return;
      const found = pictureAttributes(picture, shownAt);
      for (const names of ATTRIBUTE_PAIRS) {
        if (names.some((name) => attribs[name] !== undefined)) continue;
        names.forEach((name) => {
          if (found[name] !== undefined) attribs[name] = found[name];
        });
      }
    });
};

/** A video of another site. */
interface Video {
  /** Name of the site. */
  site: string;
  /** Page of the video. */
  href: string;
}

const YOUTUBE_HOST = /^(?:(?:www|m|music)\.)?(?:youtube|youtube-nocookie)\.com$/;
const YOUTUBE_ID = /^[\w-]{11}$/;
const VIMEO = /^\/(?:channels\/\w+\/)?\d{5,12}(?:\/\w{6,16})?\/?$/;
const VIMEO_PLAYER = /^\/video\/(\d{5,12})\/?$/;
/** PeerTube runs on any host. Its ids are UUIDs, or UUIDs shortened to 22 letters and digits. */
const PEERTUBE =
  /^\/(?:w|videos\/(?:watch|embed))\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[1-9A-HJ-NP-Za-km-z]{22})\/?$/;

const onYouTube = ({ href, hostname, pathname, searchParams }: URL): Video | undefined => {
  const [, first = '', second = ''] = pathname.split('/');
  const site = 'YouTube';
  if (hostname === 'youtu.be') return YOUTUBE_ID.test(first) ? { site, href } : undefined;
  if (!YOUTUBE_HOST.test(hostname)) return undefined;
  const id = first === 'watch' ? (searchParams.get('v') ?? '') : second;
  if (!YOUTUBE_ID.test(id)) return undefined;
  if (first === 'embed') return { site, href: `https://www.youtube.com/watch?v=${id}` };
  return ['watch', 'shorts', 'live'].includes(first) ? { site, href } : undefined;
};

const onVimeo = ({ href, hostname, pathname, searchParams }: URL): Video | undefined => {
  const site = 'Vimeo';
  if (/^(?:www\.)?vimeo\.com$/.test(hostname)) {
    return VIMEO.test(pathname) ? { site, href } : undefined;
  }
  const [, id] = hostname === 'player.vimeo.com' ? (VIMEO_PLAYER.exec(pathname) ?? []) : [];
  if (id === undefined) return undefined;
  // Vimeo shows an unlisted video only with its key.
  const key = searchParams.get('h') ?? '';
  return { site, href: `https://vimeo.com/${id}${/^\w{6,16}$/.test(key) ? `/${key}` : ''}` };
};

const onPeerTube = ({ origin, href, hostname, pathname }: URL): Video | undefined => {
  const [, id] = PEERTUBE.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  return {
    site: hostname,
    href: pathname.startsWith('/videos/embed/') ? `${origin}/w/${id}` : href,
  };
};

/** The video that an address of a page or of an embedded player leads to; undefined for other addresses. */
const videoOf = (address: string): Video | undefined => {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return onYouTube(url) ?? onVimeo(url) ?? onPeerTube(url);
};

/** Videos that a page has at most. */
const MAXIMUM_VIDEOS = 50;

type Node = Element['children'][number];

const isSpace = (node: Node): boolean => (isText(node) ? node.data.trim() === '' : !isTag(node));

/** Elements between which a link is not part of a text. */
const BLOCKS =
  /^(?:p|h[2-6]|ul|ol|dl|pre|blockquote|figure|table|hr|div|section|details|picture|audio|video)$/;

/** Whether a link is alone: in its paragraph, or between blocks, like a link made of a frame. */
const isAlone = (link: Element): boolean => {
  const { parent } = link;
  if (parent && isTag(parent)) {
    const isOnly = parent.children.every((node) => node === link || isSpace(node));
    return isOnly && /^(?:p|div|figure)$/.test(parent.name);
  }
  const beside = (['prev', 'next'] as const).map((side) => {
    let node = link[side];
    while (node && isSpace(node as Node)) node = node[side];
    return node as Node | null;
  });
  return beside.every((node) => node === null || (isTag(node) && BLOCKS.test(node.name)));
};

/**
 * Shows links to videos of other sites that stand alone as stills with a play mark: the picture in the link, or a
 * dark one with the words of the link. Nothing is requested from the other site until a reader follows the link: a
 * player, or a picture of that site, would tell it who reads what.
 */
export const addVideos = (elements: Element[]): void => {
  let room = MAXIMUM_VIDEOS;
  for (const link of elements) {
    if (link.name !== 'a' || room === 0) continue;
    const { href = '' } = link.attribs;
    const video = videoOf(href);
    if (!video || !isAlone(link)) continue;
    room -= 1;
    const picture = DomUtils.findOne(({ name }) => name === 'img', link.children, true);
    const words = DomUtils.textContent(link).trim();
    const isNamed = words !== '' && words !== href && !/^https?:/.test(words);
    link.attribs.href = video.href;
    if (picture) picture.attribs.alt ||= video.site;
    else {
      const text = new Text(isNamed ? words : video.site);
      text.parent = link;
      link.children = [text];
    }
    const figure = new Element('figure', { class: 'video' });
    const { parent } = link;
    DomUtils.replaceElement(parent && isTag(parent) ? parent : link, figure);
    DomUtils.appendChild(figure, link);
    if (picture || isNamed) {
      const caption = new Element('figcaption', {});
      DomUtils.appendChild(caption, new Text(video.site));
      DomUtils.appendChild(figure, caption);
    }
  }
};
