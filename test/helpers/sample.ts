import type { Channel, Item } from '../../src/feed/model';

/** A channel for tests of renderers. */
export const sampleChannel = (parts: Partial<Channel> = {}): Channel => ({
  id: 'https://notes.example.com/tags/api/',
  siteName: 'Field Notes',
  title: 'Api on Field Notes',
  link: 'https://notes.example.com/tags/api/',
  description: 'Recent content in Api on Field Notes',
  feedUrl: 'https://notes.example.com/tags/api/index.xml',
  language: 'en',
  timeZone: 'Asia/Jakarta',
  updated: new Date('2026-11-20T02:00:00Z'),
  generator: 'strapi-plugin-syndication',
  ...parts,
});

/** An item for tests of renderers. */
export const sampleItem = (parts: Partial<Item> = {}): Item => ({
  title: 'How I Format JSON',
  link: 'https://notes.example.com/posts/format-json/',
  guid: 'https://notes.example.com/posts/format-json/',
  date: new Date('2026-01-15T02:00:00Z'),
  updated: new Date('2026-01-16T02:00:00Z'),
  summary: 'Formatting JSON is the smallest job there is.',
  ...parts,
});
