/** The part of `better-sqlite3` that tests use; it ships no types. */
declare module 'better-sqlite3' {
  export default class Database {
    constructor(filename: string, options?: { readonly?: boolean; timeout?: number });
    /** Writes a consistent copy, even while other processes have the database open. */
    backup(filename: string): Promise<unknown>;
    prepare(sql: string): { get: () => unknown };
    close(): void;
  }
}
