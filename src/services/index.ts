import articles from './articles';
import feeds from './feeds';
import pages from './pages';
import permalinks from './permalinks';
import settings from './settings';
import tags from './tags';

export default { articles, feeds, pages, permalinks, settings, tags };
