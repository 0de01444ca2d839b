import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { hasPublicFiles, isPublicFile } from '../../../src/public/route-table';

const parent = mkdtempSync(path.join(tmpdir(), 'syndication-'));
const root = path.join(parent, 'public');

beforeAll(() => {
  for (const file of [
    'secret.txt',
    'public/sitemap.xml',
    'public/packed.xml.gz',
    'public/posts/x/index.html',
    'public/posts/My File.pdf',
    'public/posts/.hidden',
    'public/empty/.gitkeep',
    'public/tags/x/photo.jpg',
  ]) {
    mkdirSync(path.dirname(path.join(parent, file)), { recursive: true });
    writeFileSync(path.join(parent, file), 'x');
  }
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

test.each([
  '/sitemap.xml',
  '/packed.xml',
  '/posts/x',
  '/posts/x/',
  '/posts/x/index.html',
  '/posts/My%20File.pdf',
  '/posts/../sitemap.xml',
])('Strapi has a file for %s', async (address) => {
  expect(await isPublicFile(root, address)).toBe(true);
});

test.each([
  '/',
  '/sitemap.xml/',
  '/posts/',
  '/posts/.hidden',
  '/tags/x/',
  '/tags/x',
  '/../secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/posts/%E0%A4%A/',
  '/sitemap.xml%00',
  `/${'a'.repeat(5_000)}`,
])('Strapi has no file for %s', async (address) => {
  expect(await isPublicFile(root, address)).toBe(false);
});

test.each([
  ['/posts', true],
  ['/tags', true],
  ['/empty', false],
  ['/nowhere', false],
  ['/sitemap.xml', false],
  ['/..', false],
])('below %s there are files to serve: %s', async (address, expected) => {
  expect(await hasPublicFiles(root, address)).toBe(expected);
});
