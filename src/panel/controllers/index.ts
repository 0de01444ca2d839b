import feeds from './feeds';
import previews from './previews';
import settings from './settings';
import tags from './tags';

export default { feeds, previews, settings, tags };
