import { offerTools } from '../../../src/panel/mcp-tools';

describe('tools for agents', () => {
  const strapiWith = (isEnabled: boolean) => {
    const registerTool = jest.fn();
    const strapi = { ai: { mcp: { isEnabled: () => isEnabled, registerTool } } };
    offerTools(strapi as never);
    return registerTool.mock.calls.map(([{ name }]) => name as string);
  };

  it('are there where the MCP server is on', () => {
    expect(strapiWith(true)).toContain('syndication_feeds');
  });

  it('are not where it is off, and where Strapi has none', () => {
    expect(strapiWith(false)).toEqual([]);
    expect(() => offerTools({} as never)).not.toThrow();
    expect(() => offerTools({ ai: {} } as never)).not.toThrow();
  });

  it('have names that begin with no verb, since Strapi derives such names and stops at two alike', () => {
    expect(strapiWith(true).filter((name) => !name.startsWith('syndication_'))).toEqual([]);
  });
});
