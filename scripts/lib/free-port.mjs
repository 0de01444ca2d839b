import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port nobody listens on at this moment, below those that systems give to outgoing connections: one
 * of these would take it until it is listened on.
 */
export const freePort = async () => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
};
