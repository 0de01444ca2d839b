import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as received. */
  bytes: Buffer;
}

/**
 * Sends a request unchanged. `fetch` would normalise the path, refuse a Host header and add
 * `Cache-Control: no-cache` to If-None-Match.
 *
 * @param origin address of the app
 * @param path path and query, exactly as sent
 */
export const sendRaw = (
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawResponse> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(origin);
    request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, headers } = response;
        done({ status, headers, body: bytes.toString(), bytes });
      });
    })
      .on('error', fail)
      .end();
  });
