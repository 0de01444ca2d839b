import type { Ids } from '../addresses/ids';
import { keptForStrapi } from '../lib/kept-for-strapi';
import type { composePanel, PanelShared } from './compose';

/** What the panel's controllers answer from. */
type PanelParts = ReturnType<typeof composePanel> &
  Pick<PanelShared, 'counts' | 'editions' | 'plan' | 'settings'> & { ids: Pick<Ids, 'reset'> };

export const panelParts = keptForStrapi<PanelParts>();
