import feeds from './feeds';
import ids from './ids';
import previews from './previews';
import settings from './settings';
import tags from './tags';

export default { feeds, ids, previews, settings, tags };
