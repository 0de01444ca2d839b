import type { Core } from '@strapi/strapi';
import { errors, z } from '@strapi/utils';

import { logError } from '../lib/database';
import { ACTIONS } from './permissions';
import { openPanel, type Panel } from './panel';
import { type PanelUser, userOf, type UserState } from './rights';

type Fields = Record<string, z.ZodType>;

/** A tool for agents, with the information of a screen of the panel. */
export interface Tool<Input extends Fields = Fields> {
  name: `syndication_${string}`;
  title: string;
  /** Tells the agent what the tool returns, what the answer does not make clear, and when to call it. */
  description: string;
  /** Permissions that the panel requires for the same answer. A token without the first one does not see the tool. */
  permissions: readonly [string, ...string[]];
  /** Makes the input schema when Strapi asks for it: older versions of `@strapi/utils` have no zod. */
  input: (strapi: Core.Strapi) => Input;
  answer: (panel: Panel, asked: z.infer<z.ZodObject<Input>>, user: PanelUser) => Promise<object>;
}

/** Adds a tool to the MCP server of a Strapi. */
export type OfferTool = (strapi: Core.Strapi) => void;

const refusal = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  isError: true as const,
});

/** Name of a permission in Settings > Roles. */
const permissionName = (permission: string): string =>
  ACTIONS.find(({ uid }) => permission.endsWith(`.${uid}`))?.displayName ?? permission;

/** Makes the function that registers a tool. */
export const createTool =
  <Input extends Fields>({ permissions, input, answer, ...named }: Tool<Input>): OfferTool =>
  (strapi) => {
    // Strapi shows the tool to a token that has any of these permissions.
    const policies: [{ action: string }] = [{ action: permissions[0] }];
    strapi.ai.mcp.registerTool({
      ...named,
      auth: { policies },
      telemetry: { source: 'plugin::syndication', name: named.name },
      resolveInputSchema: (): z.ZodObject => z.object(input(strapi)).strict(),
      // Strapi requires a schema. The names in an answer explain themselves.
      resolveOutputSchema: (): z.ZodObject => z.object({}).catchall(z.unknown()),
      createHandler:
        (_strapi, context) =>
        async ({ args }) => {
          // The MCP context has the owner of the token where the panel's requests have their user.
          const state = context as unknown as UserState;
          const missing = permissions.find((permission) => !state.userAbility.can(permission));
          if (missing !== undefined) {
            return refusal(`The token lacks the permission "${permissionName(missing)}".`);
          }
          try {
            const asked = args as z.infer<z.ZodObject<Input>>;
            const panel = await openPanel(strapi);
            const found = { ...(await answer(panel, asked, userOf(panel, state))) };
            return {
              content: [{ type: 'text', text: JSON.stringify(found) }],
              structuredContent: found,
            };
          } catch (error) {
            // Strapi would send the text of any error to the client. Only errors of this class are meant for clients.
            if (error instanceof errors.ApplicationError) return refusal(error.message);
            logError(strapi, error);
            return refusal('The server could not answer; its log says why.');
          }
        },
    });
  };
