/** What an item holds beside its title, as the app of a subscriber shows it. */
export interface ItemParts {
  summary: string;
  /** The full text as HTML that is safe to publish; null where there is none. */
  contentHtml: string | null;
  /** Whether there is a full text that is too much for the panel. */
  isTextLeftOut: boolean;
  cover: { url: string; alt: string } | null;
  /** Sound, film or another file that belongs to the article; its length is in bytes. */
  enclosure: { url: string; type: string; length: number } | null;
}
