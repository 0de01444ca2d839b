export const HTML_MEDIA_TYPE = 'text/html';
export const TEXT_MEDIA_TYPE = 'text/plain';
