import type { NextConfig } from 'next';

import { rewrites } from './lib/rewrites';

const config: NextConfig = {
  // The plugin's addresses end with a slash, and so do those of the site's own pages.
  trailingSlash: true,
  rewrites: async () => rewrites,
};

export default config;
