import { withoutUnset } from '../../../src/options/push';
import { refusedOptions } from '../../helpers/refused-options';

const checkPush = (push: Record<string, unknown>) =>
  refusedOptions({ push }).map((said) => said.replace('The option "push": ', ''));

/** What is said of a secret that libraries of Standard Webhooks would not read as we do. */
const SECRETS =
  'Allowed: "whsec_" and a key in base64, such as "whsec_" and what "openssl rand -base64 24" prints.';

describe('the option "push"', () => {
  it.each([
    [{ webhook: [] }, 'There is no "webhook". Did you mean "webhooks"?'],
    [{ webhooks: {} }, '"webhooks" was an object. Allowed: a list of at most 20 objects.'],
    [
      { webhooks: [{ url: 'www.example.com' }] },
      '"webhooks[0].url" was a text. Allowed: an absolute http or https address without credentials or a fragment.',
    ],
    [
      { webhooks: [{ url: 'https://www.example.com/', secrets: 'a' }] },
      'There is no "webhooks[0].secrets". Did you mean "secret"?',
    ],
    [
      { hubs: ['hub.example.com'] },
      '"hubs[0]" was a text. Allowed: an absolute http or https address without credentials or a fragment.',
    ],
    [
      { webhooks: ['a', 'b'].map((key) => ({ url: `https://www.example.com/?key=${key}` })) },
      '"webhooks": [0] and [1] have one address. Allowed: one of both.',
    ],
    [{ indexNow: 'yes' }, '"indexNow" was "yes". Allowed: true or false.'],
    [
      { cdn: { provider: 'fasty', service: 'a', token: 'b' } },
      '"cdn.provider" was "fasty". Allowed: fastly, cloudflare, cloudfront, bunny, varnish. Did you mean "fastly"?',
    ],
    [
      { cdn: { provider: 'fastly', service: 'a' } },
      '"cdn.token" was undefined. Allowed: a text of ASCII characters without spaces.',
    ],
    [
      // While the variables are unset, as on the machine of a developer.
      { cdn: { provider: 'cloudfare', zone: undefined, token: undefined } },
      '"cdn.provider" was "cloudfare". Allowed: fastly, cloudflare, cloudfront, bunny, varnish. Did you mean "cloudflare"?',
    ],
    [{ cdn: { provider: 'varnish' } }, '"cdn.urls" was undefined. Allowed: 1 to 20 addresses.'],
    [
      { cdn: { provider: 'bunny', zone: '1', token: 'a', maxAge: -1 } },
      '"cdn.maxAge" was -1. Allowed: a whole number of seconds from 0 to 31536000.',
    ],
  ])('may not be %j, and the error says so', (push, message) => {
    expect(checkPush(push)).toEqual([message]);
  });

  it('shows no secret in an error', () => {
    const webhooks = [{ url: 'https://www.example.com/', secret: 'a secret with spaces' }];
    expect(checkPush({ webhooks }).join()).toContain(`"webhooks[0].secret" was a text. ${SECRETS}`);
    const cdn = { provider: 'fastly', service: 'a', token: 'to ken' };
    expect([...checkPush({ webhooks }), ...checkPush({ cdn })].join()).not.toMatch(
      /spaces"|to ken/,
    );
  });

  it.each<Record<string, unknown>>([
    { webhooks: { url: 'https://www.example.com/', secret: 'SECRET' } },
    { webhooks: ['SECRET'] },
    { webhooks: [{ url: 'https://me:SECRET@www.example.com/' }] },
    { webhooks: [{ url: 'ftp://www.example.com/?key=SECRET' }] },
    { webhooks: [{ url: 'https://me:SE/CRET@www.example.com/SECRET' }] },
    { webhooks: [{ url: 'me:SECRET@10.0.0.2' }] },
    { webhooks: [{ url: 'https:\\\\me:SECRET@10.0.0.2' }] },
    { webhooks: [{ url: 'ftp://hooks.example.com/T/B/SECRET' }] },
    { cdn: [{ provider: 'fastly', token: 'SECRET' }] },
    { cdn: { provider: { token: 'SECRET' } } },
    { cdn: { provider: 'bunny', zone: 'a', token: ['SECRET'] } },
    { cdn: { provider: 'varnish', urls: ['http://me:SECRET@10.0.0.2/'] } },
    { cdn: { provider: 'fastly', service: 'a', token: 'b', api: 'x://SECRET@e.com/' } },
    { hubs: ['https://me:SECRET@hub.example.com/'] },
    { hubs: ['https://SECRET@hub.example.com/'] },
    { hubs: ['https://:SECRET@hub.example.com/'] },
  ])('shows none of %j either', (push) => {
    const errors = checkPush(push).join();
    expect(errors).toContain('Allowed');
    expect(errors).not.toContain('SECRET');
  });

  it('shows no part of a password that could be a port', () => {
    const webhooks = [{ url: 'https://me:4815#1623@www.example.com/' }];
    expect(checkPush({ webhooks }).join()).toMatch(/^"webhooks\[0\]\.url" was a text\. Allowed/);
  });

  it.each([
    'a-text-of-its-own',
    'YSBrZXkgb2YgdHdlbnR5LWZvdXIgYnl0ZXM=',
    'whsec_',
    'whsec_no-key!',
    'whsec_YSBrZXk',
    'whsec_YQ===',
  ])('takes no secret that receivers would read as another key: %j', (secret) => {
    expect(checkPush({ webhooks: [{ url: 'https://www.example.com/', secret }] })).toEqual([
      `"webhooks[0].secret" was a text. ${SECRETS}`,
    ]);
  });

  it('shows no secret that is a number', () => {
    expect(
      checkPush({ webhooks: [{ url: 'https://www.example.com/', secret: 48151623 }] }),
    ).toEqual([`"webhooks[0].secret" was a number. ${SECRETS}`]);
  });

  it.each([
    {},
    {
      webhooks: [
        { url: '', secret: '' },
        { url: 'https://www.example.com/a', secret: 'whsec_YQ==' },
      ],
    },
    { webhooks: [{ url: undefined }, { url: '' }, { url: '' }] },
    { hubs: ['', 'https://hub.example.com/'], indexNow: true },
    { cdn: { provider: 'fastly', service: 'a', token: 'b', maxAge: 0 } },
    { cdn: { provider: 'varnish', urls: ['http://10.0.0.2:6081'] } },
    { cdn: { provider: 'fastly', service: undefined, token: '', maxAge: 60 } },
    { cdn: { provider: 'varnish', urls: [undefined] } },
    { cdn: { provider: 'varnish', urls: [] } },
    { cdn: { provider: undefined, zone: undefined, token: undefined } },
  ])('may be %j', (push) => {
    expect(checkPush(push)).toEqual([]);
  });

  it('goes without what an environment variable leaves empty', () => {
    const push = { webhooks: [{ url: '' }], hubs: ['', 'https://hub.example.com/'] };
    expect(withoutUnset(push)).toEqual({ webhooks: [], hubs: ['https://hub.example.com/'] });
  });

  it('has no CDN where environment variables leave all that its provider needs empty', () => {
    const { cdn } = withoutUnset({ cdn: { provider: 'fastly', service: '', token: '' } });
    expect(cdn).toBeUndefined();
  });

  it.each([{ provider: 'fastly', service: 'a', token: '' }, { provider: 'fastly' }])(
    'needs all of a CDN that is given in part: %j',
    (cdn) => {
      expect(checkPush({ cdn })).not.toEqual([]);
    },
  );
});
