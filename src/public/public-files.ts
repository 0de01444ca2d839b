import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';

/** The file of a folder that a path of an address means; undefined when it can mean none. */
const resolveFile = (root: string, address: string): string | undefined => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(address);
  } catch {
    return undefined;
  }
  if (decoded.includes('\0')) return undefined;
  const inside = path.normalize(`.${decoded}` + (address.endsWith('/') ? 'index.html' : ''));
  const parts = inside.split(path.sep);
  // Neither outside the folder nor hidden: koa-send gives out neither.
  return parts.some((part) => part.startsWith('.')) ? undefined : path.join(root, inside);
};

const isFile = async (file: string): Promise<boolean> => {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ?? false;
};

/**
 * Whether Strapi serves a file of a folder at an address, as its `strapi::public` does by way of
 * koa-static: index.html for a folder, with and without a final slash, and compressed copies in the
 * place of a file.
 *
 * @param root the folder, `strapi.dirs.static.public`
 * @param address path of an address, encoded
 */
export const isPublicFile = async (root: string, address: string): Promise<boolean> => {
  const file = resolveFile(root, address);
  if (file === undefined) return false;
  // Most addresses have not even a folder.
  const folder = await stat(path.dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) return false;
  const candidates = [file, `${file}.br`, `${file}.gz`, path.join(file, 'index.html')];
  return (await Promise.all(candidates.map(isFile))).includes(true);
};

/** Whether there is anything to serve below an address: a folder with entries that are not hidden. */
export const hasPublicFiles = async (root: string, address: string): Promise<boolean> => {
  const folder = resolveFile(root, address);
  const entries = folder && (await opendir(folder).catch(() => undefined));
  if (!entries) return false;
  // Leaving the loop closes the folder.
  for await (const { name } of entries) if (!name.startsWith('.')) return true;
  return false;
};
