import type { Core } from '@strapi/strapi';
import { errors, z } from '@strapi/utils';

import { logError } from '../lib/database';
import { ACTIONS } from './default-roles';
import { openPanel, type Panel } from './panel';
import { type PanelUser, userOf, type UserState } from './rights';

type Fields = Record<string, z.ZodType>;

/** A tool for agents, which tells what a screen of the panel tells. */
export interface Tool<Input extends Fields = Fields> {
  name: `syndication_${string}`;
  title: string;
  /** For the agent: what it learns, what is not plain in the answer, and when to ask. */
  description: string;
  /** All that the panel asks for the same answer. Who lacks the first one does not see the tool. */
  permissions: readonly [string, ...string[]];
  /** Made when it is asked for: older versions of `@strapi/utils` have no zod. */
  input: (strapi: Core.Strapi) => Input;
  answer: (panel: Panel, asked: z.infer<z.ZodObject<Input>>, user: PanelUser) => Promise<object>;
}

/** Adds a tool to those of a Strapi's MCP server. */
export type OfferTool = (strapi: Core.Strapi) => void;

/** Characters of a text that an answer has, and of one that is HTML. */
const TEXT = 2_000;
const HTML = 20_000;
/** Entries of a list. */
const LIST = 100;

const numbered = new Intl.NumberFormat('en');

/** An answer of a size that an agent can read, and what was left of it. */
export const cutLong = <Answer extends object>(answer: Answer): Answer & { notes: string[] } => {
  const notes: string[] = [];
  const note = (place: string, most: number, all: number, what: string): void => {
    const [shown, whole] = [most, all].map((number) => numbered.format(number));
    notes.push(`${place} is cut: these are the first ${shown} of ${whole} ${what}.`);
  };
  const cut = (value: unknown, place: string): unknown => {
    if (typeof value === 'string') {
      const most = place.endsWith('Html') ? HTML : TEXT;
      if (value.length <= most) return value;
      note(place, most, value.length, 'characters');
      // Not half of a character of two units.
      return value.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
    }
    if (Array.isArray(value)) {
      if (value.length > LIST) note(place, LIST, value.length, 'entries');
      return value.slice(0, LIST).map((one, index) => cut(one, `${place}[${index}]`));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        cut(inner, place === '' ? name : `${place}.${name}`),
      ]),
    );
  };
  return { ...(cut(answer, '') as Answer), notes };
};

const refusal = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  isError: true as const,
});

/** Name of a permission as Settings > Roles has it. */
const permissionName = (permission: string): string =>
  ACTIONS.find(({ uid }) => permission.endsWith(`.${uid}`))?.displayName ?? permission;

/** A tool as Strapi takes it. */
export const tool =
  <Input extends Fields>({
    name,
    title,
    description,
    permissions,
    input,
    answer,
  }: Tool<Input>): OfferTool =>
  (strapi) => {
    // Strapi lets whoever has any of these see the tool.
    const policies: [{ action: string }] = [{ action: permissions[0] }];
    strapi.ai.mcp.registerTool({
      name,
      title,
      description,
      auth: { policies },
      telemetry: { source: 'plugin::syndication', name },
      resolveInputSchema: (): z.ZodObject => z.object(input(strapi)).strict(),
      // Strapi wants one. What an answer holds, it says by itself.
      resolveOutputSchema: (): z.ZodObject =>
        z
          .object({ notes: z.array(z.string()).describe('What was cut for its length') })
          .catchall(z.unknown()),
      createHandler:
        (_strapi, context) =>
        async ({ args }) => {
          // Whose token the agent has, as the panel's routes have their users.
          const state = context as unknown as UserState;
          const missing = permissions.find((permission) => !state.userAbility.can(permission));
          if (missing !== undefined) {
            return refusal(`The token lacks the permission "${permissionName(missing)}".`);
          }
          try {
            const asked = args as z.infer<z.ZodObject<Input>>;
            const panel = await openPanel(strapi);
            const told = cutLong(await answer(panel, asked, userOf(panel, state)));
            return {
              content: [{ type: 'text', text: JSON.stringify(told) }],
              structuredContent: told,
            };
          } catch (error) {
            // Strapi would give the client any error's text. Those for clients are of this class.
            if (error instanceof errors.ApplicationError) return refusal(error.message);
            logError(strapi, error);
            return refusal('The server could not answer; its log says why.');
          }
        },
    });
  };
