import { useSearchParams } from 'react-router-dom';

import { ENTRY_STATUSES } from '../../../../src/panel/admin-api';
import { DELIVERY_STATES } from '../../../../src/push/consumer';
import { feedList } from '../../shared/entry-addresses';

/** Views of the Feeds page; `now` has what needs attention and the calendar. */
export const VIEWS = ['now', 'entries', 'feeds', 'deliveries'] as const;
export type View = (typeof VIEWS)[number];

/** Views of entries. */
const ENTRY_VIEWS: readonly View[] = ['now', 'entries'];

/** Filters that both views of entries share: they stay when the user changes the view. */
const FILTERS = ['_q', 'feed', 'locale'];

/** A month that the server accepts. A cut or mistyped address shows the present month. */
const MONTH = /^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/;

/** Address of a view with query parameters. */
export const viewAddress = (view: View, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...(view === 'now' ? {} : { view }), ...more }).toString();
  return `${feedList}${query && `?${query}`}`;
};

/** The state of the view, kept in the address: it survives a reload, can be sent, and "Back" works. */
export const useView = () => {
  const [parameters, setParameters] = useSearchParams();
  const parameter = (name: string): string => {
    const value = parameters.get(name) ?? '';
    return name === 'month' && !MONTH.test(value) ? '' : value;
  };
  const view = VIEWS.find((name) => name === parameter('view')) ?? 'now';
  const changed = (changes: Record<string, string>): URLSearchParams => {
    const next = new URLSearchParams(parameters);
    // Other filters begin at the first page and the newest entries.
    next.delete('page');
    next.delete('older');
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  const pick = (names: string[]): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => (parameter(name) === '' ? [] : [[name, parameter(name)]])),
    );
  return {
    view,
    status: ENTRY_STATUSES.find((name) => name === parameter('status')) ?? 'live',
    /** Key of a consumer; empty for all. */
    consumer: parameter('consumer'),
    /** State of deliveries; empty for all. */
    state: DELIVERY_STATES.find((name) => name === parameter('state')) ?? '',
    /** Search term; empty for all. */
    search: parameter('_q'),
    feed: parameter('feed'),
    locale: parameter('locale'),
    /** Number of batches of entries to skip when looking for problems; 0 for the newest entries. */
    older: Number(parameter('older')) || 0,
    /** `2026-01`; empty for the present month. */
    month: parameter('month'),
    /** Address of another view. Only views of entries share filters: a search for feeds says nothing of entries. */
    toView: (next: View): string =>
      viewAddress(
        next,
        ENTRY_VIEWS.includes(view) && ENTRY_VIEWS.includes(next) ? pick(FILTERS) : {},
      ),
    /** Address of the same view with other parameters; an empty text removes a parameter. */
    toChanged: (changes: Record<string, string>): string =>
      `${feedList}?${changed(changes).toString()}`,
    change: (changes: Record<string, string>): void => setParameters(changed(changes)),
    /** Query string of some parameters of the address. */
    toQuery: (...names: string[]): string => new URLSearchParams(pick(names)).toString(),
  };
};
