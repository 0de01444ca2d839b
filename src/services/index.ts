import articles from './articles';
import core from './core';
import discovery from './discovery';
import feedDetails from './feed-details';
import feedList from './feed-list';
import feedStatistics from './feed-statistics';
import feeds from './feeds';
import pages from './pages';
import permalinks from './permalinks';
import previews from './previews';
import selections from './selections';
import settings from './settings';
import tagMerge from './tag-merge';
import tags from './tags';

export default {
  ...core,
  articles,
  discovery,
  'feed-details': feedDetails,
  'feed-list': feedList,
  'feed-statistics': feedStatistics,
  feeds,
  pages,
  permalinks,
  previews,
  selections,
  settings,
  'tag-merge': tagMerge,
  tags,
};
