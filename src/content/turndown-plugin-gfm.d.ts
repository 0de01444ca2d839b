declare module 'turndown-plugin-gfm' {
  import type TurndownService from 'turndown';

  /** Tables as GitHub's Markdown has them; those without a row of headings stay HTML. */
  export const tables: TurndownService.Plugin;
}
