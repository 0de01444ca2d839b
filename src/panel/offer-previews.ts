import type { Core } from '@strapi/strapi';

import { noteOwnMiddleware } from '../cache/site-middlewares';
import {
  makePreviewAddresses,
  type Preview,
  type PreviewAddresses,
  type PreviewedEntry,
} from '../public/preview-routes';
import { findSavedDraft, readForm } from '../entries/drafts';
import { PERMISSIONS } from '../lib/constants';
import { documentLocale } from '../mapping/schemas';
import { isPublishedIn } from '../options/locales';
import type { Plan } from '../mapping/plan';
import type { Panel } from './panel';
import type { SettingsStore } from '../options/settings';
import { type Ability, findReadableFor, mayReadFor, type UserState } from './rights';

/**
 * Whether a user may preview an entry: with the permission, and if the user may read all that its page shows, also of
 * the entries that a draft leads to.
 */
const mayPreview = async (
  { strapi, plan }: Pick<Panel, 'strapi' | 'plan'>,
  ability: Ability,
  { contentType, documentId, locale, status }: PreviewedEntry,
): Promise<boolean> => {
  const source = plan.sources.find((candidate) => candidate.contentType === contentType);
  if (!source) return false;
  // Readers will never see an entry in a locale that is not published.
  if (source.isLocalised && (locale === null || !isPublishedIn(plan.locales, source, locale)))
    return false;
  if (!ability.can(PERMISSIONS.sharePreviews)) return false;
  const entry = { contentType, documentId, locale: source.isLocalised ? locale : null };
  if (!(await mayReadFor({ strapi, plan }, ability)([entry]))(entry)) return false;
  if (!source.hasDrafts || status === 'published') return true;
  const saved = await findSavedDraft(strapi, source, documentId, locale);
  if (!saved) return false;
  const findReadable = findReadableFor(strapi, ability);
  const { unreadable } = await readForm(strapi, { source, values: saved, saved, findReadable });
  return unreadable.length === 0;
};

/** Makes addresses of a preview; null if previews are switched off, undefined if the user may not preview the entry. */
export const previewFor = async (
  parts: Pick<Panel, 'strapi' | 'plan'> & { settings: Pick<SettingsStore, 'get'> },
  { user, userAbility: ability }: UserState,
  asked: PreviewedEntry,
): Promise<PreviewAddresses | null | undefined> => {
  const { strapi, settings } = parts;
  const locale = (await documentLocale(strapi, asked.contentType, asked.locale)) ?? null;
  const entry = { ...asked, locale };
  return (await mayPreview(parts, ability, entry))
    ? makePreviewAddresses(strapi, await settings.get(), entry, user.id, new Date())
    : undefined;
};

/** Whether the maker of a preview may still make it: if not, the preview ends. */
export const isReadableByMaker = async (
  parts: Pick<Panel, 'strapi' | 'plan'>,
  { userId, ...entry }: Preview,
): Promise<boolean> => {
  const user: { isActive?: boolean; blocked?: boolean } | null = await parts.strapi.db
    .query('admin::user')
    .findOne({ where: { id: userId }, populate: ['roles'] });
  if (!user?.isActive || user.blocked) return false;
  const { engine } = parts.strapi.service('admin::permission');
  const ability: Ability = await engine.generateUserAbility(user);
  return mayPreview(parts, ability, entry);
};

/** The key `preview` of `config/admin`. */
interface PreviewConfig {
  enabled?: boolean;
  config?: { handler?: object; allowedOrigins?: string | string[] };
}

interface PreviewQuery {
  documentId: string;
  locale?: string | null;
  status?: string;
}

/** Handlers that the plugin made: Strapi keeps `config/admin` for all its instances in a process, also ended ones. */
const ownHandlers = new WeakSet<object>();

/** Gives Strapi's own Preview the plugin's pages, unless the site has a handler of its own or disables Preview. */
export const offerPreviews = (
  strapi: Core.Strapi,
  { plan, settings }: { plan: Plan; settings: Pick<SettingsStore, 'get'> },
): void => {
  const preview = strapi.config.get<PreviewConfig | undefined>('admin.preview');
  const given = preview?.config?.handler;
  if (preview?.enabled === false || (given && !ownHandlers.has(given))) return;

  const handler = async (
    contentType: string,
    { documentId, locale = null, status }: PreviewQuery,
  ): Promise<string | undefined> => {
    const { user, userAbility }: Partial<UserState> = strapi.requestContext.get()?.state ?? {};
    const entry = {
      contentType,
      documentId,
      locale,
      status: status === 'published' ? 'published' : 'draft',
    } as const;
    if (!user || !userAbility) return undefined;
    // Without an address, Strapi's panel shows no preview.
    const made = await previewFor({ strapi, plan, settings }, { user, userAbility }, entry);
    return made?.page ?? undefined;
  };
  ownHandlers.add(handler);
  strapi.config.set('admin.preview', { ...preview, config: { ...preview?.config, handler } });
};

const POLICY = 'Content-Security-Policy';

/** Directives for what the panel loads from the site. */
const LOADED = ['img-src', 'media-src', 'frame-src'];

/**
 * Adds an origin's pictures, sound and pages to a policy. `default-src` applies in place of a missing directive (CSP,
 * section 6.7); if it is missing as well, everything is allowed already.
 */
export const allowOrigin = (policy: string, origin: string): string => {
  const directives = new Map(
    policy
      .split(';')
      .map((directive): [string, string[]] => {
        const [name = '', ...sources] = directive.trim().split(/\s+/);
        return [name, sources];
      })
      .filter(([name]) => name !== ''),
  );
  for (const name of LOADED) {
    const sources = directives.get(name) ?? directives.get('default-src');
    if (!sources || sources.includes(origin)) continue;
    // 'none' must stand alone.
    directives.set(name, [...sources.filter((source) => source !== "'none'"), origin]);
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join(';');
};

/** The parts of a response that tell whose it is. */
interface PanelResponse {
  path: string;
  mediaType: string | undefined;
  policy: string;
}

/** Whether a response is of the panel. The plugin's own pages have a strict policy and do not count. */
export const isOfPanel = (panel: string, { path, mediaType, policy }: PanelResponse): boolean => {
  const below = panel.endsWith('/') ? panel : `${panel}/`;
  if (path !== panel && !path.startsWith(below)) return false;
  // A panel at the root shares its path with everything that Strapi serves.
  return below !== '/' || (mediaType === 'text/html' && !policy.startsWith("default-src 'none'"));
};

/**
 * Lets the panel show the site's pages, pictures and sound if the site has another origin than Strapi. Changes only
 * responses of the panel.
 */
export const allowSiteInPanel = (strapi: Core.Strapi, baseUrl: string): void => {
  const { origin } = new URL(baseUrl);
  const own = strapi.config.get<string>('server.absoluteUrl');
  if (URL.canParse(own) && new URL(own).origin === origin) return;
  const panel = strapi.config.get<string>('admin.path', '/admin');
  const allow: Parameters<typeof strapi.server.use>[0] = async (context, next) => {
    await next();
    const { path, response } = context;
    const policy = response.get(POLICY);
    if (!policy || !isOfPanel(panel, { path, mediaType: response.type, policy })) return;
    context.set(POLICY, allowOrigin(policy, origin));
  };
  noteOwnMiddleware(allow);
  strapi.server.use(allow);
};
