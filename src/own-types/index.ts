import permalink from '../addresses/permalink';
import article from './article';
import tag from './tag';

export default { article: { schema: article }, permalink, tag: { schema: tag } };
