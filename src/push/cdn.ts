import { chunk } from '../lib/chunk';
import { purgedTags, TAG_OF_ALL } from '../lib/cdn-tags';
import type { CdnOptions } from '../options/push';
import { purgingOf } from './cdn-requests';
import type { Consumer, Delivery, Outcome, ScopesPayload } from './consumer';
import { sendRequest } from './send-request';

/**
 * After how many milliseconds everything is purged once more: what the CDN was fetching meanwhile may be of before
 * the change, and is there only after the first purge.
 */
const REPEATED_AFTER = 30_000;

/** Changes that one round of requests tells of. */
const CHANGES_AT_ONCE = 50;

const scopesOf = ({ payload }: Delivery): ScopesPayload => payload as ScopesPayload;

/** Has a CDN forget what changed. */
export const cdnConsumer = (options: CdnOptions): Consumer => {
  const { name, atMost, atOnce, pause, requests } = purgingOf(options);

  /** The tags to purge: one that all responses carry in the place of too many, and of those that were not taken. */
  const tagsOf = (deliveries: readonly Delivery[]): string[] => {
    const tags = purgedTags(deliveries.flatMap((delivery) => scopesOf(delivery).scopes));
    const isAll = tags.length > atMost || deliveries.some(({ tries }) => tries > 0);
    return tags === 'everything' || isAll ? [TAG_OF_ALL] : tags;
  };

  return {
    key: `cdn-${options.provider}`,
    kind: 'cdn',
    name,
    hears: ['scopes'],
    // Its visitors see what is published quietly, too.
    isSubscriber: false,
    atOnce: CHANGES_AT_ONCE,
    pause,

    async send(deliveries, now): Promise<Outcome> {
      const tags = tagsOf(deliveries);
      if (tags.length === 0) return { kind: 'nothing' };
      let answer = '';
      for (const some of chunk(await requests(tags), atOnce)) {
        for (const outcome of await Promise.all(some.map(sendRequest))) {
          if (outcome.kind !== 'told') return outcome;
          ({ answer } = outcome);
        }
      }
      return {
        kind: 'told',
        answer,
        next: (delivery) =>
          scopesOf(delivery).isRepeated
            ? undefined
            : {
                due: now + REPEATED_AFTER,
                payload: { scopes: scopesOf(delivery).scopes, isRepeated: true },
              },
      };
    },
  };
};
