import MarkdownIt, { type StateBlock, type StateInline, type Token } from 'markdown-it';

import { addFootnotes } from './footnotes';
import { markdown } from './markdown';
import { MAXIMUM_BODY, maximumTokens, TooHeavyError } from './too-heavy';

/** A stretch of the text in which it was found, and what stands in its place. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A link reference definition. */
interface Definition {
  label: string;
  start: number;
  end: number;
  destination: Edit | undefined;
}

/** What is known of a text that is being read. */
interface Environment {
  /** Parts it may still be split into. */
  tokens: number;
  /** Address of the article. */
  link: string;
  references: Record<string, unknown>;
  definitions: Definition[];
  /** Texts of footnotes, and what their references have noted. */
  footnoteTexts: Omit<Definition, 'destination'>[];
  footnotes?: { refs?: Record<string, number> };
  /** Text between two blocks' ends that is being read, and the edits in it. */
  inline: { text: string; edits: Edit[] };
}

/** Reads Markdown as pages do, without rendering it. */
const parser = new MarkdownIt({ html: true });
addFootnotes(parser);
// These count the parts.
parser.block.State = markdown.block.State;
parser.inline.State = markdown.inline.State;

type Ruler<Rule> = Pick<typeof parser.block.ruler, 'enable' | 'disable'> & {
  getRules: (chain: string) => Rule[];
  at: (name: string, rule: Rule) => void;
};

/** Puts a rule around one of the parser's own. */
const wrap = <Rule>(ruler: Ruler<Rule>, name: string, around: (rule: Rule) => Rule): void => {
  const all = ruler.getRules('');
  ruler.disable(name);
  const others = ruler.getRules('');
  ruler.enable(name);
  ruler.at(name, around(all.find((rule) => !others.includes(rule))!));
};

/**
 * A relative address resolved, as Markdown writes it; undefined for one that stays: an absolute one,
 * or a place in the same document.
 */
