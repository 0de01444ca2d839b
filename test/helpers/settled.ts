import type { App } from './app';
import { CHANGE_TABLE } from '../../src/changes/log-table';
import { partsOf } from '../../src/compose';

/** Waits until every change that was committed has its number in the log. */
export const numbered = async (app: Pick<App, 'strapi'>): Promise<void> => {
  const waiting = () =>
    app.strapi.db.connection(CHANGE_TABLE).whereNull('revision').first<object | undefined>('id');
  while (await waiting()) await new Promise((done) => setTimeout(done, 10));
};

/**
 * Waits until a node knows all that was written before: what it renders from now on is rendered once,
 * and lasts. On a busy machine a node's first look, which takes everything for changed, comes late.
 */
export const settled = async (app: Pick<App, 'strapi'>): Promise<void> => {
  await numbered(app);
  await partsOf(app.strapi).log.findModified(new Set());
};
