import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Says which long step comes next. */
export const say = (text) => console.log(`\n▸ ${text}`);

// npm and its executables are .cmd files on Windows, which only a shell starts.
const shell = process.platform === 'win32';

/** Runs a command to its end; throws when it fails. */
export const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell, ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" ended with ${status}`);
};

/** Runs a command beside others to its end; rejects when it fails. */
export const runBeside = async (command, args, options = {}) => {
  const [status] = await once(
    spawn(command, args, { stdio: 'inherit', shell, ...options }),
    'exit',
  );
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" ended with ${status}`);
};
