import { localAddressWarning } from '../../../src/options/settings';

const baseUrl = 'http://localhost:1337';

test('names the address, the option and the file, in one line', () => {
  for (const option of ['given', 'empty', 'absent'] as const) {
    const warning = localAddressWarning(baseUrl, option, false);
    expect(warning).toContain(baseUrl);
    expect(warning).toContain('"baseUrl" in config/plugins');
    expect(warning).not.toContain('\n');
  }
});

test('tells an option that is empty from one that is not there', () => {
  expect(localAddressWarning(baseUrl, 'empty', false)).toContain('environment variable');
  expect(localAddressWarning(baseUrl, 'absent', false)).toContain(
    'in the "config" of "syndication", or the base address in Settings > Feeds > General',
  );
});

test('says in production what that means', () => {
  expect(localAddressWarning(baseUrl, 'given', true)).toContain('nobody else can subscribe');
});
