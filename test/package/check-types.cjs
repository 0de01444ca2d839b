/**
 * Says what the compiler finds in some files of a program, a line for each error. The compiler itself
 * checks all of Strapi's types as well, which takes most of its time and is not asked here.
 *
 * Usage: node check-types.cjs <expression that paths match> <options and files of tsc>
 */
const path = require('node:path');

const ts = require('typescript');

const [asked, ...given] = process.argv.slice(2);
const { options, fileNames, errors } = ts.parseCommandLine(given);
const program = ts.createProgram(fileNames, options);
const isAsked = ({ fileName }) => new RegExp(asked).test(path.relative(process.cwd(), fileName));
const checked = program.getSourceFiles().filter(isAsked);
const found = checked.flatMap((file) => [
  ...program.getSyntacticDiagnostics(file),
  ...program.getSemanticDiagnostics(file),
]);

const host = {
  getCurrentDirectory: () => process.cwd(),
  getCanonicalFileName: (file) => file,
  getNewLine: () => '\n',
};
const all = [...errors, ...program.getOptionsDiagnostics(), ...found];
const lines = ts.formatDiagnostics(all, host).split('\n');
process.stdout.write(
  JSON.stringify({
    checked: checked.map(({ fileName }) => path.relative(process.cwd(), fileName)),
    lines: lines.filter((line) => line !== ''),
  }),
);
