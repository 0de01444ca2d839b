const route = (path: string, handler: string) => ({ method: 'GET', path, handler, config: {} });

/** Routes for front ends, below `/api/syndication`; who may use them is set as for any content type. */
export default {
  type: 'content-api',
  routes: [
    route('/articles', 'article.find'),
    route('/articles/:id', 'article.findOne'),
    route('/tags', 'tag.find'),
    route('/tags/:id', 'tag.findOne'),
  ],
};
