import type { Core } from '@strapi/strapi';

import { PLUGIN_ID } from './constants';
import type services from './services';

type Services = { [Name in keyof typeof services]: ReturnType<(typeof services)[Name]> };

/** A service of the plugin, typed. */
export const getService = <Name extends keyof Services>(
  strapi: Core.Strapi,
  name: Name,
): Services[Name] => strapi.plugin(PLUGIN_ID).service(name);
