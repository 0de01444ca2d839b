/** What a public address answers with, before headers and conditional requests. */
export type Answer =
  { kind: 'document'; body: string; mediaType: string } | { kind: 'redirect'; location: string };

/** How errors are written: pages answer in HTML, feeds in plain text. */
export type ErrorFormat = 'html' | 'text';
