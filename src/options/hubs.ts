import { isPublicAddress } from '../feed/base-address';
import type { ResolvedOptions } from './options';

/** The hubs of the option `push`, each once, as URLs are written: feeds and their headers say the same. */
export const configuredHubs = ({ push }: Pick<Required<ResolvedOptions>, 'push'>): string[] => [
  ...new Set((push.hubs ?? []).map((hub) => new URL(hub).href)),
];

/** The hubs that feeds name and that hear of them: none where no hub could fetch a feed. */
export const hubsInForce = ({
  push,
  feedsUrl,
}: Pick<Required<ResolvedOptions>, 'push' | 'feedsUrl'>): string[] =>
  isPublicAddress(feedsUrl) ? configuredHubs({ push }) : [];
