import { Layouts, Page, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { Button, Flex, Link as DesignLink } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { Link } from 'react-router-dom';

import { PLUGIN_ID } from '../../../../src/lib/constants';
import type { DeliveryPage, DeliveryRow } from '../../../../src/panel/admin-api';
import { DELIVERY_STATES } from '../../../../src/push/consumer';
import { StatusBadge, TwoLines, WRAP_IN_TABLES } from '../../shared/blocks';
import { FilterSelect } from '../../shared/choices';
import { useDates } from '../../shared/dates';
import { feedPage } from '../../shared/entry-addresses';
import { type Column, List } from '../../shared/list';
import { useTypeName } from '../../shared/names';
import { SETTINGS_PERMISSIONS } from '../../shared/permissions';
import { Answered } from '../../shared/states';
import { useAnswer, usePolling } from '../../shared/use-request';
import { useTranslation } from '../../shared/use-translation';
import { EntryKind, EntryTitle, EmptyList, Pages } from '../entries/entry-parts';
import { useView } from '../entries/views';

const STATE_VARIANTS = { pending: 'secondary', told: 'success', failed: 'danger' } as const;

/** The consumer that is notified. */
const Consumer = ({ consumer: { name, kind } }: Pick<DeliveryRow, 'consumer'>) => {
  const t = useTranslation();
  const detail = t(kind === null ? 'deliveries.kind.former' : `deliveries.kind.${kind}`);
  return (
    <TwoLines maxWidth="24rem" detail={detail}>
      {name}
    </TwoLines>
  );
};

/** The change that the delivery is about. */
const Subject = ({ subject }: Pick<DeliveryRow, 'subject'>) => {
  const t = useTranslation();
  const toTypeName = useTypeName();
  if (subject.kind === 'entry') {
    const { title, typeName } = subject;
    if (title === null) return <TwoLines>{toTypeName(typeName)}</TwoLines>;
    return (
      <TwoLines maxWidth="32rem" detail={<EntryKind entry={subject} />}>
        <EntryTitle entry={{ ...subject, title }} />
      </TwoLines>
    );
  }
  if (subject.kind !== 'feeds') {
    return <TwoLines>{t(`deliveries.subject.${subject.kind}`)}</TwoLines>;
  }
  const { feed } = subject;
  if (!feed) return <TwoLines>{t('entries.feed')}</TwoLines>;
  return (
    <TwoLines maxWidth="32rem" detail={t('entries.feed')}>
      <DesignLink tag={Link} to={feedPage(feed.id)}>
        <span style={WRAP_IN_TABLES}>{feed.title}</span>
      </DesignLink>
    </TwoLines>
  );
};

/** The state of the delivery, and the consumer's last answer. */
const State = ({ delivery: { state, isFailing, answer } }: { delivery: DeliveryRow }) => {
  const t = useTranslation();
  const isTriedAgain = state === 'pending' && isFailing;
  return (
    <TwoLines maxWidth="28rem" detail={answer}>
      <StatusBadge variant={isTriedAgain ? 'warning' : STATE_VARIANTS[state]}>
        {t(`deliveries.state.${isTriedAgain ? 'failing' : state}`)}
      </StatusBadge>
    </TwoLines>
  );
};

interface WhenProps {
  delivery: DeliveryRow;
  timeZone: string;
}

/** When the delivery was sent or is due, and how many tries it took. */
const When = ({ delivery: { created, due, ended, tries, isFailing }, timeZone }: WhenProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const next = t(tries > 0 ? 'deliveries.next' : 'deliveries.due', {
    date: toDate(due ?? created),
  });
  return (
    <TwoLines detail={tries > 1 || isFailing ? t('deliveries.tries', { count: tries }) : null}>
      <TwoLines detail={due === null ? null : next}>{toDate(ended ?? created)}</TwoLines>
    </TwoLines>
  );
};

interface ListProps {
  deliveries: DeliveryRow[];
  timeZone: string;
  onAgain: (delivery: DeliveryRow) => void;
}

const DeliveryList = ({ deliveries, timeZone, onAgain }: ListProps) => {
  const t = useTranslation();
  const columns: Column<DeliveryRow>[] = [
    {
      name: 'consumer',
      label: t('deliveries.column.consumer'),
      cell: ({ consumer }) => <Consumer consumer={consumer} />,
    },
    {
      name: 'subject',
      label: t('deliveries.column.subject'),
      cell: ({ subject }) => <Subject subject={subject} />,
    },
    {
      name: 'state',
      label: t('entries.column.status'),
      cell: (delivery) => <State delivery={delivery} />,
    },
    {
      name: 'date',
      label: `${t('entries.column.date')} (${timeZone})`,
      cell: (delivery) => <When delivery={delivery} timeZone={timeZone} />,
    },
    {
      name: 'again',
      label: t('deliveries.again'),
      cell: (delivery) =>
        delivery.isFailing ? (
          <Button
            variant="tertiary"
            size="S"
            startIcon={<ArrowClockwise />}
            aria-label={t('deliveries.again.label', { name: delivery.consumer.name })}
            onClick={() => onAgain(delivery)}
          >
            {t('deliveries.again')}
          </Button>
        ) : null,
    },
  ];
  return <List rows={deliveries} keyOf={({ id }) => id} columns={columns} />;
};

/** Milliseconds within which a due delivery counts as on its way. */
const UNDER_WAY_WITHIN = 10_000;

type Consumers = Pick<DeliveryPage, 'consumers'>;

/** Filters of the list. */
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

const NoDeliveries = ({ consumers }: Consumers) => {
  const t = useTranslation();
  const { consumer, state } = useView();
  if (consumers.length === 0) {
    const page = `node_modules/strapi-plugin-${PLUGIN_ID}/docs/push.md`;
    return <EmptyList>{t('deliveries.off', { page })}</EmptyList>;
  }
  return <EmptyList>{t(consumer || state ? 'deliveries.noMatch' : 'deliveries.none')}</EmptyList>;
};

/** Sends a failed delivery again, now. */
const useSendAgain = (done: () => void) => {
  const t = useTranslation();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  return async ({ id }: DeliveryRow): Promise<void> => {
    try {
      await post(`/syndication/deliveries/${id}/again`, {});
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
  const page = useAnswer<DeliveryPage>(`deliveries?${query}`);
  const { data, latest, reload } = page;
  const sendAgain = useSendAgain(reload);
  const shown = data?.results ?? [];
  const isUnderWay = shown.some(
    ({ due }) => due !== null && Date.parse(due) < Date.now() + UNDER_WAY_WITHIN,
  );
  const newest = shown.map(({ id, tries, state }) => `${id} ${tries} ${state}`).join();
  usePolling(isUnderWay, reload, `${query} ${newest}`);
  return (
    <>
      {latest && latest.consumers.length > 0 ? (
        <Layouts.Action startActions={<Filters consumers={latest.consumers} />} />
      ) : null}
      <Layouts.Content>
        <Answered answer={page}>
          {({ results, consumers, timeZone, pagination }) => (
            <Flex direction="column" alignItems="stretch" gap={4}>
              {results.length === 0 ? (
                <NoDeliveries consumers={consumers} />
              ) : (
                <DeliveryList
                  deliveries={results}
                  timeZone={timeZone}
                  onAgain={(delivery) => void sendAgain(delivery)}
                />
              )}
              <Pages pagination={pagination} />
            </Flex>
          )}
        </Answered>
      </Layouts.Content>
    </>
  );
};

/** All deliveries, for users who may change settings. */
export const DeliveryView = () => (
  <Page.Protect permissions={SETTINGS_PERMISSIONS}>
    <Deliveries />
  </Page.Protect>
);
