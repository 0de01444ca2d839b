import type { Templates } from '.';

/**
 * Parts of pages that the site draws itself, for the option `templates`, with what each gets checked and
 * completed while they are typed.
 *
 * @example
 * defineTemplates({ model: 1, footer: () => html`<footer>© Example Ltd</footer>` })
 */
export const defineTemplates = (templates: Templates): Templates => templates;
