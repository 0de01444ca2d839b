import type { Core } from '@strapi/strapi';

import { getService } from './get-service';

const destroy = ({ strapi }: { strapi: Core.Strapi }): void => getService(strapi, 'answers').stop();

export default destroy;
