import { ensureNode, NODES } from '../../scripts/lib/nodes.mjs';
import startDatabase from './global-setup.mjs';

/** Provides PostgreSQL and other versions of Node for the package tests. */
export default async function setUp() {
  process.env.TEST_NODES = JSON.stringify(NODES.map((major) => [major, ensureNode(major)]));
  await startDatabase();
}
