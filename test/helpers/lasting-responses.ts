import { nextSecond } from './due';
import type { Node } from './node';

/** What a node gave at an address. */
export interface GivenResponse {
  address: string;
  status: number;
  tag: string | null;
  modified: string | null;
  /** Whether it was changed before it was given, to the second. */
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

/** What a node gives at some addresses. */
export const responsesOf = (node: Node, addresses: string[]): Promise<GivenResponse[]> =>
  Promise.all(addresses.map((address) => ask(node, address)));

/**
 * What nodes that know everything give, each with dates that last: changes of one second are dated a
 * second apart, no response is dated ahead of the clock, and what a node committed right before it ended
 * gets its date from another.
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
    // Within a second, no date is reached that was not before.
    await nextSecond();
  }
};
