import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import type { App } from './app';

/** An app's `config/server.js` that enables Strapi's MCP server. */
export const MCP_ON = `module.exports = ${JSON.stringify({
  host: '127.0.0.1',
  port: 0,
  app: { keys: ['k'] },
  logger: { updates: { enabled: false } },
  mcp: { enabled: true },
})};`;

/**
 * An app's `src/index.js` that leaves out Strapi's own MCP tools. Strapi rebuilds the schemas of all tools for each
 * message, and has seven tools for each content type.
 */
export const OWN_TOOLS_ONLY = `module.exports = {
  register({ strapi }) {
    const { mcp } = strapi.ai;
    const { registerTool } = mcp;
    mcp.registerTool = (tool) => tool.name.startsWith('syndication_') && registerTool(tool);
  },
};`;

/** A permission of an API token. */
export interface TokenPermission {
  action: string;
  subject?: string;
  fields?: string[];
  /** For a localised type. */
  locales?: string[];
  conditions?: string[];
}

/** The answer of a tool. */
export interface ToolAnswer {
  isError: boolean;
  /** Text for the agent. */
  text: string;
  /** The same as data, validated against the tool's output schema. */
  data: Record<string, unknown>;
}

/** An agent connected to Strapi's MCP server. */
export interface Agent {
  toolNames: () => Promise<string[]>;
  call: (name: string, input?: Record<string, unknown>) => Promise<ToolAnswer>;
  close: () => Promise<void>;
}

/**
 * Connects an agent, with a token that a user of the panel created.
 *
 * @param user id of the user
 */
export const connectAgent = async (
  { strapi, origin }: Pick<App, 'strapi' | 'origin'>,
  permissions: TokenPermission[],
  user: number,
): Promise<Agent> => {
  const { accessKey } = await strapi.service('admin::api-token-admin').create(
    {
      kind: 'admin',
      name: `Agent ${Math.random()}`,
      description: '',
      lifespan: null,
      adminPermissions: permissions.map(
        ({ action, subject = null, fields, locales, conditions = [] }) => ({
          ...{ action, subject, conditions },
          properties: { ...(fields && { fields }), ...(locales && { locales }) },
        }),
      ),
    },
    await strapi.db.query('admin::user').findOne({ where: { id: user }, populate: ['roles'] }),
  );
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), {
      requestInit: { headers: { authorization: `Bearer ${accessKey}` } },
    }),
  );
  // After listing the tools, the client validates answers against their schemas.
  const { tools } = await client.listTools();
  return {
    toolNames: async () => tools.map(({ name }) => name),
    async call(name, input = {}) {
      const {
        content,
        structuredContent = {},
        isError = false,
      } = await client.callTool({
        name,
        arguments: input,
      });
      const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      return { isError, text, data: structuredContent as ToolAnswer['data'] };
    },
    close: () => client.close(),
  };
};
