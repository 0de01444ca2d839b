/**
 * Runs every check that a change has to pass. Installs and builds what is missing, continues after a failure,
 * and ends with one line: how many checks and tests passed and failed. `--mysql` adds MariaDB to the databases.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';

import { installMariaDb } from './lib/mariadb.mjs';
import { ensureNode, NODES } from './lib/nodes.mjs';
import { PLAYGROUND, ROOT } from './lib/paths.mjs';
import { PANEL_ENVIRONMENT, startInstall } from './lib/prepare.mjs';
import { listenTo, runBeside, say } from './lib/run.mjs';

/** A larger young generation: fewer collections save a twentieth of the compilers' and tests' computing. */
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, '--max-semi-space-size=64']
  .filter(Boolean)
  .join(' ');

const counts = { passed: 0, failed: 0 };
const failures = [];
/** Test files that failed, then passed in the second run. */
const unsteady = [];

/** Runs one step, which counts as one check. */
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

const checkScript = (name, script) =>
  check(name, () => runBeside('npm', ['run', '--silent', script], { cwd: ROOT }));

/** Runs jest by a command or a script's name; resolves with its results. */
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
      // The results go to the file, the readable report to stderr.
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    crashed = error;
  }
  try {
    if (crashed && !existsSync(file)) throw crashed;
    const results = JSON.parse(readFileSync(file, 'utf8'));
    // A suite that could not start has no failed tests.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    if (failed === 0 && crashed) throw crashed;
    const files = results.testResults.filter(({ status }) => status === 'failed');
    return { passed: results.numPassedTests, failed, files: files.map(({ name }) => name) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Test files to run again at most: more do not fail by accident. */
let triesLeft = 3;

/**
 * Runs jest suites; each test counts. A few failed files run once more, since thousands of tests share two cores
 * with servers and a browser. The last lines name the files that passed then.
 *
 * @param part jest option that selects some of the files
 * @param environment variables in addition to those of this process
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

/** The oldest and the newest version. On those in between, the package tests start the installed plugin. */
const onOtherNodes = [NODES[0], NODES.at(-1)]
  .filter((version) => !process.versions.node.startsWith(`${version}.`))
  .map((major) => async () => {
    const jest = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
    let program;
    await check(`Node ${major}`, () => (program = ensureNode(major)));
    if (program) {
      // Code in the documentation compiles alike on each version; the panel runs in browsers.
      const ignored = '--testPathIgnorePatterns=unit/(documentation|admin)/';
      const options = ['--selectProjects=unit', ignored];
      await suites(`Unit tests on Node ${major}`, [program, jest, ...options, '--runInBand'], {
        environment: { TEST_PROPERTY_TIME: '200' },
      });
    }
  });

const onMariaDb = async () => {
  // apt-get runs one process at a time.
  await browserFound;
  try {
    if (!process.env.TEST_MYSQL_URL) installMariaDb();
  } catch (error) {
    say(`MariaDB is neither there nor to be had, so its tests do not run: ${error.message}`);
    return;
  }
  await suites('API and contract tests on MariaDB', 'test:mysql');
};

/** Folder for apps of the package tests, which read its path from this variable. */
const home = mkdtempSync(path.join(tmpdir(), 'syndication-apps-'));
process.env.TEST_PACKAGE_APPS = home;
const { compiled, apps } = await startInstall(home);
// Reported as a step of its own below; a step that only waits for it continues after a failure.
compiled.catch(() => undefined);

/** Shared by both halves of the browser tests, as two installations would conflict. */
const browserFound = runBeside(process.execPath, [path.join(ROOT, 'scripts/find-browser.mjs')], {
  cwd: ROOT,
}).catch((error) => console.error(error.message));

/** An error of the TypeScript compiler: `error TS2322: Type …`, possibly with colour codes. */
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

/** Promises of the builds: package tests await the plugin, browser tests the demo's panel as well. */
let built;
let panelBuilt;
const build = async () => {
  // The build checks all types of the plugin for their declarations, but does not fail on errors.
  built = check('Build, and types of the plugin', async () => {
    const said = await listenTo('npm', ['run', '--silent', 'build'], { cwd: ROOT });
    if (TYPE_ERROR.test(said)) throw new Error('The build has found errors of types');
  });
  panelBuilt = built.then(buildPanel);
  await panelBuilt;
  await checkScript('Verify the package', 'verify');
};

/** Delays a step that starts a database until native packages are compiled. */
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

/** The longest suite, in two halves: whole, it would end last and wait for dates with nothing beside it. */
const apiHalf = (name, number) =>
  onceCompiled(() =>
    suites(`API and contract tests, ${name} half`, 'test:api', { part: [`--shard=${number}/2`] }),
  );

// Order: steps without prerequisites, then the longest, then short ones, so that no long step runs alone at the
// end. Each suite loads Strapi and is slow at first, so splitting further takes longer.
const steps = [
  build,
  // In one process: each worker would load everything again, and other steps run in parallel.
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
  // Strapi checks the playground's when it builds its panel.
  () =>
    check('Types of tests', () =>
      runBeside('npx', ['--no-install', 'tsc', '--noEmit', '-p', 'test/tsconfig.json'], {
        cwd: ROOT,
      }),
    ),
  () => checkScript('Lint', 'lint'),
];

/** Gigabytes of memory that a step and its servers take at most, beside the system. */
const ROOM = 3.5;

// A step sometimes waits for a database, a browser or a date: three keep two processors busy. With four, steps
// switch more often, which took an eighth longer (one run each).
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
