import article from './article';
import permalink from '../addresses/permalink';
import tag from './tag';

export default { article, permalink, tag };
