/** What tells of changes (`changes/change-log.ts`), as rooms know it that read what may have changed, or change something. */
export interface ChangeLog {
  /** Whether what is in memory may be given: current, or not too long without a look. */
  isUsable: () => boolean;
  /** Whether the last look had no response in time. */
  isTroubled: () => boolean;
  /** Whether the database has not answered for so long that nothing is to be asked of it. */
  isAway: () => boolean;
  /**
   * Looks for what other nodes changed when the last look is half a second ago. Undefined when there is nothing to wait
   * for: what is in memory is current, or the database does not answer. Whoever waited asks `isUsable`.
   */
  catchUp: () => Promise<unknown> | undefined;
  /** Waits a little for what was committed here; undefined where there is nothing to wait for. Never fails. */
  untilIndexed: () => Promise<void> | undefined;
  /** @throws DatabaseAwayError when the database does not answer. */
  untilReadable: () => Promise<void>;
  /**
   * When a response last changed that shows what these cache tags stand for, in seconds since 1970; undefined while
   * that is not settled: a change was committed here and is not indexed yet. To be asked once the response is made.
   *
   * @throws when the database cannot be read
   */
  findModified: (cacheTags: Set<string>) => Promise<number | undefined>;
  /** Has a function called with the scopes of each change: as it is indexed here, or when a look finds it. */
  subscribe: (act: (scopes: string[]) => void) => void;
  /** Has a function called when the database answers again that did not. */
  onRecovery: (act: () => void) => void;
  /**
   * Says what changed. Part of the transaction under way, if any: nodes hear of it when the change itself is
   * committed, and nobody when it is rolled back.
   */
  announce: (scopes: string[]) => Promise<void>;
  /** Does something in a transaction while no node indexes, nor does anything else so. */
  exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Has what is written indexed by this node's plan from now on.
   *
   * @param onOther called in the same transaction where the plan was another; with true where some may have been
   * indexed by an earlier one
   */
  usePlan: (plan: string, onOther: (wereSeveral: boolean) => Promise<void>) => Promise<void>;
  /** Ends when all that is committed by now is indexed. */
  indexed: () => Promise<void>;
  /** Whether something could not be indexed: feeds are behind. */
  isBehind: () => boolean;
}
