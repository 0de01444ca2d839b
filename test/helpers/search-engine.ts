import { type Receiver, startReceiver } from './receiver';

/** Starts a receiver in place of IndexNow's server, so that tests report nothing to it. */
export const startSearchEngine = async (): Promise<Receiver> => {
  const receiver = await startReceiver();
  const { stop } = receiver;
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
    return origin === 'https://api.indexnow.org'
      ? fetch(receiver.url + pathname, init)
      : fetch(input, init);
  };
  return Object.assign(receiver, {
    async stop() {
      globalThis.fetch = fetch;
      await stop();
    },
  });
};
