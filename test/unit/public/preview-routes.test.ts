import { createAddresses } from '../../../src/options/site-addresses';
import { previewRoutes, writeToken } from '../../../src/public/preview-routes';
import { createTexts } from '../../../src/texts/texts';
import { BUILT_IN_PLAN } from '../../helpers/built-in-plan';

test('a feed of a preview that is not there names the language of what it says', async () => {
  const known = () => ({
    ...{ texts: createTexts('de'), language: 'de', imageUrl: '', appearance: { favicon: '' } },
    addresses: createAddresses('https://www.example.com'),
  });
  const routes = previewRoutes(
    { config: { get: () => '' } } as never,
    {
      editions: [
        {
          plan: BUILT_IN_PLAN,
          settings: { configured: () => ({ htmlPages: true, previewHours: 1 }), known },
        },
      ],
    } as never,
    [''],
  );
  const headers: Record<string, string> = {};
  const ctx = {
    params: { token: writeToken([], Buffer.from('key')) },
    status: 200,
    set: (name: string | object, value = '') =>
      Object.assign(headers, typeof name === 'string' ? { [name]: value } : name),
    remove: (name: string) => void delete headers[name],
  };
  const { handler } = (routes as unknown[]).at(-1) as {
    handler: (...given: unknown[]) => Promise<void>;
  };
  await handler(ctx, () => undefined);
  expect({ status: ctx.status, ...headers }).toMatchObject({
    status: 404,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Language': 'de',
    'Cache-Control': 'private, no-store',
  });
});
