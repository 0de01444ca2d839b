import {
  JSON_LINES,
  type MergedTag,
  type MergeLine,
  type MergeProgress,
} from '../../../../src/panel/admin-api';

/** What a merge came to. No status: nobody knows, since the connection was lost. */
export type MergeOutcome = { data: MergedTag } | { error: { status?: number; message: string } };

interface MergeRequest {
  /** Absolute address. */
  address: string;
  /** Document id of the tag that stays. */
  into: string;
  token: string;
  onProgress: (progress: MergeProgress) => void;
}

/** Lines of a text as they come, without the empty ones. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    text += done ? '\n' : decoder.decode(value, { stream: true });
    const lines = text.split('\n');
    text = lines.pop()!;
    yield* lines.filter((line) => line.trim() !== '');
    if (done) return;
  }
}

const request = async ({ address, into, token, onProgress }: MergeRequest) => {
  const response = await fetch(address, {
    method: 'POST',
    credentials: 'include',
    headers: {
      Accept: JSON_LINES,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ into }),
  });
  if (response.status === 401) return undefined;
  // An error from before the merge began is one document, and a line as well.
  for await (const line of readLines(response.body!)) {
    const read = JSON.parse(line) as MergeLine;
    if ('error' in read) return { error: read.error };
    if ('data' in read) return { data: read.data };
    onProgress(read);
  }
  throw new Error('The response ended too early.');
};

/**
 * Asks for a merge and reads how far it is, which Strapi's client cannot: it gives a response when all
 * of it is there.
 *
 * @returns undefined when the token has expired: nothing was merged
 */
export const mergeInLines = async (merge: MergeRequest): Promise<MergeOutcome | undefined> => {
  try {
    return await request(merge);
  } catch (error) {
    return { error: { message: String(error) } };
  }
};
