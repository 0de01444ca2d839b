import { Element, isTag, isText } from 'domhandler';

const KINDS = {
  audio: /\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav)$/i,
  video: /\.(?:m4v|mov|mp4|ogv|webm)$/i,
};

/** Players on a page. */
const MAXIMUM_PLAYERS = 50;

const kindOf = (address: string): keyof typeof KINDS | undefined => {
  if (!/^https?:/.test(address) || !URL.canParse(address)) return undefined;
  const { pathname } = new URL(address);
  return (['audio', 'video'] as const).find((kind) => KINDS[kind].test(pathname));
};

/** The link that a paragraph consists of. */
const onlyLink = ({ name, children }: Element): Element | undefined => {
  if (name !== 'p') return undefined;
  const [link, ...others] = children.filter((child) => !isText(child) || child.data.trim() !== '');
  return link && isTag(link) && link.name === 'a' && others.length === 0 ? link : undefined;
};

/** Gives players their controls, and makes one of each link to sound or film alone in its paragraph. */
export const addPlayers = (elements: Element[]): void => {
  let room = MAXIMUM_PLAYERS;
  for (const element of elements) {
    if (element.name === 'audio' || element.name === 'video') {
      element.attribs.controls = '';
      element.attribs.preload ??= 'metadata';
    }
    const link = onlyLink(element);
    const kind = link && kindOf(link.attribs.href ?? '');
    if (!link || !kind || room === 0) continue;
    room -= 1;
    const player = new Element(kind, {
      src: link.attribs.href!,
      controls: '',
      preload: 'metadata',
    });
    const caption = new Element('figcaption', {}, [link]);
    link.attribs.download = '';
    link.parent = caption;
    player.parent = element;
    caption.parent = element;
    element.name = 'figure';
    element.children = [player, caption];
  }
};
