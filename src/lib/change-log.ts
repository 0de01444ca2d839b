/**
 * The change log (`changes/change-log.ts`) as other rooms see it, also those above `changes/`, such as the settings.
 */
export interface ChangeLog {
  /** Whether cached responses may be served: the last look at the database is recent enough. */
  isCacheUsable: () => boolean;
  /** Whether the last look failed or got no answer in time. */
  isUnresponsive: () => boolean;
  /** Whether the database has not answered for so long that it should not be queried. */
  isAway: () => boolean;
  /**
   * Looks for changes of other nodes if the last look is half a second old. Undefined if there is nothing to wait for:
   * the cache is current, or the database does not answer. Ask `isCacheUsable` after the wait.
   */
  catchUp: () => Promise<unknown> | undefined;
  /** Waits briefly until commits of this node are indexed; undefined if none is pending. Never rejects. */
  untilIndexed: () => Promise<void> | undefined;
  /**
   * Waits while another process locks SQLite.
   *
   * @throws DatabaseAwayError when the database does not answer
   */
  untilReadable: () => Promise<void>;
  /**
   * When a response with these cache tags last changed, in seconds since 1970. Undefined while that is open: a commit
   * of this node is not indexed yet. Ask once the response is made.
   *
   * @throws when the database cannot be read
   */
  findModified: (cacheTags: Set<string>) => Promise<number | undefined>;
  /** Calls a function with the scopes of each change: when it is indexed here, or when a look finds it. */
  onChange: (listener: (scopes: string[]) => void) => void;
  /** Calls a function when the database answers again. */
  onRecovery: (listener: () => void) => void;
  /**
   * Announces a change as part of the open transaction, if any: nodes learn of it after its commit, never if it fails.
   */
  announce: (scopes: string[]) => Promise<void>;
  /** Does something in a transaction while no node indexes, and nothing else runs exclusively. */
  runExclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /**
   * Indexes by this node's plan from now on.
   *
   * @param onOther called in the same transaction if the stored plan is another one; with true if entries may have been
   * indexed by an older plan than the latest start's
   */
  usePlan: (plan: string, onOther: (wereSeveral: boolean) => Promise<void>) => Promise<void>;
  /** Resolves when everything committed by now is indexed, or has failed. */
  settled: () => Promise<void>;
  /** Whether something could not be indexed, so that feeds are behind. */
  isBehind: () => boolean;
}
