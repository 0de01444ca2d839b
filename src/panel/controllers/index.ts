import appearance from './appearance';
import entries from './entries';
import feeds from './feeds';
import ids from './ids';
import overview from './overview';
import previews from './previews';
import schedule from './schedule';
import settings from './settings';
import slugs from './slugs';
import sources from './sources';
import tags from './tags';

export default {
  appearance,
  entries,
  feeds,
  ids,
  overview,
  previews,
  schedule,
  settings,
  slugs,
  sources,
  tags,
};
