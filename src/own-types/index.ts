import permalink from '../addresses/permalink-schema';
import article from './article';
import tag from './tag';

export default {
  article: { schema: article },
  permalink: { schema: permalink },
  tag: { schema: tag },
};
