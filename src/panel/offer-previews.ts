import type { Core } from '@strapi/strapi';

import type { PreviewAddressBook } from '../public/preview-addresses';
import type { PreviewRights } from './permissions/preview-rights';
import type { Ability } from './permissions/permitted-rows';

/** `preview` of `config/admin`. */
interface PreviewConfig {
  enabled?: boolean;
  config?: { handler?: object; allowedOrigins?: string | string[] };
}

interface Asked {
  documentId: string;
  locale?: string | null;
  status?: string;
}

/** State of a request of the panel. */
interface PanelState {
  user?: { id: number | string };
  userAbility?: Ability;
}

/** Strapi keeps what `config/admin` says for all its instances in a process: those that ended, too. */
const handlers = new WeakSet<object>();

/** Gives Strapi's own Preview the addresses of our pages, unless the site has its own or wants none. */
export const offerPreviews = (
  strapi: Core.Strapi,
  {
    previewAddresses,
    previewRights,
  }: { previewAddresses: PreviewAddressBook; previewRights: PreviewRights },
): void => {
  const preview = strapi.config.get<PreviewConfig | undefined>('admin.preview');
  const given = preview?.config?.handler;
  if (preview?.enabled === false || (given && !handlers.has(given))) return;

  const handler = async (
    contentType: string,
    { documentId, locale = null, status }: Asked,
  ): Promise<string | undefined> => {
    const { user, userAbility }: PanelState = strapi.requestContext.get()?.state ?? {};
    const entry = {
      contentType,
      documentId,
      locale,
      status: status === 'published' ? 'published' : 'draft',
    } as const;
    // Without an address, the panel shows no preview.
    if (!user || !(await previewRights.mayPreview(userAbility, entry))) return undefined;
    return (await previewAddresses.make(entry, user.id, new Date()))?.page ?? undefined;
  };
  handlers.add(handler);
  strapi.config.set('admin.preview', { ...preview, config: { ...preview?.config, handler } });
};
