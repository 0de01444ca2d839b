import article from './article';
import tag from './tag';

export default { article, tag };
