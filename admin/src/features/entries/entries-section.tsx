import { Layouts } from '@strapi/strapi/admin';

import type { Attention, EntryNumbers } from '../../../../src/panel/admin-api';
import type { RequestState } from '../../shared/use-request';
import { AttentionView } from './attention-view';
import { CalendarView } from './calendar-view';
import { EntryFilters } from './entry-filters';
import { EntryView } from './entry-view';
import { STATUSES, useView } from './views';

interface EntriesSectionProps {
  numbers: EntryNumbers | undefined;
  attention: RequestState<Attention>;
}

/** The entries of feeds, in the view that the address says. */
export const EntriesSection = ({ numbers, attention }: EntriesSectionProps) => {
  const { view } = useView();
  const status = STATUSES[view];
  return (
    <>
      <Layouts.Action
        startActions={<EntryFilters numbers={numbers} isSearchable={view !== 'calendar'} />}
      />
      <Layouts.Content>
        {/* Another view begins with nothing of the one before. */}
        {status ? <EntryView key={status} status={status} /> : null}
        {view === 'attention' ? <AttentionView attention={attention} /> : null}
        {view === 'calendar' ? <CalendarView /> : null}
      </Layouts.Content>
    </>
  );
};
