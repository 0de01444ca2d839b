import type { Core } from '@strapi/strapi';

import { partsOf } from '../../src/compose';

interface Site {
  strapi: Core.Strapi;
}

/** Has the indexing of some documents fail until the spy is restored. */
export const failIndexing = ({ strapi }: Site, isFailing: (documentId: string) => boolean) => {
  const { catalogue } = partsOf(strapi);
  const { refresh } = catalogue;
  return jest
    .spyOn(catalogue, 'refresh')
    .mockImplementation((contentType, documentIds, ...rest) =>
      documentIds.some(isFailing)
        ? Promise.reject(new Error('A fault of the plugin.'))
        : refresh(contentType, documentIds, ...rest),
    );
};

/** Has no text rendered in time, as on a busy machine, until the function that it returns is called. */
export const renderLate = ({ strapi }: Site): (() => void) => {
  const { renderings } = partsOf(strapi);
  const late = [
    jest.spyOn(renderings, 'body').mockResolvedValue(undefined),
    jest.spyOn(renderings, 'summary').mockResolvedValue(''),
  ];
  return () => late.forEach((spy) => spy.mockRestore());
};
