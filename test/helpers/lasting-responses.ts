import { waitForNextSecond } from './due';
import type { Node } from './node';

/** A response of a node. */
export interface GivenResponse {
  address: string;
  status: number;
  tag: string | null;
  modified: string | null;
  /** Whether `modified` is before the time of the response, to the second. */
  isPast: boolean;
  body: string;
}

const ask = async (node: Node, address: string): Promise<GivenResponse> => {
  const response = await node.get(address);
  const { status, headers } = response;
  const modified = headers.get('last-modified');
  const isPast = modified !== null && new Date(modified) < new Date(headers.get('date')!);
  return {
    ...{ address, status, modified, isPast },
    tag: headers.get('etag'),
    body: await response.text(),
  };
};

/** A node's responses at some addresses. */
export const responsesOf = (node: Node, addresses: string[]): Promise<GivenResponse[]> =>
  Promise.all(addresses.map((address) => ask(node, address)));

/**
 * Responses of nodes that know every change, with final dates: changes within one second are dated a second apart,
 * no response is dated in the future, and changes committed right before a node ended get their date from another.
 */
export const lastingResponses = async (
  nodes: Node[],
  addresses: string[],
): Promise<GivenResponse[][]> => {
  for (;;) {
    const given = await Promise.all(
      nodes.map(async (node) => {
        await node.run({ do: 'settle' });
        return responsesOf(node, addresses);
      }),
    );
    if (given.flat().every(({ status, isPast }) => status !== 200 || isPast)) return given;
    // Dates have whole seconds: nothing changes before the next one.
    await waitForNextSecond();
  }
};
