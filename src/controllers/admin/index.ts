import feeds from './feeds';
import previews from './previews';
import settings from './settings';

export default { feeds, previews, settings };
