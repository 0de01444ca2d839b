import type { App } from './app';
import { partsOf } from '../../src/compose';

/** Waits until every change that was committed has its number in the log. */
export const numbered = ({ strapi }: Pick<App, 'strapi'>): Promise<void> =>
  partsOf(strapi).log.numbered();

/**
 * Waits until a node knows all that was written before: what it renders from now on is rendered once,
 * and lasts. On a busy machine a node's first look, which takes everything for changed, comes late.
 */
export const settled = async (app: Pick<App, 'strapi'>): Promise<void> => {
  await numbered(app);
  await partsOf(app.strapi).log.findModified(new Set());
};