const toAbsolute = (address: string, link: string): string | undefined => {
  if (address === '' || address.startsWith('#') || URL.canParse(address)) return undefined;
  if (!URL.canParse(address, link)) return undefined;
  return new URL(address, link).href
    .replaceAll('\\', '%5C')
    .replace(/[()]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;');
};

/** The edit of a destination that begins at a place. */
const editDestination = (
  text: string,
  start: number,
  end: number,
  link: string,
): Edit | undefined => {
  const destination = parser.helpers.parseLinkDestination(text, start, end);
  const absolute = destination.ok ? toAbsolute(destination.str, link) : undefined;
  return absolute === undefined ? undefined : { start, end: destination.pos, text: absolute };
};

/** The first place from which on there is no white space. */
const behindSpace = (text: string, start: number): number => {
  let place = start;
  while (/[ \t\n]/.test(text[place] ?? '')) place += 1;
  return place;
};

/** Behind the label that begins with the bracket at a place, and the colon; undefined without one. */
const endOfLabel = (text: string, start: number, end: number): number | undefined => {
  for (let place = start + 1; place < end; place += 1) {
    if (text[place] === '\\') place += 1;
    else if (text[place] === ']') return text[place + 1] === ':' ? place : undefined;
  }
  return undefined;
};

const noteDefinition = (state: StateBlock, first: number): void => {
  const { link, definitions } = state.env as Environment;
  const { src, bMarks, tShift, eMarks, line: end } = state;
  const startOf = (line: number): number => bMarks[line]! + tShift[line]!;
  const start = startOf(first);
  const label = endOfLabel(src, start, eMarks[end - 1]!);
  if (label === undefined) return;
  let place = behindSpace(src, label + 2);
  // On the next line it may stand behind the sign of a quotation.
  for (let line = first + 1; line < end; line += 1) {
    if (place > eMarks[line - 1]! && place < startOf(line)) place = startOf(line);
  }
  definitions.push({
    label: parser.utils.normalizeReference(src.slice(start + 1, label)),
    start,
    end: eMarks[end - 1]!,
    destination: editDestination(src, place, eMarks[end - 1]!, link),
  });
};

wrap(parser.block.ruler, 'reference', (rule) => (state, first, end, silent) => {
  const found = rule(state, first, end, silent);
  if (found && !silent) noteDefinition(state, first);
  return found;
});

wrap(parser.block.ruler, 'footnote_def', (rule) => (state, first, end, silent) => {
  const found = rule(state, first, end, silent);
  if (found && !silent) {
    const { src, bMarks, tShift, eMarks } = state;
    const start = bMarks[first]! + tShift[first]!;
    const stop = start + src.slice(start, eMarks[state.line - 1]).trimEnd().length;
    const label = src.slice(start + 2, src.indexOf(']:', start));
    (state.env as Environment).footnoteTexts.push({ label, start, end: stop });
  }
  return found;
});

/** Whether it is read for good, and not within a picture's description. */
const isOfBlock = (state: StateInline): boolean =>
  (state.env as Environment).inline.text === state.src;

const noteLink = (state: StateInline, bracket: number, isImage: boolean): void => {
  const { link, inline } = state.env as Environment;
  // One that names a definition ends with a bracket.
  if (state.src[state.pos - 1] !== ')') return;
  const label = parser.helpers.parseLinkLabel(state, bracket, !isImage);
  const place = behindSpace(state.src, label + 2);
  const edit = label === -1 ? undefined : editDestination(state.src, place, state.pos, link);
  if (edit) inline.edits.push(edit);
};

for (const name of ['link', 'image']) {
  const isImage = name === 'image';
  wrap(parser.inline.ruler, name, (rule) => (state, silent) => {
    const start = state.pos;
    const found = rule(state, silent);
    if (found && !silent && isOfBlock(state)) noteLink(state, start + (isImage ? 1 : 0), isImage);
    return found;
  });
}

/** In the place of what is left out: without anything, the text around it might be read otherwise. */
const NOTHING = '<!-- -->';

wrap(parser.inline.ruler, 'html_inline', (rule) => (state, silent) => {
  const start = state.pos;
  const found = rule(state, silent);
  if (found && !silent && isOfBlock(state) && state.src.startsWith('<!--', start)) {
    (state.env as Environment).inline.edits.push({ start, end: state.pos, text: NOTHING });
  }
  return found;
});

/** A comment within a block; one without an end takes the rest. */
const COMMENT = /<!--[^]*?(-->|$)/g;

/** Where the lines of a text begin, and places of its parts within the whole. */
const createLocator = (source: string) => {
  const starts = [0];
  for (let end = source.indexOf('\n'); end !== -1; end = source.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  const startOf = (line: number): number => starts[line] ?? source.length;

  return {
    startOf,

    /**
     * Says where the places of a text are that the parser took the signs of quotations and lists and
     * the indentation off, one after the other.
     */
    ofLines(text: string, first: number): ((place: number) => number) | undefined {
      const lines: { inText: number; inSource: number }[] = [];
      let inText = 0;
      for (const [index, line] of text.split('\n').entries()) {
        const trimmed = line.trim();
        const start = startOf(first + index);
        const found = source.slice(start, startOf(first + index + 1)).indexOf(trimmed);
        if (found === -1) return undefined;
        lines.push({ inText: inText + line.indexOf(trimmed), inSource: start + found });
        inText += line.length + 1;
      }
      let present = 0;
      return (place) => {
        while (present + 1 < lines.length && lines[present + 1]!.inText <= place) present += 1;
        return lines[present]!.inSource + place - lines[present]!.inText;
      };
    },

    /** The same of a cell: a bar in it stands behind a sign that the parser took off. */
    ofCell(cell: string, from: number, end: number): ((place: number) => number) | undefined {
      const found = source.slice(from, end).indexOf(cell.replaceAll('|', '\\|'));
      if (found === -1) return undefined;
      let passed = 0;
      let bars = 0;
      return (place) => {
        for (; passed < place; passed += 1) if (cell[passed] === '|') bars += 1;
        return from + found + place + bars;
      };
    },
  };
};

type Locator = ReturnType<typeof createLocator>;

/** Edits of the texts in blocks. */
const editTexts = (tokens: Token[], locator: Locator, env: Environment): Edit[] => {
  const { startOf, ofLines, ofCell } = locator;
  const edits: Edit[] = [];
  /** The row of a table that is being read: from where, and to where. */
  let row = { from: 0, end: 0 };
  for (const { type, content, map } of tokens) {
    if (type === 'tr_open') row = { from: startOf(map![0]), end: startOf(map![1]) };
    if (type !== 'inline' || content === '') continue;
    const toSource = map ? ofLines(content, map[0]) : ofCell(content, row.from, row.end);
    if (!toSource) continue;
    env.inline = { text: content, edits: [] };
    parser.inline.parse(content, parser, env, []);
    // In the order of the text, which an outer link and the picture in it are not.
    for (const { start, end, text } of env.inline.edits.sort((a, b) => a.start - b.start)) {
      edits.push({
        start: toSource(start),
        end: toSource(end - 1) + 1,
        text: map ? text : text.replaceAll('|', '\\|'),
      });
    }
    if (!map) row.from = toSource(content.length);
  }
  return edits;
};

/** Edits of the comments in blocks of HTML. */
const editBlocks = (source: string, tokens: Token[], { startOf }: Locator): Edit[] => {
  const edits: Edit[] = [];
  for (const { type, map } of tokens) {
    if (type !== 'html_block' || !map) continue;
    const start = startOf(map[0]);
    for (const comment of source.slice(start, startOf(map[1])).matchAll(COMMENT)) {
      const from = start + comment.index;
      // Without an end it hides all that follows, from browsers too.
      const end = comment[1] === '' ? source.length : from + comment[0].length;
      edits.push({ start: from, end, text: NOTHING });
    }
  }
  return edits;
};

/** Edits of the definitions: those that nothing refers to are notes that no page shows. */
const editDefinitions = ({ definitions }: Environment, used: Set<string>): Edit[] => {
  const known = new Set<string>();
  return definitions.flatMap(({ label, start, end, destination }) => {
    const isShown = used.has(label) && !known.has(label);
    known.add(label);
    return isShown ? (destination ?? []) : { start, end, text: NOTHING };
  });
};

/** Edits of the footnotes that nothing refers to, which no page shows either. */
const editFootnotes = ({ footnoteTexts, footnotes }: Environment): Edit[] =>
  footnoteTexts
    .filter(({ label }) => !((footnotes?.refs?.[`:${label}`] ?? -1) >= 0))
    .map(({ start, end }) => ({ start, end, text: NOTHING }));

const apply = (source: string, edits: Edit[]): string => {
  let text = '';
  let done = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < done) continue;
    text += source.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return text + source.slice(done);
};

const edited = (source: string, link: string): string => {
  const env: Environment = {
    tokens: maximumTokens(source.length),
    link,
    references: {},
    definitions: [],
    footnoteTexts: [],
    inline: { text: '', edits: [] },
  };
  const tokens: Token[] = [];
  parser.block.parse(source, parser, env, tokens);
  const used = new Set<string>();
  env.references = new Proxy(env.references, {
    get(references, label) {
      used.add(String(label));
      return references[String(label)];
    },
  });
  const locator = createLocator(source);
  const texts = editTexts(tokens, locator, env);
  return apply(source, [
    ...texts,
    ...editBlocks(source, tokens, locator),
    ...editDefinitions(env, used),
    ...editFootnotes(env),
  ]);
};

/** A body as it is typed; of an endless one, the start. */
export const plainOriginal = (body: string): string =>
  body.length > MAXIMUM_BODY ? `${body.slice(0, MAXIMUM_BODY)}…` : body;

/**
 * The original text of a body that is Markdown, for those who read it elsewhere: relative addresses of
 * links and pictures are absolute, and what a page does not show is left out: comments, and definitions
 * and footnotes that nothing refers to. Everything else is as it is typed, markup included; a text that is too much
 * to read, too.
 *
 * @param link address of the article, against which its relative links are resolved
 */
export const renderOriginal = (body: string, link: string): string => {
  if (body.length > MAXIMUM_BODY) return plainOriginal(body);
  const source = body.replace(/\r\n?/g, '\n');
  try {
    return edited(source, link);
  } catch (error) {
    if (error instanceof TooHeavyError) return source;
    throw error;
  }
};
