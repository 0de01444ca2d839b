import { isBlank } from '../lib/values';
import { isAddressText, isGenericSlug, SLUG_PATTERN } from '../lib/url-paths';
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
  MAXIMUM_PER_KIND,
} from './problem';
import { ALLOWED_SCHEMES } from './html';

/** Characters of a title that feed readers and search results still show in full. */
const MAXIMUM_TITLE = 120;

/** Words that a summary taken from the body should have at least. */
const MINIMUM_SUMMARY_WORDS = 12;

/** Characters of a summary whose words are counted: so many words are no longer. */
const SUMMARY_LOOKED_AT = 1_000;

/** An element, a comment or a character reference. */
const MARKUP = /<(?:\/?[a-z][^>]*|!--.*?--)>|&(?:[a-z]{2,31}|#\d{1,7}|#x[\da-f]{1,6});/i;

/** An article, and everything that its problems depend on. */
export interface Inspected {
  article: Pick<Article, 'title' | 'date' | 'summary' | 'cover'>;
  /** Whether it has sound or film, which needs no words. */
  hasAttachment?: boolean;
  /** The summary that subscribers get: the editor's, or one taken from the body. */
  summary: string;
  body: Pick<RenderedBody, 'references' | 'isHeavy' | 'missing'>;
  /** Absolute address that the article has or will have. */
  link: string;
  /** The article as it is published now, when the inspected version may differ. */
  published?: { date: Date };
  /** The slug that it has or will have. */
  slug?: string;
  /** Whether the plugin checks the slug when it is saved. Its rule allows less than addresses do. */
  hasPluginSlug?: boolean;
  /** Whether the slug is a former one of another article, and leads readers there. */
  isFormerSlug?: boolean;
  /** Whether another article has the slug, draft or published: the article cannot be saved with it. */
  isSlugTaken?: boolean;
  /** Whether readers find another article at its address. */
  isTaken?: boolean;
  /** Whether a page of the site itself is there, such as the archive. */
  isReserved?: boolean;
  /** Empty fields of the form that its address needs: `category`. */
  missingAddress?: readonly string[];
  /** Relations of the form that lead to something unpublished. */
  unpublished?: readonly string[];
  /** Links to pages of the site that do not exist. */
  missingLinks?: readonly string[];
  /** Topics that readers cannot see, with the fields of the form that lead to them. */
  hiddenTopics?: readonly Pick<HiddenTopic, 'name' | 'field'>[];
  /** Whether an editor has saved it. In a form that was only opened, empty fields are not a fault yet. */
  isSaved?: boolean;
  now: Date;
  language: string;
}

/** Characters of an editor's text that a problem repeats. */
const MAXIMUM_SHOWN = 120;

/** Characters of a title that are searched for markup, since the search of a very long title takes long. */
const MAXIMUM_SEARCHED = 1_000;

type ProblemParams = Problem['params'];

/** A rule returns the parameters of each problem it finds; `{}` for a problem without parameters. */
type Rule = (facts: Inspected) => ProblemParams[];

/** Addresses to name in problems, shortened: an embedded image is megabytes long. */
const addressParams = (addresses: string[]): ProblemParams[] =>
  [...new Set(addresses)]
    .slice(0, MAXIMUM_PER_KIND)
    .map((address) => ({ address: excerpt(address, MAXIMUM_SHOWN) }));

/** The name of a file as the editor knows it: Strapi appends a hash to the name of an uploaded file. */
const fileName = (address: string): string => {
  const [path = ''] = address.split(/[?#]/);
  const name = path
    .split('/')
    .at(-1)!
    .replace(/_[0-9a-f]{10}(?=\.\w+$)/, '');
  return address.startsWith('data:') || name === '' ? address : name;
};

const componentParams = (missing: readonly MissingComponent[]): ProblemParams[] =>
  missing
    .slice(0, MAXIMUM_PER_KIND)
    .map(({ name }) => ({ component: excerpt(name, MAXIMUM_SHOWN) }));

const fieldParams = (paths: readonly string[] = []): ProblemParams[] =>
  paths.slice(0, MAXIMUM_PER_KIND).map((field) => ({ field }));

const isUsable = (address: string, baseUrl: string, schemes: string[]): boolean => {
  if (!URL.canParse(address, baseUrl)) return false;
  const { protocol } = new URL(address, baseUrl);
  return schemes.includes(protocol.slice(0, -1));
};

/** The summary if it is taken from the body; undefined if the editor wrote one. */
const summaryOfBody = ({ article, summary }: Inspected): string | undefined =>
  editorSummary(article) === undefined ? summary : undefined;

/** Whether an article lacks text. Sound and film need none. */
const isTextless = (facts: Inspected): boolean =>
  summaryOfBody(facts) === '' && !facts.hasAttachment;

const isUntitled = ({ article: { title } }: Inspected): boolean => isBlank(title);

const isMoved = ({ article, published }: Inspected): boolean =>
  published !== undefined && published.date.getTime() !== article.date.getTime();

const isPostponed = (facts: Inspected): boolean => isMoved(facts) && facts.article.date > facts.now;

const dateParams = ({ article, published }: Inspected): ProblemParams[] => [
  { from: published!.date.toISOString(), to: article.date.toISOString() },
];

const RULES: Record<ProblemCode, Rule> = {
  'image-address': ({ body, link }) =>
    addressParams(
      body.references.images
        .map(({ address }) => address)
        .filter((address) => !address.trim() || !isUsable(address, link, ['http', 'https'])),
    ),

  'link-address': ({ body, link }) => {
    const { links, empty } = body.references;
    return addressParams([
      ...empty.map((text) => `[${excerpt(text, MAXIMUM_SHOWN)}]()`),
      ...[...new Set(links)].filter((address) => !isUsable(address, link, ALLOWED_SCHEMES)),
    ]);
  },

  'date-postponed': (facts) => (isPostponed(facts) ? dateParams(facts) : []),

  'title-empty': (facts) =>
    isUntitled(facts) && (facts.isSaved || !isTextless(facts)) ? [{}] : [],

  'summary-empty': (facts) => (isTextless(facts) && !isUntitled(facts) ? [{}] : []),

  'slug-invalid': ({ slug = '', hasPluginSlug = false }) => {
    const isSlug = hasPluginSlug ? SLUG_PATTERN.test(slug) : isAddressText(slug);
    return slug.trim() !== '' && !isSlug ? [{ slug: excerpt(slug, MAXIMUM_SHOWN) }] : [];
  },

  'slug-taken': ({ slug = '', isSlugTaken = false }) => (isSlugTaken ? [{ slug }] : []),

  // In a form that was only opened, empty fields are not a fault yet.
  'address-missing': (facts) => (isUntitled(facts) ? [] : fieldParams(facts.missingAddress)),

  'address-taken': ({ isTaken = false, link }) => (isTaken ? addressParams([link]) : []),

  'address-reserved': ({ isReserved = false, link }) => (isReserved ? addressParams([link]) : []),

  'body-heavy': ({ body: { isHeavy } }) => (isHeavy ? [{}] : []),

  'component-unknown': ({ body: { missing } }) =>
    componentParams(missing.filter(({ error }) => error === undefined)),

  'component-failed': ({ body: { missing } }) =>
    componentParams(missing.filter(({ error }) => error !== undefined)),

  'link-missing': ({ missingLinks = [] }) => addressParams([...missingLinks]),

  'relation-unpublished': ({ unpublished }) => fieldParams(unpublished),

  'topic-hidden': ({ hiddenTopics = [] }) =>
    hiddenTopics
      .slice(0, MAXIMUM_PER_KIND)
      .map(({ name, field }) => ({ name: excerpt(name, MAXIMUM_SHOWN), field })),

  'title-html': ({ article: { title } }) => {
    const [markup] = MARKUP.exec(title.slice(0, MAXIMUM_SEARCHED)) ?? [];
    return markup === undefined ? [] : [{ markup: excerpt(markup, MAXIMUM_SHOWN) }];
  },

  'title-long': ({ article: { title } }) => {
    const length = [...title].length;
    return length > MAXIMUM_TITLE ? [{ length, maximum: MAXIMUM_TITLE }] : [];
  },

  'summary-short': (facts) => {
    const summary = summaryOfBody(facts);
    if (!summary) return [];
    const words = countWords(summary.slice(0, SUMMARY_LOOKED_AT), facts.language);
    return words < MINIMUM_SUMMARY_WORDS ? [{ words }] : [];
  },

  'image-alt': ({ body: { references }, article: { cover } }) =>
    addressParams(
      [
        ...(cover ? [{ address: cover.url, alt: cover.alternativeText ?? '' }] : []),
        ...references.images,
      ]
        .filter(({ alt, address }) => !alt.trim() || isFileName(alt, address))
        .map(({ address }) => address),
    ).map(({ address = '' }) => ({ address, name: fileName(String(address)) })),

  'date-moved': (facts) => (isMoved(facts) && !isPostponed(facts) ? dateParams(facts) : []),

  'slug-former': ({ slug = '', isFormerSlug = false }) => (isFormerSlug ? [{ slug }] : []),

  'slug-generic': ({ slug = '' }) => (isGenericSlug(slug) ? [{ slug }] : []),
};

const CODES = Object.keys(PROBLEM_SEVERITIES) as ProblemCode[];

/** Finds what is wrong with an article, worst first; empty when subscribers get it as they should. */
export const findProblems = (inspected: Inspected): Problem[] =>
  CODES.flatMap((code) =>
    RULES[code](inspected).map((params) => ({ code, severity: PROBLEM_SEVERITIES[code], params })),
  );
