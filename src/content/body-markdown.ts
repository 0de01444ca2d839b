import { plainText, renderBody } from './body';
import { type BodyPart, type BodySource, bodyPartsOf } from './body-source';
import { toMarkdown } from './html-to-markdown';
import { plainOriginal, renderOriginal } from './original';
import { TooHeavyError } from './too-heavy';

/** What a text may define for all that follows it: footnotes, and addresses of links. */
const DEFINITION = /^ {0,3}\[[^\]\n]{1,200}\]:/m;

/** Writes a part as Markdown, from its HTML where it is none. */
const writePart = (part: BodyPart, link: string, isOriginal: boolean): string => {
  if (part.format === 'markdown' && !part.quote && isOriginal) {
    return renderOriginal(part.text, link).trim();
  }
  const { html, isHeavy } = renderBody({ parts: [part], missing: [], isHeavy: false }, link);
  if (isHeavy) throw new TooHeavyError('A part that is too much');
  return toMarkdown(html);
};

/** A body as it is typed; of an endless one, the start. */
export const plainMarkdown = (source: BodySource): string => plainOriginal(plainText(source));

/**
 * A body as Markdown, for those who read it elsewhere: the original where it is written in Markdown,
 * and what comes nearest to it where it is not.
 *
 * @param link address of the article, against which its relative links are resolved
 */
export const renderBodyMarkdown = (source: BodySource, link: string): string => {
  if (typeof source === 'string') return renderOriginal(source, link);
  const { parts, isHeavy } = bodyPartsOf(source);
  if (isHeavy) return plainMarkdown(source);
  // Two texts may define the same name; from their HTML it is gone.
  const defining = parts.filter(
    ({ format, text }) => format === 'markdown' && DEFINITION.test(text),
  );
  try {
    return parts
      .map((part) => writePart(part, link, defining.length < 2))
      .filter((part) => part !== '')
      .join('\n\n');
  } catch (error) {
    if (error instanceof TooHeavyError) return plainMarkdown(source);
    throw error;
  }
};
