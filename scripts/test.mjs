/**
 * Everything that decides whether a change is good. Installs and builds what is missing, goes on
 * after a failure, and ends with one line: how many checks and tests passed, how many failed. With
 * `--mysql`, MariaDB is among the databases.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';

import { installMariaDb } from './lib/mariadb.mjs';
import { ensureNode, NODES } from './lib/nodes.mjs';
import { PLAYGROUND, ROOT } from './lib/paths.mjs';
import { PANEL_ENVIRONMENT, startInstall } from './lib/prepare.mjs';
import { listenTo, runBeside, say } from './lib/run.mjs';

/** Collecting what is short-lived less often spares a twentieth of what compilers and tests compute. */
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, '--max-semi-space-size=64']
  .filter(Boolean)
  .join(' ');

const counts = { passed: 0, failed: 0 };
const failures = [];
/** Test files that failed, and passed when they ran once more. */
const unsteady = [];

/** Runs one step; it counts as one check. */
const check = async (name, step) => {
  say(name);
  try {
    await step();
    counts.passed += 1;
  } catch (error) {
    counts.failed += 1;
    failures.push(`${name}: ${error.message}`);
    console.error(error.message);
  }
};

/** Runs a script of the package as a step. */
const checkScript = (name, script) =>
  check(name, () => runBeside('npm', ['run', '--silent', script], { cwd: ROOT }));

