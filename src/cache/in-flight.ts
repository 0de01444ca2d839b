import { SCOPES } from './cache-tags';

/** A response on its way. */
export interface InFlight {
  /** Whether a change came meanwhile that a response of these cache tags may not know of. */
  isOutdated: (scopes: Set<string>) => boolean;
  end: () => void;
}

/** Tells which responses that are being made missed a change. */
export const createInFlight = () => {
  /** What was dropped since each of the responses began. */
  const underway = new Set<Set<string>>();
  return {
    /** Says that a response is being made; to be ended in any case. */
    begin(): InFlight {
      const dropped = new Set<string>();
      underway.add(dropped);
      return {
        isOutdated: (scopes) =>
          dropped.has(SCOPES.everything) ||
          (dropped.size > 0 && scopes.has(SCOPES.everything)) ||
          [...scopes].some((scope) => dropped.has(scope)),
        end: () => underway.delete(dropped),
      };
    },

    /** Says what changed. */
    drop(scopes: string[]): void {
      for (const dropped of underway) scopes.forEach((scope) => dropped.add(scope));
    },
  };
};
