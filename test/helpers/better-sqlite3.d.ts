/** What the tests use of `better-sqlite3`, which has no types of its own. */
declare module 'better-sqlite3' {
  export default class Database {
    constructor(filename: string, options?: { readonly?: boolean; timeout?: number });
    /** Writes a copy that is whole, whoever else has the database open. */
    backup(filename: string): Promise<unknown>;
    prepare(sql: string): { get: () => unknown };
    close(): void;
  }
}
