import { cutLong } from '../../../src/panel/mcp-tool';
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

describe('an answer', () => {
  it('that is short is given whole', () => {
    const answer = { title: 'a', list: [1, null, true], inner: { date: '2026' } };
    expect(cutLong(answer)).toEqual({ ...answer, notes: [] });
  });

  it('is cut where a text or a list is long, and says where', () => {
    const answer = {
      title: 'a'.repeat(2_001),
      item: { contentHtml: 'b'.repeat(20_000), summary: 'c'.repeat(2_000) },
      list: Array.from({ length: 101 }, (_, name) => ({
        name: name === 1 ? 'd'.repeat(2_001) : '',
      })),
    };
    const { title, item, list, notes } = cutLong(answer);
    expect([title.length, list.length, list[1]!.name.length]).toEqual([2_000, 100, 2_000]);
    expect(item).toEqual(answer.item);
    expect(notes).toEqual([
      'title is cut: these are the first 2,000 of 2,001 characters.',
      'list is cut: these are the first 100 of 101 entries.',
      'list[1].name is cut: these are the first 2,000 of 2,001 characters.',
    ]);
  });

  it('is not cut within a character', () => {
    expect(cutLong({ title: `${'a'.repeat(1_999)}😀` }).title).toBe('a'.repeat(1_999));
  });
});
