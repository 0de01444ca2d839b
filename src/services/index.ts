import answers from './answers';
import articles from './articles';
import changes from './changes';
import counts from './counts';
import feeds from './feeds';
import listings from './listings';
import pages from './pages';
import permalinks from './permalinks';
import settings from './settings';
import tags from './tags';
import validators from './validators';

export default {
  answers,
  articles,
  changes,
  counts,
  feeds,
  listings,
  pages,
  permalinks,
  settings,
  tags,
  validators,
};
