import { warnOfMcpNameClash } from '../../../src/own-types/check-content-types';

const said = (version: string, enabled: boolean): string[] => {
  const lines: string[] = [];
  const values: Record<string, unknown> = { 'info.strapi': version, 'server.mcp.enabled': enabled };
  warnOfMcpNameClash({
    config: { get: (name: string, fallback: unknown) => values[name] ?? fallback },
    log: { warn: (line: string) => lines.push(line) },
  } as never);
  return lines;
};

test.each(['5.47.0', '5.47.3', '5.48.0', '5.48.1'])(
  'Strapi %s with MCP is warned of',
  (version) => {
    expect(said(version, true)).toEqual([
      expect.stringContaining('Update Strapi to 5.48.2 or later'),
    ]);
  },
);

test.each(['5.46.1', '5.48.2', '5.54.0', '5.470.0'])('Strapi %s is not', (version) => {
  expect(said(version, true)).toEqual([]);
});

test('nor is one without MCP', () => {
  expect(said('5.47.0', false)).toEqual([]);
});
