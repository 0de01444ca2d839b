import { isFetchError, useFetchClient, useNotification } from '@strapi/strapi/admin';
import * as React from 'react';

import type { ProposedId, ProposedIds, TakenOverIds } from '../../../../src/panel/admin-api';
import { useTranslation } from '../../shared/use-translation';

interface Proposed {
  proposal?: ProposedIds;
  /** What is wrong with what was given. */
  error?: string;
}

/** Has ids of another feed looked up, taken over and given back. */
export const useTakeOver = () => {
  const t = useTranslation();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [isRunning, setIsRunning] = React.useState(false);

  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    setIsRunning(true);
    try {
      return await work();
    } finally {
      setIsRunning(false);
    }
  };

  const tell = (error: unknown): void =>
    toggleNotification({
      type: 'danger',
      message: isFetchError(error) ? error.message : t('takeOver.failed'),
    });

  return {
    isRunning,

    propose: (address: string, files: File[]): Promise<Proposed> =>
      run(async () => {
        const form = new FormData();
        if (address !== '') form.append('addresses', address);
        for (const file of files) form.append('files', file);
        try {
          const { data } = await post<{ data: ProposedIds }>(
            '/syndication/take-over/propose',
            form,
          );
          return { proposal: data.data };
        } catch (error) {
          return { error: isFetchError(error) ? error.message : t('takeOver.failed') };
        }
      }),

    take: (items: ProposedId[], onTaken: (changed: number) => void): Promise<void> =>
      run(async () => {
        const taken = items.flatMap(({ id, date, entry }) =>
          entry
            ? {
                id,
                date,
                contentType: entry.contentType,
                documentId: entry.documentId,
                locale: entry.locale,
              }
            : [],
        );
        try {
          const { data } = await post<{ data: TakenOverIds }>('/syndication/take-over', {
            items: taken,
          });
          onTaken(data.data.changed);
        } catch (error) {
          tell(error);
        }
      }),

    undo: (onUndone: () => void): Promise<void> =>
      run(async () => {
        try {
          await post('/syndication/take-over/undo');
          onUndone();
        } catch (error) {
          tell(error);
        }
      }),
  };
};
