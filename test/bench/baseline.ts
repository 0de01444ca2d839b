import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What a bare server gives at an address. */
export interface BareResponse {
  body: Buffer;
  entityTag: string;
  ok: Record<string, string>;
  notModified: Record<string, string>;
}

/** Headers that node:http adds to any response by itself. */
const OWN_HEADERS = ['connection', 'date', 'keep-alive'];

const headersOf = (response: Response): Record<string, string> => {
  const found: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    if (!OWN_HEADERS.includes(name)) found[name] = value;
  });
  return found;
};

/** The response at an address with all its headers, for a bare server to give. */
export const copyResponse = async (
  url: string,
  headers: Record<string, string>,
): Promise<BareResponse> => {
  const response = await fetch(url, { headers });
  const entityTag = response.headers.get('etag') ?? '';
  // Undecoded, a coding's bytes are as many as its Content-Length says; which they are is no matter.
  const length = Number(response.headers.get('content-length'));
  const body = Buffer.from(await response.arrayBuffer()).subarray(0, length);
  const unchanged = await fetch(url, { headers: { ...headers, 'if-none-match': entityTag } });
  return {
    body,
    entityTag,
    ok: headersOf(response),
    notModified: headersOf(unchanged),
  };
};

/** What a bare server has used so far. */
interface Usage {
  /** Microseconds. */
  processorTime: number;
  /** Bytes. */
  memory: number;
}

/** Starts bare Koa in a process of its own; it gives each response at its place in the list. */
export const startBaseline = async (responses: BareResponse[], execArgv: string[] = []) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'syndication-bench-'));
  const described = responses.map(({ body, ...headers }, place) => {
    const file = path.join(folder, String(place));
    writeFileSync(file, body);
    return { ...headers, file };
  });
  const list = path.join(folder, 'responses.json');
  writeFileSync(list, JSON.stringify(described));
  const child = fork(path.join(__dirname, 'baseline.cjs'), [list], { execArgv });
  const [port] = (await once(child, 'message')) as [number];
  const usage = async (): Promise<Usage> => {
    child.send('measure');
    const [used] = (await once(child, 'message')) as [Usage];
    return used;
  };
  return {
    urlOf: (place: number) => `http://127.0.0.1:${port}/${place}`,
    processorTime: async () => (await usage()).processorTime,
    memory: async () => (await usage()).memory,
    stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
