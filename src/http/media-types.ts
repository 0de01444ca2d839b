export const HTML_MEDIA_TYPE = 'text/html';
/** RFC 7763. */
export const MARKDOWN_MEDIA_TYPE = 'text/markdown';
export const TEXT_MEDIA_TYPE = 'text/plain';
