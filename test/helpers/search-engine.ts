import { type Receiver, startReceiver } from './receiver';

/** Starts somebody in the place of IndexNow's own server: what a test publishes is nobody else's business. */
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
