import { Flex } from '@strapi/design-system';

import type { EntryPage } from '../../../../src/panel/admin-api';
import { Failure, Loading } from '../../shared/states';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { EntryList } from './entry-list';
import { Nothing, Notice, Pages } from './pages';
import { useView } from './views';

/** Says what is not in a list, and why. */
const Left = ({ others, lookedAt }: Pick<EntryPage, 'others' | 'lookedAt'>) => {
  const t = useTranslation();
  return (
    <>
      {others > 0 ? <Notice>{t('entries.others', { count: others })}</Notice> : null}
      {lookedAt !== null ? <Notice>{t('entries.lookedAt', { count: lookedAt })}</Notice> : null}
    </>
  );
};

/** The entries of all feeds, or of one, of which readers have the same. */
export const EntryView = () => {
  const t = useTranslation();
  const { search, status, toQuery } = useView();
  const query = toQuery('_q', 'feed', 'locale', 'page', 'pageSize');
  const { data, error, reload } = useAnswer<EntryPage>(`entries?status=${status}&${query}`);
  if (error !== undefined) return <Failure error={error} onRetry={reload} />;
  if (!data) return <Loading />;
  const { results, pagination, others, lookedAt } = data;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {results.length === 0 ? (
        <Nothing>{t(search === '' ? `entries.none.${status}` : 'entries.noMatch')}</Nothing>
      ) : (
        <EntryList entries={results} />
      )}
      <Left others={others} lookedAt={lookedAt} />
      <Pages pagination={pagination} />
    </Flex>
  );
};
