import { escapeAttribute, escapeHtml } from '../lib/escape';
import { isObject, severalOf } from '../lib/values';
import { renderBlocks, textOfBlocks } from './blocks';
import type {
  Body,
  BodyPlan,
  ComponentPart,
  ComponentPlan,
  FieldPlan,
  TextFormat,
} from './article';
import { MAXIMUM_BODY, MAXIMUM_PARTS, TooHeavyError } from './too-heavy';

type File = Record<string, unknown>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isFile = (value: unknown): value is File =>
  typeof value === 'object' && value !== null && textIn((value as File).url) !== '';

/** A heading of a component: the page has the one `h1`. */
const renderHeading = (text: string): string => {
  const heading = text.replace(/\s+/g, ' ').trim();
  return heading === '' ? '' : `<h2>${escapeHtml(heading)}</h2>\n`;
};

const renderImage = (file: File, caption: string): string => {
  const html = `<img src="${escapeAttribute(textIn(file.url))}" alt="${escapeAttribute(textIn(file.alternativeText))}" />`;
  const below = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure>${html}${below}</figure>\n`;
};

/** A link alone in its paragraph: pages make a player of one to sound or film. */
const renderLink = (url: string, text: string): string =>
  url === '' ? '' : `<p><a href="${escapeAttribute(url)}">${escapeHtml(text || url)}</a></p>\n`;

const nameOf = (file: File): string => textIn(file.alternativeText) || textIn(file.name);

/** What a file is shown as: pages make players of links to sound and film that stand alone. */
const kindOf = (file: File): 'image' | 'player' | 'download' => {
  const mime = textIn(file.mime);
  if (mime.startsWith('image/')) return 'image';
  return /^(?:audio|video)\//.test(mime) ? 'player' : 'download';
};

const renderFile = (file: File, caption: string): string =>
  kindOf(file) === 'image'
    ? renderImage(file, caption)
    : renderLink(textIn(file.url), caption || nameOf(file));

/** Documents in a list. */
const renderDownloads = (files: File[]): string => {
  const items = files.map((file) => {
    const url = textIn(file.url);
    const name = textIn(file.caption) || nameOf(file) || url;
    return `<li><a href="${escapeAttribute(url)}">${escapeHtml(name)}</a></li>\n`;
  });
  return `<ul>\n${items.join('')}</ul>\n`;
};

/** Files of a field of the entry itself: pictures as figures, sound and film as players, documents as a list. */
const renderGallery = (files: unknown[]): string => {
  const shown = files.filter(isFile);
  const downloads = shown.filter((file) => kindOf(file) === 'download');
  const others = shown.filter((file) => !downloads.includes(file));
  const html = others.map((file) => renderFile(file, textIn(file.caption))).join('');
  return downloads.length === 0 ? html : html + renderDownloads(downloads);
};

/**
 * Files of the media library: images as figures, others as links.
 *
 * @param caption said once below all of them, instead of their own captions
 */
const renderMedia = (files: unknown[], caption = ''): string => {
  const shown = files.filter(isFile);
  return shown
    .map((file, index) => {
      const isLast = index === shown.length - 1;
      return renderFile(file, caption === '' ? textIn(file.caption) : isLast ? caption : '');
    })
    .join('');
};

/** HTML that is safe already, as a quotation of somebody. */
export const renderQuote = (html: string, by: string): string => {
  const quote = `<blockquote>\n${html.trimEnd()}\n</blockquote>`;
  if (by === '') return `${quote}\n`;
  return `<figure>${quote}<figcaption>${escapeHtml(by)}</figcaption></figure>\n`;
};

/** A stretch of a body, in one format. */
export interface BodyPart {
  format: TextFormat;
  text: string;
  /** It is a quotation, and of whom. */
  quote?: { by: string };
}

/** A component of which nothing is shown. */
export interface MissingComponent {
  /** What editors know it as. */
  name: string;
  /** What the site's function failed with; without, there is none, and no part that is known. */
  error?: string;
}

/** A body made of parts. Never longer than bodies may be, and a little more. */
interface BodyParts {
  parts: readonly BodyPart[];
  missing: readonly MissingComponent[];
  /** Whether there is more of it than is rendered. */
  isHeavy: boolean;
}

/**
 * What a body is rendered from: text alone, so that it can be handed to a thread, and looked up by what
 * it says. A body that is Markdown is itself.
 */
export type BodySource = string | BodyParts;

/** Components within each other. */
const MAXIMUM_DEPTH = 10;

/** Kinds of components that are named: dozens tell enough. */
const MAXIMUM_MISSING = 50;

/** Characters of an error that are kept. */
const MAXIMUM_ERROR = 300;

type Values = Record<string, unknown>;
type Components = Extract<FieldPlan, { kind: 'components' }>['components'];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The text of a field, if there is one. */
const fieldOf = (component: Values, field: string | undefined): string =>
  field === undefined ? '' : textIn(component[field]);

/** Takes parts in as long as there is room. */
const createCollector = () => {
  const parts: BodyPart[] = [];
  const missing = new Map<string, MissingComponent>();
  let room = MAXIMUM_BODY;
  let isHeavy = false;

  return {
    isFull: (): boolean => isHeavy,

    add(part: BodyPart): void {
      if (part.text.trim() === '' || isHeavy) return;
      isHeavy = part.text.length > room || parts.length === MAXIMUM_PARTS;
      // One character too many says as much as megabytes.
      parts.push({ ...part, text: part.text.slice(0, room + 1) });
      room -= part.text.length;
    },

    addHeavy(text: string): void {
      this.add({ format: 'text', text });
      isHeavy = true;
    },

    miss(component: MissingComponent): void {
      if (missing.size < MAXIMUM_MISSING) missing.set(component.name, component);
    },

    result: (): BodyParts => ({ parts, missing: [...missing.values()], isHeavy }),
  };
};

type Collector = ReturnType<typeof createCollector>;

/** Adds a field's value in its format. */
const addText = (
  collector: Collector,
  kind: TextFormat | 'blocks',
  value: unknown,
  quote?: BodyPart['quote'],
): void => {
  const quoted = quote ? { quote } : {};
  if (kind !== 'blocks') {
    collector.add({ format: kind, text: textOf(value), ...quoted });
    return;
  }
  try {
    collector.add({ format: 'html', text: renderBlocks(value), ...quoted });
  } catch (error) {
    if (!(error instanceof TooHeavyError)) throw error;
    collector.addHeavy(textOfBlocks(value, MAXIMUM_BODY));
  }
};

/** What the site's own function makes of a component. */
const addRendered = (
  collector: Collector,
  { name, render }: ComponentPlan,
  component: Values,
): void => {
  try {
    const html: unknown = render!(component);
    if (typeof html !== 'string') throw new TypeError('It gave no text.');
    collector.add({ format: 'html', text: html });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    collector.miss({ name, error: message.slice(0, MAXIMUM_ERROR) });
  }
};

const addPart = (
  collector: Collector,
  components: Components,
  part: ComponentPart,
  component: Values,
  depth: number,
): void => {
  switch (part.kind) {
    case 'heading':
      collector.add({ format: 'html', text: renderHeading(fieldOf(component, part.field)) });
      break;
    case 'media':
      collector.add({
        format: 'html',
        text: renderMedia(severalOf(component[part.field]), fieldOf(component, part.caption)),
      });
      break;
    case 'link':
      collector.add({
        format: 'html',
        text: renderLink(fieldOf(component, part.field), fieldOf(component, part.label)),
      });
      break;
    case 'quote':
      addText(collector, part.quoted.kind, component[part.quoted.field], {
        by: fieldOf(component, part.by),
      });
      break;
    case 'component':
      for (const inner of severalOf(component[part.field])) {
        addComponent(collector, components, part.component, inner, depth + 1);
      }
      break;
    default:
      addText(collector, part.kind, component[part.field]);
  }
};

const addComponent = (
  collector: Collector,
  components: Components,
  uid: string,
  value: unknown,
  depth: number,
): void => {
  if (!isObject(value) || collector.isFull()) return;
  const plan = Object.hasOwn(components, uid) ? components[uid] : undefined;
  if (plan?.render) addRendered(collector, plan, value);
  else if (!plan || plan.parts.length === 0 || depth > MAXIMUM_DEPTH) {
    collector.miss({ name: plan?.name ?? uid.slice(0, MAXIMUM_ERROR) });
  } else {
    plan.parts.forEach((part) => addPart(collector, components, part, value, depth));
  }
};

const addField = (collector: Collector, plan: FieldPlan, value: unknown): void => {
  switch (plan.kind) {
    case 'components':
      for (const component of severalOf(value)) {
        if (collector.isFull()) break;
        const uid = plan.component ?? (isObject(component) ? textOf(component.__component) : '');
        addComponent(collector, plan.components, uid, component, 0);
      }
      break;
    case 'media':
      collector.add({ format: 'html', text: renderGallery(severalOf(value)) });
      break;
    default:
      addText(collector, plan.kind, value);
  }
};

/**
 * What a value is rendered from, by its plan. The site's own functions are called here, and nowhere
 * else: what they give is a text like any other from then on.
 */
export const bodySource = (plan: BodyPlan, value: unknown): BodySource => {
  if (plan.kind === 'markdown') return textOf(value);
  const collector = createCollector();
  if (plan.kind !== 'several') addField(collector, plan, value);
  else plan.fields.forEach((field, place) => addField(collector, field, severalOf(value)[place]));
  return collector.result();
};

/** Made once of each body that is read, however many parts of a response show it. */
const known = new WeakMap<object, BodySource>();

/** What a body is rendered from. */
export const bodySourceOf = (body: Body): BodySource => {
  if (typeof body === 'string') return body;
  const source = known.get(body) ?? bodySource(body.plan, body.value);
  known.set(body, source);
  return source;
};

/** The parts a body is made of. */
export const bodyPartsOf = (source: BodySource): BodyParts =>
  typeof source === 'string'
    ? {
        parts: [{ format: 'markdown', text: source }],
        missing: [],
        isHeavy: source.length > MAXIMUM_BODY,
      }
    : source;

/** Characters there are to render. */
export const charactersOf = (source: BodySource): number =>
  bodyPartsOf(source).parts.reduce((sum, { text }) => sum + text.length, 0);

/** Whether there is nothing to show of a body. */
export const isEmpty = (body: Body | null | undefined): boolean =>
  !body || bodyPartsOf(bodySourceOf(body)).parts.every(({ text }) => text.trim() === '');
