import { Element } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';

import type { Direction } from '../../texts/direction';
import { markDirections } from './directions';
import { elementsOf, type Heading, linkHeadings, shortenLinks } from './headings';
import { highlightCode } from './highlight';
import { type KnownPictures, preparePictures } from './pictures';
import { addPlayers } from './players';
import { readingMinutes } from './reading-time';

/** A body as its own page shows it. */
export interface PageBody {
  html: string;
  headings: Heading[];
  /** Minutes it takes to read. */
  minutes: number;
}

/** What a body's page knows that its feeds do not. */
export interface PageBodyOptions {
  /** Absolute address of the article. */
  link: string;
  /** Pictures of the media library. */
  pictures: KnownPictures;
  /** How wide the page shows pictures, as `sizes` says it. */
  shownAt: string;
  /** Whether the page shows a picture before the body. */
  hasCover: boolean;
  /** Which way the page is written. */
  direction: Direction;
}

/** Headings that are kept: thousands guide nobody. */
const MAXIMUM_HEADINGS = 1_000;

/** Tables scroll by themselves where they are wider than the screen. */
const wrapTables = (elements: Element[]): void =>
  elements
    .filter(({ name }) => name === 'table')
    .forEach((table) => {
      const wrapper = new Element('div', { class: 'scroll', tabindex: '0' });
      DomUtils.replaceElement(table, wrapper);
      DomUtils.appendChild(wrapper, table);
    });

/** Alignments of cells as classes: the attribute is no HTML any more, and style sheets go before it. */
const alignCells = (elements: Element[]): void =>
  elements.forEach(({ attribs }) => {
    if (attribs.align === undefined) return;
    attribs.class = `align-${attribs.align}`;
    delete attribs.align;
  });

/** Makes of a body what its page shows. The body is safe to publish: what it may hold is settled. */
export const renderPageBody = (html: string, options: PageBodyOptions): PageBody => {
  const document = parseDocument(html);
  const minutes = readingMinutes(DomUtils.textContent(document));
  const elements = elementsOf(document.children as Element['children']);
  const headings = linkHeadings(elements).slice(0, MAXIMUM_HEADINGS);
  shortenLinks(elements, options.link);
  addPlayers(elements);
  preparePictures(elements, {
    known: options.pictures,
    shownAt: options.shownAt,
    isFirst: !options.hasCover,
  });
  highlightCode(elements);
  alignCells(elements);
  markDirections(document.children as Element['children'], options.direction);
  wrapTables(elements);
  return {
    html: DomUtils.getOuterHTML(document.children, {
      encodeEntities: 'utf8',
      selfClosingTags: true,
    }),
    headings,
    minutes,
  };
};
