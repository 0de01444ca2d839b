import { Layouts, Page, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { Button, Flex, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';

import type { DeliveryPage } from '../../../../src/panel/admin-api';
import { documentation } from '../../../../src/lib/messages';
import { DELIVERY_STATES } from '../../../../src/push/delivery-table';
import { FilterSelect } from '../../shared/filter-select';
import { SETTINGS_PERMISSIONS } from '../../shared/permissions';
import { Failure, Loading } from '../../shared/states';
import { useAnswer } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { Nothing, Pages } from '../entries/pages';
import { useView } from '../entries/views';
import { DeliveryList } from './delivery-list';
import { useAskAgain } from './use-ask-again';

/** Milliseconds within which what is due is on its way. */
const SOON = 10_000;

type Consumers = Pick<DeliveryPage, 'consumers'>;

/** What of the deliveries is shown. */
const Filters = ({ consumers }: Consumers) => {
  const t = useTranslation();
  const { consumer, state, change } = useView();
  return (
    <>
      <FilterSelect
        label={t('deliveries.column.consumer')}
        value={consumer}
        all={t('deliveries.consumer.all')}
        options={consumers.map(({ key, name }) => ({ value: key, text: name }))}
        onChange={(key) => change({ consumer: key })}
      />
      <FilterSelect
        label={t('entries.column.status')}
        value={state}
        all={t('deliveries.state.all')}
        options={DELIVERY_STATES.map((value) => ({
          value,
          text: t(`deliveries.state.${value}`),
        }))}
        onChange={(chosen) => change({ state: chosen })}
      />
    </>
  );
};

interface FailedProps extends Consumers {
  onAgain: (key: string) => void;
}

/** What will not be sent again by itself, and how it is. */
const Failed = ({ consumers, onAgain }: FailedProps) => {
  const t = useTranslation();
  return consumers
    .filter(({ failed }) => failed > 0)
    .map(({ key, name, failed }) => (
      <Flex
        key={key}
        justifyContent="space-between"
        wrap="wrap"
        gap={3}
        background="danger100"
        borderColor="danger200"
        hasRadius
        padding={4}
      >
        <Typography textColor="danger700" style={{ overflowWrap: 'anywhere' }}>
          {t('deliveries.failed', { count: failed, name })}
        </Typography>
        <Button
          variant="danger-light"
          size="S"
          startIcon={<ArrowClockwise />}
          onClick={() => onAgain(key)}
        >
          {t('deliveries.again.all')}
        </Button>
      </Flex>
    ));
};

const None = ({ consumers }: Consumers) => {
  const t = useTranslation();
  const { consumer, state } = useView();
  if (consumers.length === 0) {
    return <Nothing>{t('deliveries.off', { page: documentation('push') })}</Nothing>;
  }
  return <Nothing>{t(consumer || state ? 'deliveries.noMatch' : 'deliveries.none')}</Nothing>;
};

/** Sends what was not told, now. */
const useAgain = (done: () => void) => {
  const t = useTranslation();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  return async (path: string, body: object = {}): Promise<void> => {
    try {
      await post(`/syndication/deliveries/${path}`, body);
      toggleNotification({ type: 'success', message: t('deliveries.again.done') });
    } catch {
      toggleNotification({ type: 'danger', message: t('deliveries.again.failed') });
    }
    done();
  };
};

const Deliveries = () => {
  const { toQuery } = useView();
  const query = toQuery('consumer', 'state', 'page', 'pageSize');
  const { data, latest, error, reload } = useAnswer<DeliveryPage>(`deliveries?${query}`);
  const again = useAgain(reload);
  const shown = data?.results ?? [];
  const isUnderWay = shown.some(({ due }) => due !== null && Date.parse(due) < Date.now() + SOON);
  const newest = shown.map(({ id, tries, state }) => `${id} ${tries} ${state}`).join();
  useAskAgain(isUnderWay, reload, `${query} ${newest}`);
  return (
    <>
      {latest && latest.consumers.length > 0 ? (
        <Layouts.Action startActions={<Filters consumers={latest.consumers} />} />
      ) : null}
      <Layouts.Content>
        {error !== undefined ? <Failure error={error} onRetry={reload} /> : null}
        {!data && error === undefined ? <Loading /> : null}
        {data && error === undefined ? (
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Failed
              consumers={data.consumers}
              onAgain={(key) => void again('again', { consumer: key })}
            />
            {shown.length === 0 ? (
              <None consumers={data.consumers} />
            ) : (
              <DeliveryList
                deliveries={shown}
                timeZone={data.timeZone}
                onAgain={({ id }) => void again(`${id}/again`)}
              />
            )}
            <Pages pagination={data.pagination} />
          </Flex>
        ) : null}
      </Layouts.Content>
    </>
  );
};

/** Who was told of each change, for who may change settings. */
export const DeliveryView = () => (
  <Page.Protect permissions={SETTINGS_PERMISSIONS}>
    <Deliveries />
  </Page.Protect>
);
