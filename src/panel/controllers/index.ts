import feeds from './feeds';
import ids from './ids';
import previews from './previews';
import settings from './settings';
import slugs from './slugs';
import tags from './tags';

export default { feeds, ids, previews, settings, slugs, tags };
