import type { Core } from '@strapi/strapi';

import { watchPublication } from './lifecycles/publication';

const bootstrap = ({ strapi }: { strapi: Core.Strapi }): void => watchPublication(strapi);

export default bootstrap;
