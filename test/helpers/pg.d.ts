/** The part of pg that tests use; it ships no types. */
declare module 'pg' {
  export class Client {
    constructor(options: {
      host: string;
      port: number;
      user: string;
      password: string;
      database: string;
    });
    connect(): Promise<void>;
    query(statement: string): Promise<unknown>;
    end(): Promise<void>;
  }
}
