import { isBlank } from '../lib/values';
import { isAddressText } from '../lib/url-paths';
import { excerpt } from '../lib/text';
import { countWords, editorSummary } from './body-summary';
import type { Article, HiddenTopic } from './article';
import type { RenderedBody } from './body';
import type { MissingComponent } from './body-source';
import {
  isFileName,
  type Problem,
  PROBLEM_SEVERITIES,
  type ProblemCode,
  TOLD_OF_A_KIND,
} from './problem';
import { ALLOWED_SCHEMES } from './html';
import { isGenericSlug, SLUG_PATTERN } from '../lib/slug';

/** Titles that feed readers and search results still show whole. */
const MAXIMUM_TITLE = 120;

/** A summary taken from the body that says less than this says too little, in words. */
const MINIMUM_SUMMARY_WORDS = 12;

/** An element, a comment or a character reference. */
const MARKUP = /<(?:\/?[a-z][^>]*|!--.*?--)>|&(?:[a-z]{2,31}|#\d{1,7}|#x[\da-f]{1,6});/i;

/** An article and what its problems depend on. */
export interface Inspected {
  article: Pick<Article, 'title' | 'date' | 'summary' | 'cover'>;
  /** Whether there is a sound or film to hear or see, which needs no words. */
  hasAttachment?: boolean;
  /** The summary as subscribers get it, the editor's or the body's. */
  summary: string;
  body: Pick<RenderedBody, 'references' | 'isHeavy' | 'missing'>;
  /** Absolute address the article has or will have. */
  link: string;
  /** The article as readers have it now, when that may differ. */
  published?: { date: Date };
  /** The slug it has or will have. */
  slug?: string;
  /** Whether the plugin checks it when it is saved: that takes less than an address does. */
  hasPluginSlug?: boolean;
  /** Whether that slug leads readers to another article, which had it. */
  isFormerSlug?: boolean;
  /** Whether another article has that slug, be it a draft: it cannot be saved with it. */
  isSlugTaken?: boolean;
  /** Whether readers find another article at its address. */
  isTaken?: boolean;
  /** Whether a page of the site itself is there, such as the archive. */
  isReserved?: boolean;
  /** Fields of its form that its address lacks: `category`. */
  missingAddress?: readonly string[];
  /** Relations of its form that lead to something that is not published. */
  unpublished?: readonly string[];
  /** Links to pages of the site that are not there. */
  missingLinks?: readonly string[];
  /** Topics that readers do not see, and the fields of the form that lead to them. */
  hiddenTopics?: readonly Pick<HiddenTopic, 'name' | 'field'>[];
  now: Date;
  language: string;
}

/** Characters of an editor's text that a problem repeats. */
const SHOWN = 120;

/** Characters of a title that are searched for markup: many an endless one would take long. */
const SEARCHED = 1_000;

type Params = Problem['params'];

/** A rule finds the parameters of each problem; one without parameters is `{}`. */
type Rule = (facts: Inspected) => Params[];

/** An address to name in a problem: an embedded image would be megabytes long. */
const named = (addresses: string[]): Params[] =>
  [...new Set(addresses)]
    .slice(0, TOLD_OF_A_KIND)
    .map((address) => ({ address: excerpt(address, SHOWN) }));

/**
 * The name of a file as an editor knows it, from its address: Strapi puts a hash behind the name that it
 * was loaded up with.
 */
const fileName = (address: string): string => {
  const [path = ''] = address.split(/[?#]/);
  const name = path
    .split('/')
    .at(-1)!
    .replace(/_[0-9a-f]{10}(?=\.\w+$)/, '');
  return address.startsWith('data:') || name === '' ? address : name;
};

/** Components to name in a problem. */
const components = (missing: readonly MissingComponent[]): Params[] =>
  missing.slice(0, TOLD_OF_A_KIND).map(({ name }) => ({ component: excerpt(name, SHOWN) }));

/** Fields of the form to name in a problem. */
const fields = (paths: readonly string[] = []): Params[] =>
  paths.slice(0, TOLD_OF_A_KIND).map((field) => ({ field }));

const isUsable = (address: string, baseUrl: string, schemes: string[]): boolean => {
  if (!URL.canParse(address, baseUrl)) return false;
  const { protocol } = new URL(address, baseUrl);
  return schemes.includes(protocol.slice(0, -1));
};

/** The summary, when it is taken from the body. */
const summaryOfBody = ({ article, summary }: Inspected): string | undefined =>
  editorSummary(article) === undefined ? summary : undefined;

/** An attachment is enough: sound and film need no text. */
const isTextless = (facts: Inspected): boolean =>
  summaryOfBody(facts) === '' && !facts.hasAttachment;

const isUntitled = ({ article: { title } }: Inspected): boolean => isBlank(title);

const isMoved = ({ article, published }: Inspected): boolean =>
  published !== undefined && published.date.getTime() !== article.date.getTime();

const isPostponed = (facts: Inspected): boolean => isMoved(facts) && facts.article.date > facts.now;

const dates = ({ article, published }: Inspected): Params[] => [
  { from: published!.date.toISOString(), to: article.date.toISOString() },
];

const RULES: Record<ProblemCode, Rule> = {
  'image-address': ({ body, link }) => {
    const { images, unread } = body.references;
    return named([
      ...images
        .map(({ address }) => address)
        .filter((address) => !address.trim() || !isUsable(address, link, ['http', 'https'])),
      ...unread.images,
    ]);
  },

  'link-address': ({ body, link }) => {
    const { links, unread, empty } = body.references;
    return named([
      ...empty.map((text) => `[${excerpt(text, SHOWN)}]()`),
      ...[...new Set(links)].filter((address) => !isUsable(address, link, ALLOWED_SCHEMES)),
      ...unread.links,
    ]);
  },

  'date-postponed': (facts) => (isPostponed(facts) ? dates(facts) : []),

  // Of a form that was only opened, what is missing is no fault yet.
  'title-empty': (facts) => (isUntitled(facts) && !isTextless(facts) ? [{}] : []),

  'summary-empty': (facts) => (isTextless(facts) && !isUntitled(facts) ? [{}] : []),

  'slug-invalid': ({ slug = '', hasPluginSlug = false }) => {
    const isSlug = hasPluginSlug ? SLUG_PATTERN.test(slug) : isAddressText(slug);
    return slug.trim() !== '' && !isSlug ? [{ slug: excerpt(slug, SHOWN) }] : [];
  },

  'slug-taken': ({ slug = '', isSlugTaken = false }) => (isSlugTaken ? [{ slug }] : []),

  // Of a form that was only opened, what is missing is no fault yet.
  'address-missing': (facts) => (isUntitled(facts) ? [] : fields(facts.missingAddress)),

  'address-taken': ({ isTaken = false, link }) => (isTaken ? named([link]) : []),

  'address-reserved': ({ isReserved = false, link }) => (isReserved ? named([link]) : []),

  'body-heavy': ({ body: { isHeavy } }) => (isHeavy ? [{}] : []),

  'component-unknown': ({ body: { missing = [] } }) =>
    components(missing.filter(({ error }) => error === undefined)),

  'component-failed': ({ body: { missing = [] } }) =>
    components(missing.filter(({ error }) => error !== undefined)),

  'link-missing': ({ missingLinks = [] }) => named([...missingLinks]),

  'relation-unpublished': ({ unpublished }) => fields(unpublished),

  'topic-hidden': ({ hiddenTopics = [] }) =>
    hiddenTopics
      .slice(0, TOLD_OF_A_KIND)
      .map(({ name, field }) => ({ name: excerpt(name, SHOWN), field })),

  'title-html': ({ article: { title } }) => {
    const [markup] = MARKUP.exec(title.slice(0, SEARCHED)) ?? [];
    return markup === undefined ? [] : [{ markup: excerpt(markup, SHOWN) }];
  },

  'title-long': ({ article: { title } }) => {
    const length = [...title].length;
    return length > MAXIMUM_TITLE ? [{ length, maximum: MAXIMUM_TITLE }] : [];
  },

  'summary-short': (facts) => {
    const summary = summaryOfBody(facts);
    if (!summary) return [];
    const words = countWords(summary, facts.language);
    return words < MINIMUM_SUMMARY_WORDS ? [{ words }] : [];
  },

  'image-alt': ({ body: { references }, article: { cover } }) =>
    named(
      [
        ...(cover ? [{ address: cover.url, alt: cover.alternativeText ?? '' }] : []),
        ...references.images,
      ]
        .filter(({ alt, address }) => !alt.trim() || isFileName(alt, address))
        .map(({ address }) => address),
    ).map(({ address = '' }) => ({ address, name: fileName(String(address)) })),

  'date-moved': (facts) => (isMoved(facts) && !isPostponed(facts) ? dates(facts) : []),

  'slug-former': ({ slug = '', isFormerSlug = false }) => (isFormerSlug ? [{ slug }] : []),

  'slug-generic': ({ slug = '' }) => (isGenericSlug(slug) ? [{ slug }] : []),
};

const CODES = Object.keys(PROBLEM_SEVERITIES) as ProblemCode[];

/** What is wrong with an article, worst first; nothing when subscribers get it as they should. */
export const findProblems = (inspected: Inspected): Problem[] =>
  CODES.flatMap((code) =>
    RULES[code](inspected).map((params) => ({ code, severity: PROBLEM_SEVERITIES[code], params })),
  );
