import answers from './answers';
import articles from './articles';
import changes from './changes';
import core from './core';
import counts from './counts';
import discovery from './discovery';
import feedDetails from './feed-details';
import feedList from './feed-list';
import feedStatistics from './feed-statistics';
import feeds from './feeds';
import listings from './listings';
import pages from './pages';
import permalinks from './permalinks';
import previews from './previews';
import selections from './selections';
import settings from './settings';
import tagMerge from './tag-merge';
import tags from './tags';
import validators from './validators';

export default {
  ...core,
  answers,
  articles,
  changes,
  counts,
  discovery,
  'feed-details': feedDetails,
  'feed-list': feedList,
  'feed-statistics': feedStatistics,
  feeds,
  listings,
  pages,
  permalinks,
  previews,
  selections,
  settings,
  'tag-merge': tagMerge,
  tags,
  validators,
};
