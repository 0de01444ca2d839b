import type { Delivery } from '../../../src/push/consumer';
import { webhookConsumer } from '../../../src/push/webhooks';
import { type Receiver, startReceiver } from '../../helpers/receiver';

const row = { state: 'pending', message: 'm', lease: null, revision: 0, tries: 0, due: 0 } as const;
const key = { contentType: 'api::post.post', documentId: 'a', locale: '' };

describe('a build hook', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());

  it('is told of the site, whatever was noted before it was one', async () => {
    const { send, key: consumer } = webhookConsumer(
      { url: `${receiver.url}/hook`, build: true },
      () => Promise.resolve({ paths: [], topics: [] }),
    );
    const one = { ...row, consumer, failing: 0 };
    const present = { url: 'https://www.example.com/a/', date: 0, lists: [] };
    const ofEntry: Delivery = {
      ...{ ...one, id: 1, subject: 'entry api::post.post a ' },
      payload: { ...key, former: null },
      event: { ...key, type: 'published', former: null, present },
    };
    const ofScopes: Delivery = {
      ...{ ...one, id: 2, subject: 'scopes v2', payload: { scopes: ['topic:api::tag.tag:b'] } },
    };
    for (const deliveries of [
      [ofEntry, ofScopes],
      [ofScopes, ofEntry],
    ]) {
      expect(await send(deliveries, Date.now())).toMatchObject({ kind: 'told' });
      expect(JSON.parse((await receiver.next())[0]!.body)).toMatchObject({
        type: 'site.changed',
        data: { tags: ['site', 'api::tag.tag:b', 'api::tag.tag'] },
      });
    }
  });
});
