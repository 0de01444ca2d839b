import appearance from './appearance';
import feeds from './feeds';
import ids from './ids';
import previews from './previews';
import schedule from './schedule';
import settings from './settings';
import slugs from './slugs';
import sources from './sources';
import tags from './tags';

export default { appearance, feeds, ids, previews, schedule, settings, slugs, sources, tags };
