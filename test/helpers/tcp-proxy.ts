import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

import { freePort } from './free-port';

/** A proxy to a server that a test can break. */
export interface TcpProxy {
  host: string;
  port: number;
  /** Refuses new connections and ends open ones. */
  refuse: () => Promise<void>;
  /** Accepts connections and data, but passes nothing on in either direction. */
  swallow: () => void;
  /** Accepts connections and ends each at its first statement, as a PostgreSQL pooler that has lost its server. */
  lose: () => void;
  /** Delays all data by a number of milliseconds. */
  delay: (milliseconds: number) => void;
  /** Passes new connections on normally. Swallowed data is lost, and those connections stay silent. */
  resume: () => Promise<void>;
  /** Ends all connections, including silent ones. */
  cut: () => void;
  /** Number of clients' open connections. */
  open: () => number;
  /** Number of bytes that clients have sent. */
  received: () => number;
  close: () => Promise<void>;
}

/** First bytes of PostgreSQL messages with a statement: `Query` and `Parse`. */
const STATEMENTS = [0x51, 0x50];

/** Starts a proxy to a server on this machine. */
export const startTcpProxy = async (target: { host: string; port: number }): Promise<TcpProxy> => {
  let mode: 'pass' | 'swallow' | 'lose' = 'pass';
  let lateBy = 0;
  let received = 0;
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();

  const note = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };

  const pass = (from: Socket, to: Socket): void => {
    let lost = false;
    let written = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      lost ||= mode === 'swallow' || from.destroyed;
      if (lost) return;
      // In order, whatever the delay was before.
      const until = Date.now() + lateBy;
      written = written.then(async () => {
        const rest = until - Date.now();
        if (rest > 0) await new Promise((done) => setTimeout(done, rest));
        if (to.writable) to.write(bytes);
      });
    });
    from.on('close', () => to.destroy());
  };

  const server = createServer((client) => {
    note(client);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    client.on('data', (bytes) => {
      received += bytes.length;
      if (mode === 'lose' && STATEMENTS.includes(bytes[0]!)) client.destroy();
    });
    if (mode === 'swallow') return;
    const upstream = note(connect(target.port, target.host));
    pass(client, upstream);
    pass(upstream, client);
  });

  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  const stop = async (): Promise<void> => {
    cut();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };

  // Below the ephemeral range, so that no other process takes the port while connections are refused.
  const port = await freePort();
  await listen(port);
  return {
    host: '127.0.0.1',
    port,
    refuse: stop,
    swallow() {
      mode = 'swallow';
    },
    lose() {
      mode = 'lose';
      cut();
    },
    delay(milliseconds) {
      lateBy = milliseconds;
    },
    async resume() {
      mode = 'pass';
      lateBy = 0;
      if (!server.listening) await listen(port);
    },
    cut,
    open: () => clients.size,
    received: () => received,
    close: stop,
  };
};
