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

const isFile = (value: unknown): value is File => isObject(value) && textIn(value.url) !== '';

/** A heading of a component is an `h2`: the page around it has the `h1`. */
const renderHeading = (text: string): string => {
  const heading = text.replace(/\s+/g, ' ').trim();
  return heading === '' ? '' : `<h2>${escapeHtml(heading)}</h2>\n`;
};

const renderImage = (file: File, caption: string): string => {
  const html = `<img src="${escapeAttribute(textIn(file.url))}" alt="${escapeAttribute(textIn(file.alternativeText))}" />`;
  const below = caption === '' ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<figure>${html}${below}</figure>\n`;
};

/** A link alone in its paragraph. If it leads to sound or film, pages show a player instead. */
const renderLink = (url: string, text: string): string =>
  url === '' ? '' : `<p><a href="${escapeAttribute(url)}">${escapeHtml(text || url)}</a></p>\n`;

const nameOfFile = (file: File): string => textIn(file.alternativeText) || textIn(file.name);

/** How a file is shown. Pages make a player of a link to sound or film that stands alone. */
const kindOfFile = (file: File): 'image' | 'player' | 'download' => {
  const mime = textIn(file.mime);
  if (mime.startsWith('image/')) return 'image';
  return /^(?:audio|video)\//.test(mime) ? 'player' : 'download';
};

const renderFile = (file: File, caption: string): string =>
  kindOfFile(file) === 'image'
    ? renderImage(file, caption)
    : renderLink(textIn(file.url), caption || nameOfFile(file));

/** Links to documents in a list. */
const renderDownloads = (files: File[]): string => {
  const items = files.map((file) => {
    const url = textIn(file.url);
    const name = textIn(file.caption) || nameOfFile(file) || url;
    return `<li><a href="${escapeAttribute(url)}">${escapeHtml(name)}</a></li>\n`;
  });
  return `<ul>\n${items.join('')}</ul>\n`;
};

/** Files in a field of the entry: pictures as figures, sound and film as players, documents as a list. */
const renderGallery = (files: unknown[]): string => {
  const shown = files.filter(isFile);
  const downloads = shown.filter((file) => kindOfFile(file) === 'download');
  const others = shown.filter((file) => !downloads.includes(file));
  const html = others.map((file) => renderFile(file, textIn(file.caption))).join('');
  return downloads.length === 0 ? html : html + renderDownloads(downloads);
};

/**
 * Files in a field of a component: images as figures, others as links.
 *
 * @param caption text that is shown once below all files, instead of their own captions
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

/** A part of a body, in one format. */
export interface BodyPart {
  format: TextFormat;
  text: string;
  /** Set for a quotation, with the name of who said it or an empty text. */
  quote?: { by: string };
}

/** A component of which nothing is shown. */
export interface MissingComponent {
  /** Name that editors know it by. */
  name: string;
  /** Message of the site's function that failed; undefined when there is no function and no known part. */
  error?: string;
}

/**
 * What a body is rendered from. It is plain data: a thread can take it, and its text is a key of caches. All parts
 * together have at most one character more than bodies may have.
 */
export interface BodySource {
  /** None is blank. */
  parts: readonly BodyPart[];
  missing: readonly MissingComponent[];
  /** Whether the body has more than is rendered. */
  isHeavy: boolean;
}

/** Depth of components within components. */
const MAXIMUM_DEPTH = 10;

/** Kinds of missing components that are named at most. */
const MAXIMUM_MISSING = 50;

/** Characters of an error message that are kept. */
const MAXIMUM_ERROR = 300;

type Values = Record<string, unknown>;
type Components = Extract<FieldPlan, { kind: 'components' }>['components'];

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Text of a component's field; empty when there is none. */
const fieldOf = (component: Values, field: string | undefined): string =>
  field === undefined ? '' : textIn(component[field]);

/** Collects parts as long as there is room. */
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
      // One character too many marks a body as heavy: the rest is not kept.
      parts.push({ ...part, text: part.text.slice(0, room + 1) });
      room -= part.text.length;
    },

    addHeavy(text: string): void {
      this.add({ format: 'text', text });
      isHeavy = true;
    },

    addMissing(component: MissingComponent): void {
      if (missing.size < MAXIMUM_MISSING) missing.set(component.name, component);
    },

    result: (): BodySource => ({ parts, missing: [...missing.values()], isHeavy }),
  };
};

type Collector = ReturnType<typeof createCollector>;

const addText = (
  collector: Collector,
  kind: TextFormat | 'blocks',
  value: unknown,
  quote?: BodyPart['quote'],
): void => {
  const quoted = quote ? { quote } : {};
  if (kind !== 'blocks') {
    collector.add({ format: kind, text: asText(value), ...quoted });
    return;
  }
  try {
    collector.add({ format: 'html', text: renderBlocks(value), ...quoted });
  } catch (error) {
    if (!(error instanceof TooHeavyError)) throw error;
    collector.addHeavy(textOfBlocks(value, MAXIMUM_BODY));
  }
};

/** Adds what the site's own function makes of a component. */
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
    collector.addMissing({ name, error: message.slice(0, MAXIMUM_ERROR) });
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
    collector.addMissing({ name: plan?.name ?? uid.slice(0, MAXIMUM_ERROR) });
  } else {
    plan.parts.forEach((part) => addPart(collector, components, part, value, depth));
  }
};

const addField = (collector: Collector, plan: FieldPlan, value: unknown): void => {
  switch (plan.kind) {
    case 'components':
      for (const component of severalOf(value)) {
        const uid = plan.component ?? (isObject(component) ? asText(component.__component) : '');
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
 * Makes the source of a body from a value and its plan. The site's own functions are called only here: from then on
 * their result is a text like any other.
 */
export const bodySource = (plan: BodyPlan, value: unknown): BodySource => {
  const collector = createCollector();
  if (plan.kind !== 'several') addField(collector, plan, value);
  else plan.fields.forEach((field, index) => addField(collector, field, severalOf(value)[index]));
  return collector.result();
};

/** Sources by body: each body that was read is converted once, however many parts of a response show it. */
const sourcesByBody = new WeakMap<object, BodySource>();

export const bodySourceOf = (body: Body): BodySource => {
  if (typeof body === 'string') return bodySource({ kind: 'markdown' }, body);
  const source = sourcesByBody.get(body) ?? bodySource(body.plan, body.value);
  sourcesByBody.set(body, source);
  return source;
};

/** Number of characters that a body has to render. */
export const charactersOf = ({ parts }: BodySource): number =>
  parts.reduce((sum, { text }) => sum + text.length, 0);

/** Whether a body has nothing to show. */
export const isEmpty = (body: Body | undefined): boolean =>
  !body || bodySourceOf(body).parts.length === 0;
