import { Table, useIsMobile } from '@strapi/strapi/admin';
import { Box, Button, Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import type * as React from 'react';
import { Link } from 'react-router-dom';

import { StatusBadge } from '../../shared/status-badge';
import type { DeliveryRow, ToldConsumer } from '../../../../src/panel/admin-api';
import { feedPage } from '../../shared/entry-addresses';
import { useDates } from '../../shared/use-dates';
import { type TranslationKey, useTranslation } from '../../shared/use-translation';
import { useTypeName } from '../../shared/use-type-name';
import { EntryKind, EntryTitle } from '../entries/entry-parts';
import { HeaderCell } from '../feeds/header-cell';

const BROKEN = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const;

const Strong = ({ children }: { children: React.ReactNode }) => (
  <Typography textColor="neutral800" style={BROKEN}>
    {children}
  </Typography>
);

const Small = ({ children }: { children: React.ReactNode }) => (
  <Typography variant="pi" textColor="neutral600" style={BROKEN}>
    {children}
  </Typography>
);

const TwoLines = ({ children, ...size }: { children: React.ReactNode; maxWidth?: string }) => (
  <Flex direction="column" alignItems="flex-start" gap={1} minWidth={0} {...size}>
    {children}
  </Flex>
);

/** Who is told. */
const Consumer = ({ consumer: { name, kind } }: { consumer: ToldConsumer }) => {
  const t = useTranslation();
  return (
    <TwoLines maxWidth="24rem">
      <Strong>{name}</Strong>
      <Small>{t(kind === null ? 'deliveries.kind.former' : `deliveries.kind.${kind}`)}</Small>
    </TwoLines>
  );
};

/** What it is told of. */
const Subject = ({ subject }: Pick<DeliveryRow, 'subject'>) => {
  const t = useTranslation();
  const toTypeName = useTypeName();
  if (subject.kind === 'entry') {
    const { title, typeName } = subject;
    return title === null ? (
      <Strong>{toTypeName(typeName)}</Strong>
    ) : (
      <TwoLines maxWidth="32rem">
        <EntryTitle entry={{ ...subject, title }} />
        <EntryKind entry={subject} />
      </TwoLines>
    );
  }
  if (subject.kind !== 'feeds') return <Strong>{t(`deliveries.subject.${subject.kind}`)}</Strong>;
  const { feed } = subject;
  return (
    <TwoLines maxWidth="32rem">
      {feed ? (
        <DesignLink tag={Link} to={feedPage(feed.id)}>
          <span style={BROKEN}>{feed.title}</span>
        </DesignLink>
      ) : null}
      {feed ? <Small>{t('entries.feed')}</Small> : <Strong>{t('entries.feed')}</Strong>}
    </TwoLines>
  );
};

const lookOf = ({ state, isFailing }: DeliveryRow) =>
  state === 'pending' && isFailing
    ? (['warning', 'failing'] as const)
    : ([
        ({ pending: 'secondary', told: 'success', failed: 'danger' } as const)[state],
        state,
      ] as const);

/** What became of it, and how the last try was answered. */
const State = ({ delivery }: { delivery: DeliveryRow }) => {
  const t = useTranslation();
  const [variant, state] = lookOf(delivery);
  const { answer } = delivery;
  return (
    <TwoLines maxWidth="28rem">
      <StatusBadge variant={variant}>{t(`deliveries.state.${state}`)}</StatusBadge>
      {answer === null ? null : <Small>{answer}</Small>}
    </TwoLines>
  );
};

interface WhenProps {
  delivery: DeliveryRow;
  timeZone: string;
}

const nextKey = ({ tries }: DeliveryRow): TranslationKey =>
  tries > 0 ? 'deliveries.next' : 'deliveries.due';

/** When it was told, or will be, and after how many tries. */
const When = ({ delivery, timeZone }: WhenProps) => {
  const t = useTranslation();
  const toDate = useDates(timeZone);
  const { created, due, ended, tries } = delivery;
  return (
    <TwoLines>
      <Strong>{toDate(ended ?? created)}</Strong>
      {due === null ? null : <Small>{t(nextKey(delivery), { date: toDate(due) })}</Small>}
      {tries > 1 || delivery.isFailing ? (
        <Small>{t('deliveries.tries', { count: tries })}</Small>
      ) : null}
    </TwoLines>
  );
};

interface ListProps {
  deliveries: DeliveryRow[];
  timeZone: string;
  onAgain: (delivery: DeliveryRow) => void;
}

const Again = ({ delivery, onAgain }: { delivery: DeliveryRow } & Pick<ListProps, 'onAgain'>) => {
  const t = useTranslation();
  if (!delivery.isFailing) return null;
  return (
    <Button
      variant="tertiary"
      size="S"
      startIcon={<ArrowClockwise />}
      aria-label={t('deliveries.again.label', { name: delivery.consumer.name })}
      onClick={() => onAgain(delivery)}
    >
      {t('deliveries.again')}
    </Button>
  );
};

/** The deliveries as a table, for screens wide enough. */
const DeliveryTable = ({ deliveries, timeZone, onAgain }: ListProps) => {
  const t = useTranslation();
  const headers = [
    { name: 'consumer', label: t('deliveries.column.consumer') },
    { name: 'subject', label: t('deliveries.column.subject') },
    { name: 'state', label: t('entries.column.status') },
    { name: 'date', label: `${t('entries.column.date')} (${timeZone})` },
    { name: 'again', label: t('deliveries.again') },
  ];
  return (
    <Table.Root rows={deliveries} headers={headers}>
      <Table.Content>
        <Table.Head>
          {headers.map((header) => (
            <HeaderCell key={header.name} {...header} />
          ))}
        </Table.Head>
        <Table.Body>
          {deliveries.map((delivery) => (
            <Table.Row key={delivery.id}>
              <Table.Cell>
                <Box paddingTop={2} paddingBottom={2}>
                  <Consumer consumer={delivery.consumer} />
                </Box>
              </Table.Cell>
              <Table.Cell>
                <Subject subject={delivery.subject} />
              </Table.Cell>
              <Table.Cell>
                <State delivery={delivery} />
              </Table.Cell>
              <Table.Cell>
                <When delivery={delivery} timeZone={timeZone} />
              </Table.Cell>
              <Table.Cell>
                <Again delivery={delivery} onAgain={onAgain} />
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
};

/** The deliveries one below the other, for a phone. */
const DeliveryCards = ({ deliveries, timeZone, onAgain }: ListProps) => (
  <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
    {deliveries.map((delivery) => (
      <Box
        key={delivery.id}
        tag="li"
        background="neutral0"
        shadow="tableShadow"
        hasRadius
        padding={4}
      >
        <Flex direction="column" alignItems="flex-start" gap={2}>
          <Subject subject={delivery.subject} />
          <Consumer consumer={delivery.consumer} />
          <State delivery={delivery} />
          <When delivery={delivery} timeZone={timeZone} />
          <Again delivery={delivery} onAgain={onAgain} />
        </Flex>
      </Box>
    ))}
  </Flex>
);

export const DeliveryList = (props: ListProps) =>
  useIsMobile() ? <DeliveryCards {...props} /> : <DeliveryTable {...props} />;
