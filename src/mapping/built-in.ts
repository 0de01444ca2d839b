import { ARTICLE_UID, TAG_UID } from '../constants';
import type { AnySource, AnyTopic } from '../options/source';

/** How the plugin's own Article is mapped; what a site says of it goes before. */
export const BUILT_IN_SOURCES: Readonly<Record<string, AnySource>> = {
  [ARTICLE_UID]: {
    address: '/posts/{slug}/',
    title: 'title',
    summary: 'summary',
    body: 'body',
    bodyFormat: 'markdown',
    date: 'date',
    author: 'author',
    cover: 'cover',
    enclosure: 'attachment',
    topics: ['tags'],
    keepOut: 'keepOutOfFeeds',
    guid: false,
  },
};

/** How the plugin's own Tag is mapped; what a site says of it goes before. */
export const BUILT_IN_TOPICS: Readonly<Record<string, AnyTopic>> = {
  [TAG_UID]: {
    address: '/tags/{slug}/',
    name: 'name',
    title: 'title',
    description: 'description',
    image: 'image',
    hidden: 'hidden',
    itemsPerFeed: 'itemsPerFeed',
    content: 'content',
  },
};
