import feeds from './feeds';
import previews from './previews';
import settings from './settings';
import slugs from './slugs';
import tags from './tags';

export default { feeds, previews, settings, slugs, tags };