/** Runs jest by a command, or by the name of a script; resolves with what it found. */
const runJest = async (command, more, environment) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-results-'));
  const file = path.join(folder, 'results.json');
  const [program, ...options] =
    typeof command === 'string' ? ['npm', 'run', '--silent', command, '--'] : command;
  let crashed;
  try {
    await runBeside(program, [...options, ...more, '--json', `--outputFile=${file}`], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      // The results go to the file; the readable report goes to stderr.
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    crashed = error;
  }
  try {
    const results = JSON.parse(readFileSync(file, 'utf8'));
    // A suite that could not even start has no failed tests of its own.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    if (failed === 0 && crashed) throw crashed;
    const files = results.testResults.filter(({ status }) => status === 'failed');
    return { passed: results.numPassedTests, failed, files: files.map(({ name }) => name) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Files that are tried again in a run: more do not fail by accident. */
let triesLeft = 3;

/**
 * Runs jest suites; each test counts. A few files that failed run once more: thousands of tests share
 * two cores with servers and a browser. What passes then is told in the last lines.
 *
 * @param part of the files, as an option of jest
 * @param environment variables beside those of this process
 */
const suites = async (name, command, { part = [], environment = {} } = {}) => {
  say(name);
  try {
    let { passed, failed, files } = await runJest(command, part, environment);
    if (files.length > 0 && files.length <= triesLeft) {
      triesLeft -= files.length;
      say(`${name}: once more ${files.map((file) => path.relative(ROOT, file)).join(', ')}`);
      const again = await runJest(command, files, environment);
      unsteady.push(...files.filter((file) => !again.files.includes(file)));
      passed += failed - again.failed;
      failed = again.failed;
    }
    counts.passed += passed;
    counts.failed += failed;
    if (failed > 0) failures.push(`${name}: ${failed} failed`);
  } catch (error) {
    counts.failed += 1;
    failures.push(`${name}: ${error.message}`);
  }
};

/** The oldest and the newest: on those in between, the package tests start the installed plugin. */
const onOtherNodes = [NODES[0], NODES.at(-1)]
  .filter((version) => !process.versions.node.startsWith(`${version}.`))
  .map((major) => async () => {
    const jest = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
    let program;
    await check(`Node ${major}`, () => (program = ensureNode(major)));
    if (program) {
      // What compiles code of the documentation is the same on each.
      const options = ['--selectProjects=unit', '--testPathIgnorePatterns=unit/documentation/'];
      await suites(`Unit tests on Node ${major}`, [program, jest, ...options, '--runInBand'], {
        environment: { TEST_PROPERTY_TIME: '200' },
      });
    }
  });

const onMariaDb = async () => {
  // Packages of the system are installed one after the other.
  await browserFound;
  try {
    if (!process.env.TEST_MYSQL_URL) installMariaDb();
  } catch (error) {
    say(`MariaDB is neither there nor to be had, so its tests do not run: ${error.message}`);
    return;
  }
  await suites('API and contract tests on MariaDB', 'test:mysql');
};

/** For apps of the package tests; they know it by this name. */
const home = mkdtempSync(path.join(tmpdir(), 'syndication-apps-'));
process.env.TEST_PACKAGE_APPS = home;
const { compiled, apps } = await startInstall(home);
// Judged as a step of its own, below; who only waits for it goes on.
compiled.catch(() => undefined);

/** Once for both halves of the browser tests, which would be in each other's way. */
const browserFound = runBeside(process.execPath, [path.join(ROOT, 'scripts/find-browser.mjs')], {
  cwd: ROOT,
}).catch((error) => console.error(error.message));

/** An error of the compiler: `error TS2322: Type …`, in whatever colours. */
const TYPE_ERROR = /\bTS\d{4,5}: /;

const buildPanel = async () => {
  await compiled.catch(() => undefined);
  await check('Build of the demo’s panel', () =>
    runBeside('npm', ['run', '--silent', 'build'], {
      cwd: PLAYGROUND,
      env: PANEL_ENVIRONMENT,
    }),
  );
};

/** What uses the built plugin waits for it; both halves of the browser tests, for the demo's panel as well. */
let built;
let panelBuilt;
const build = async () => {
  // It checks all of the plugin's types, to write their declarations, and goes on whatever it finds.
  built = check('Build, and types of the plugin', async () => {
    const said = await listenTo('npm', ['run', '--silent', 'build'], { cwd: ROOT });
    if (TYPE_ERROR.test(said)) throw new Error('The build has found errors of types');
  });
  panelBuilt = built.then(buildPanel);
  await panelBuilt;
  await checkScript('Verify the package', 'verify');
};

/** What starts a database waits for what is compiled. */
const onceCompiled = (step) => async () => {
  await compiled.catch(() => undefined);
  await step();
};

const onceBuilt = (step) =>
  onceCompiled(async () => {
    await built;
    await step();
  });

const browserHalf = (name, number) =>
  onceBuilt(async () => {
    await panelBuilt;
    await browserFound;
    await suites(`Browser tests (the demo in Chromium), ${name} half`, 'test:browser', {
      part: [`--shard=${number}/2`],
    });
  });

/** The most files of all: whole, they would be the last, and wait for dates with nothing beside them. */
const apiHalf = (name, number) =>
  onceCompiled(() =>
    suites(`API and contract tests, ${name} half`, 'test:api', { part: [`--shard=${number}/2`] }),
  );

// What needs nothing but itself; then the longest first; the short ones last, or one of the others is left at
// the end with nothing beside it. Each part loads Strapi and is slow at first: more parts take longer.
const steps = [
  build,
  // In one process: workers load everything once more each, and there is much beside them.
  () =>
    suites('Unit tests', [
      'npx',
      '--no-install',
      'jest',
      '--selectProjects',
      'unit',
      '--runInBand',
    ]),
  () => check('Compile what is installed', () => compiled),
  onceCompiled(() => suites('API and contract tests on PostgreSQL', 'test:postgres')),
  ...(process.argv.includes('--mysql') ? [onceCompiled(onMariaDb)] : []),
  apiHalf('first', 1),
  browserHalf('first', 1),
  apiHalf('second', 2),
  browserHalf('second', 2),
  onceBuilt(async () => {
    await apps;
    await suites('Package tests (install the packed plugin into new apps)', 'test:package');
  }),
  ...onOtherNodes,
  // The playground's configuration is typed by what the package ships.
  onceBuilt(() => checkScript('Types of tests and playground', 'typecheck:tests')),
  () => checkScript('Lint', 'lint'),
];

/** Gigabytes that a step and its servers take at most, beside what the system needs. */
const ROOM = 3.5;

// A step waits for a database, a browser or a date now and then: three keep two processors busy. Four have
// them take turns more often, which took an eighth longer (one run each).
const LANES = Math.min(3, Math.max(2, Math.floor(totalmem() / 1024 ** 3 / ROOM)));
const runSteps = async () => {
  for (let step = steps.shift(); step; step = steps.shift()) await step();
};

await Promise.all(Array.from({ length: LANES }, runSteps));
rmSync(home, { recursive: true, force: true });

if (failures.length > 0) console.error(`\n${failures.join('\n')}`);
if (unsteady.length > 0) {
  const names = [...new Set(unsteady)].map((file) => path.relative(ROOT, file));
  console.log(`\nFailed first, and passed once more: ${names.join(', ')}`);
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
