import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Announces a long step. */
export const say = (text) => console.log(`\n▸ ${text}`);

// On Windows, npm and its executables are .cmd files, which only a shell can run.
const shell = process.platform === 'win32';

/** Runs a command and waits for it; throws if it fails. */
export const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell, ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" ended with ${status}`);
};

/** Runs a command and returns its trimmed output; throws if it fails. */
export const ask = (command, args, options = {}) =>
  execFileSync(command, args, { shell, encoding: 'utf8', ...options }).trim();

/** Runs a command asynchronously; rejects if it fails. */
export const runBeside = async (command, args, options = {}) => {
  const [status] = await once(
    spawn(command, args, { stdio: 'inherit', shell, ...options }),
    'exit',
  );
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" ended with ${status}`);
};

/** Runs a command asynchronously, prints its output and returns it; rejects if it fails. */
export const listenTo = async (command, args, options = {}) => {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'], shell, ...options });
  const said = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.on('data', (part) => {
      said.push(part);
      to.write(part);
    });
  }
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" ended with ${status}`);
  return Buffer.concat(said).toString();
};
