import { type AdminFetch, signIn } from './admin';
import { type App, startApp } from './app';
import { createEditor, type Data, type Editor } from './content';

/** Default date of articles. */
export const PAST = '2026-01-05T09:00:00.000Z';
export const FUTURE = '2999-01-05T09:00:00.000Z';
/** Default text of articles. */
export const SENTENCES =
  'A feed reader asks again and again whether there is something new to be read here. It never tires.';

/** An app with an article of each kind, and two signed-in users of its panel. */
export interface PanelSite {
  app: App;
  /** Writes by the document service, not the panel. */
  write: Editor;
  editor: AdminFetch;
  admin: AdminFetch;
  /** Document ids by name. */
  tags: Record<string, string>;
  /** Document ids by slug. */
  articles: Record<string, string>;
  createArticle: (slug: string, values: Data, status?: 'draft' | 'published') => Promise<void>;
}

/** The data in a response of the admin API. */
export const dataOf = async <Value>(response: Response): Promise<Value> =>
  ((await response.json()) as { data: Value }).data;

export const startPanelSite = async (): Promise<PanelSite> => {
  const app = await startApp({
    // On an empty database, Strapi creates the roles after the plugin has started, as in every new project.
    fromNothing: true,
    config: { baseUrl: 'https://www.example.com/notes', timeZone: 'Asia/Jakarta' },
  });
  const tags: Record<string, string> = {};
  const articles: Record<string, string> = {};
  const write = createEditor(app, (slug) => ({ title: slug, body: SENTENCES, date: PAST }));
  const createArticle: PanelSite['createArticle'] = async (slug, values, status = 'published') => {
    articles[slug] = await write[status]({ slug, ...values });
  };
  for (const slug of ['api', 'testing', 'empty']) tags[slug] = await write.tag({ slug });
  const both = [tags.api, tags.testing];
  await createArticle('first', { tags: both });
  await createArticle('second', { tags: [tags.api], date: '2026-02-05T09:00:00.000Z' });
  await createArticle('later', { tags: both, date: FUTURE });
  await createArticle('draft', { tags: [tags.api] }, 'draft');
  await createArticle('kept-out', { tags: both, keepOutOfFeeds: true });
  await createArticle('troubled', {
    tags: [tags.testing],
    date: '2025-01-05T09:00:00.000Z',
    body: `${SENTENCES}\n\n![](/a.png)\n\n![Chart](file:///home/chart.png)`,
  });
  const editor = await signIn(app, 'strapi-editor');
  const admin = await signIn(app, 'strapi-super-admin');
  return { app, write, editor, admin, tags, articles, createArticle };
};
