import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from './free-port';

const ROOT = path.resolve(__dirname, '../..');
const VARNISH = '/usr/sbin/varnishd';
const EXAMPLE = path.join(ROOT, 'examples/varnish/default.vcl');
const STARTS_WITHIN = 60_000;

/** Why Varnish cannot be used here; undefined if it is installed, or was just installed. */
export const whyNoVarnish = (): string | undefined => {
  const script = `import { installVarnish } from ${JSON.stringify(path.join(ROOT, 'scripts/lib/varnish.mjs'))}; installVarnish();`;
  try {
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `Varnish cannot be installed here: ${String((error as { stderr?: Buffer }).stderr ?? error).slice(-300)}`;
  }
};

export interface Varnish {
  origin: string;
  stop: () => Promise<void>;
}

/**
 * Starts a Varnish with the configuration of `examples/varnish` in front of some nodes.
 *
 * @param origins addresses of the nodes; with several, each request goes to the next one
 */
export const startVarnish = async (origins: string[], secret?: string): Promise<Varnish> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-varnish-'));
  const port = await freePort();
  const backends = origins.map((origin, place) => {
    const { hostname, port: listens } = new URL(origin);
    const name = place === 0 ? 'default' : `node${place}`;
    return {
      name,
      text: `backend ${name} {\n  .host = "${hostname}";\n  .port = "${listens}";\n}\n`,
    };
  });
  const several =
    origins.length === 1
      ? ''
      : `
import directors;
sub vcl_init {
  new nodes = directors.round_robin();
${backends.map(({ name }) => `  nodes.add_backend(${name});`).join('\n')}
}
sub vcl_recv {
  set req.backend_hint = nodes.backend();
}
`;
  const example = readFileSync(EXAMPLE, 'utf8');
  const configuration = example
    .replace(/^backend default \{[^}]*\}\n/m, backends.map(({ text }) => text).join(''))
    .replace(/^acl purgers/m, `${several}\nacl purgers`);
  writeFileSync(path.join(folder, 'default.vcl'), configuration);
  const varnish = spawn(
    VARNISH,
    [
      ...['-F', '-j', 'none', '-T', 'none', '-n', path.join(folder, 'work')],
      ...['-a', `127.0.0.1:${port}`, '-f', path.join(folder, 'default.vcl')],
      ...['-s', 'default,64m', '-p', 'thread_pool_min=10'],
    ],
    {
      env: { ...process.env, ...(secret ? { VARNISH_SECRET: secret } : {}) },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let errors = '';
  varnish.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  const origin = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (varnish.exitCode === null) {
      varnish.kill();
      await once(varnish, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + STARTS_WITHIN; ; await sleep(100)) {
    const answers = await fetch(origin, { method: 'OPTIONS' }).then(
      () => true,
      () => false,
    );
    if (answers) return { origin, stop };
    if (varnish.exitCode === null && Date.now() < until) continue;
    await stop();
    throw new Error(`Varnish did not start. ${errors}`);
  }
};
