/*
 * Sends requests, one after another on each of some connections, from a process of its own, as what
 * else a process has loaded would slow it down. It only counts bytes: a generator that parses every
 * header, as autocannon does, takes longer for a response than the server, and measures itself.
 */
const { connect } = require('node:net');

const HEAD_END = '\r\n\r\n';

/** Status of a response, and its length in bytes, from the chunk it begins with. */
const measure = (chunk) => {
  const end = chunk.indexOf(HEAD_END);
  const head = chunk.toString('latin1', 0, end);
  const status = head.slice('HTTP/1.1 '.length, head.indexOf('\r\n')).slice(0, 3);
  const [, length = '0'] = /^content-length: (\d+)/im.exec(head) ?? [];
  return { status, length: end + HEAD_END.length + (status === '304' ? 0 : Number(length)) };
};

const generate = async ({ url, headers, connections, duration }) => {
  const { host, hostname, port, pathname } = new URL(url);
  const fields = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from([`GET ${pathname} HTTP/1.1`, ...fields, '', ''].join('\r\n'));
  const statuses = {};
  const start = performance.now();
  const send = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: hostname, noDelay: true }, () => socket.write(request));
      let missing = 0;
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`${url} closed a connection`)));
      socket.on('data', (chunk) => {
        if (missing === 0) {
          const { status, length } = measure(chunk);
          statuses[status] = (statuses[status] ?? 0) + 1;
          missing = length;
        }
        missing -= chunk.length;
        if (missing < 0) reject(new Error(`${url} sent more than it said`));
        if (missing !== 0) return;
        if (performance.now() - start < duration * 1000) {
          socket.write(request);
        } else {
          resolve();
          socket.destroy();
        }
      });
    });
  await Promise.all(Array.from({ length: connections }, send));
  return { seconds: (performance.now() - start) / 1000, statuses };
};

process.on('message', (options) =>
  generate(options).then(
    (result) => process.send(result),
    (error) => process.send({ failure: error.message }),
  ),
);
