import article from './article';
import permalink from './permalink';
import tag from './tag';

export default { article, permalink, tag };
