import articles from './articles';
import core from './core';
import discovery from './discovery';
import feeds from './feeds';
import pages from './pages';
import permalinks from './permalinks';
import selections from './selections';
import settings from './settings';
import tagMerge from './tag-merge';
import tags from './tags';

export default {
  ...core,
  articles,
  discovery,
  feeds,
  pages,
  permalinks,
  selections,
  settings,
  'tag-merge': tagMerge,
  tags,
};
