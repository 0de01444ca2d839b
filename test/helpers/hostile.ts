/** Repeats a part up to a number of characters: such texts cost a naive renderer quadratic time. */
const repeated =
  (part: string) =>
  (characters: number): string =>
    part.repeat(Math.ceil(characters / part.length)).slice(0, characters);

export const HOSTILE: Record<string, (characters: number) => string> = {
  'JSON in a code block': (characters) =>
    `\`\`\`\n${repeated('{"a":1,"b":[2,3],"c":"d"},')(characters)}\n\`\`\``,
  'brackets in HTML': (characters) => `<div>${'['.repeat(characters)}`,
  'opened brackets': repeated('['),
  'opened images': repeated('!['),
  'half links': repeated('[a]('),
  'addresses with brackets': repeated('https://e.com/(('),
  'words with brackets': repeated(`${'https://e.com/('.repeat(8)} `),
  'backticks in turns': repeated(' ` `` '),
  emphasis: repeated('*a '),
  'mixed emphasis': repeated('a**b_c*'),
  Chinese: repeated('漢字仮名交じり文'),
  'one word': repeated('a'),
  'nested elements': repeated('<b>'),
  'nested blocks': repeated('<div>'),
  'nested quotes': repeated('> - '),
  'table with missing cells': (characters) => {
    const columns = Math.floor(characters / 16);
    return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'x\n'.repeat(characters / 4)}`;
  },
  references: repeated('&amp;'),
  headings: repeated('#\n'),
  links: repeated('[link](https://example.com/) '),
  'combining marks': (characters) => `e${'\u0301'.repeat(characters)}`,
};

/** An ordinary sentence, with markup. */
export const SENTENCE =
  'Send the *request* once more, read the [answer](https://example.com/a) line by line, and `compare` the two. ';
