import permalink from '../addresses/permalink';
import article from './article/schema';
import tag from './tag/schema';

export default { article: { schema: article }, permalink, tag: { schema: tag } };
