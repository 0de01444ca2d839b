import { Flex, Link as DesignLink, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';

import { Alarm } from '../../shared/alarm';
import type { UntoldConsumer } from '../../../../src/panel/admin-api';
import { useMayChangeSettings } from '../../shared/permissions';
import { useDates } from '../../shared/use-dates';
import { useTranslation } from '../../shared/use-translation';
import { viewAddress } from '../entries/views';

/** Says of somebody that changes do not reach it. */
export const Untold = ({ consumer }: { consumer: UntoldConsumer }) => {
  const t = useTranslation();
  const toDate = useDates(consumer.timeZone);
  const maySeeAll = useMayChangeSettings();
  const { key, name, since, answer } = consumer;
  return (
    <Alarm testId="syndication-untold">
      <Flex direction="column" alignItems="flex-start" gap={1} minWidth={0}>
        <Typography textColor="danger700" style={{ overflowWrap: 'anywhere' }}>
          {t('deliveries.untold', { name, date: toDate(since) })}
          {answer === null ? null : ` ${t('deliveries.lastAnswer', { answer })}`}
        </Typography>
        {maySeeAll ? (
          <DesignLink tag={Link} to={viewAddress('deliveries', { consumer: key })}>
            {t('views.deliveries')}
          </DesignLink>
        ) : null}
      </Flex>
    </Alarm>
  );
};
