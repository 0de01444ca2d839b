import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = path.resolve(__dirname, '../../src');

/** Calls of the log, each with what its first argument begins with. */
const CALL = /\blog\.(?:debug|info|warn|error)\(\s*([^\s].{0,20})/g;

test('every line in the log begins with whose it is', () => {
  const calls = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(SOURCES, file), 'utf8').matchAll(CALL)].map(([, text]) => ({
        file,
        text: text!,
      })),
    );
  expect(calls.length).toBeGreaterThan(15);
  expect(calls.filter(({ text }) => !/^['"`]Syndication: /.test(text))).toEqual([]);
});
