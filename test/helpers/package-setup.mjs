import { ensureNode, NODES } from '../../scripts/lib/nodes.mjs';
import startDatabase from './global-setup.mjs';

/** What the package tests need beside an app: PostgreSQL, and other versions of Node. */
export default async function setUp() {
  process.env.TEST_NODES = JSON.stringify(NODES.map((major) => [major, ensureNode(major)]));
  await startDatabase();
}
