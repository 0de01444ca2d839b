import answers from './cache/responses';
import articles from './sources/articles';
import changes from './changes/log';
import core from './api/core-services';
import counts from './catalogue/counts';
import discovery from './public/discovery';
import feedDetails from './panel/feed-details';
import feedList from './panel/feed-list';
import feedStatistics from './panel/feed-statistics';
import feeds from './public/feeds';
import ids from './sources/ids';
import listings from './catalogue/upkeep';
import pages from './public/pages';
import permalinks from './sources/permalinks';
import presence from './catalogue/presence';
import previews from './panel/previews';
import rebuild from './catalogue/rebuild';
import renderings from './cache/renderings';
import selections from './sources/selections';
import settings from './settings';
import slugPreviews from './panel/slug-previews';
import slugs from './sources/slugs';
import tagMerge from './panel/tag-merge';
import tags from './sources/tags';

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
  ids,
  listings,
  pages,
  permalinks,
  presence,
  previews,
  rebuild,
  renderings,
  selections,
  settings,
  'slug-previews': slugPreviews,
  slugs,
  'tag-merge': tagMerge,
  tags,
};
