import appearance from './appearance';
import entries from './entries';
import bulkChanges from './bulk-changes';
import feeds from './feeds';
import ids from './ids';
import overview from './overview';
import previews from './previews';
import schedule from './schedule';
import settings from './settings';
import slugs from './slugs';
import sources from './sources';
import tags from './tags';
import topics from './topics';

export default {
  appearance,
  entries,
  'bulk-changes': bulkChanges,
  feeds,
  ids,
  overview,
  previews,
  schedule,
  settings,
  slugs,
  sources,
  tags,
  topics,
};
