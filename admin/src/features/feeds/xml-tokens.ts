/** What a stretch of XML is, for its colour. */
export type TokenKind = 'text' | 'markup' | 'name' | 'attribute' | 'value' | 'reference';

export interface Token {
  kind: TokenKind;
  text: string;
}

const MARKUP = /<!--[\s\S]*?-->|<[^>]*>|&[#\w]+;/g;
const PARTS = /(<[/?]?)([\w:.-]+)|([\w:.-]+)(=)("[^"]*"|'[^']*')/g;

const ofTag = (tag: string): Token[] => {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of tag.matchAll(PARTS)) {
    const [whole, open, name, attribute, equals, value] = match;
    if (match.index > end) tokens.push({ kind: 'markup', text: tag.slice(end, match.index) });
    if (open && name) {
      tokens.push({ kind: 'markup', text: open }, { kind: 'name', text: name });
    } else if (attribute && equals && value) {
      tokens.push(
        { kind: 'attribute', text: attribute },
        { kind: 'markup', text: equals },
        { kind: 'value', text: value },
      );
    }
    end = match.index + whole.length;
  }
  if (end < tag.length) tokens.push({ kind: 'markup', text: tag.slice(end) });
  return tokens;
};

/** Splits XML into tokens; put together again they are the same characters. */
export const tokenize = (xml: string): Token[] => {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of xml.matchAll(MARKUP)) {
    const [text] = match;
    if (match.index > end) tokens.push({ kind: 'text', text: xml.slice(end, match.index) });
    if (text.startsWith('&')) tokens.push({ kind: 'reference', text });
    else if (text.startsWith('<!--')) tokens.push({ kind: 'markup', text });
    else tokens.push(...ofTag(text));
    end = match.index + text.length;
  }
  if (end < xml.length) tokens.push({ kind: 'text', text: xml.slice(end) });
  return tokens;
};
