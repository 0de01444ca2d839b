import articles from './articles';
import feedDetails from './feed-details';
import feedList from './feed-list';
import feedStatistics from './feed-statistics';
import feeds from './feeds';
import pages from './pages';
import permalinks from './permalinks';
import previews from './previews';
import settings from './settings';
import tags from './tags';

export default {
  articles,
  'feed-details': feedDetails,
  'feed-list': feedList,
  'feed-statistics': feedStatistics,
  feeds,
  pages,
  permalinks,
  previews,
  settings,
  tags,
};
