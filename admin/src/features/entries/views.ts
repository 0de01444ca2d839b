import * as React from 'react';
import { useSearchParams } from 'react-router-dom';

import { ENTRY_STATUSES } from '../../../../src/panel/admin-api';
import { DELIVERY_STATES } from '../../../../src/push/consumer';
import { feedList } from '../../shared/entry-addresses';

/** What the Feeds page shows: what to see to and the calendar, the entries, the feeds, or who was told. */
export const VIEWS = ['now', 'entries', 'feeds', 'deliveries'] as const;
export type View = (typeof VIEWS)[number];

/** Views of entries. */
const OF_ENTRIES: readonly View[] = ['now', 'entries'];

/** What both views of entries are given, so that it stays from one to the other. */
const FILTERS = ['_q', 'feed', 'locale'];

/** A month that the server knows: of an address that was cut or mistyped, the present one is shown. */
const MONTH = /^(?:19|2\d)\d\d-(?:0[1-9]|1[0-2])$/;

/** Address of a view with what it is given. */
export const viewAddress = (view: View, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...(view === 'now' ? {} : { view }), ...more }).toString();
  return `${feedList}${query && `?${query}`}`;
};

/** What the address says is to be shown: it can be loaded anew, sent, and gone back to. */
export const useView = () => {
  const [parameters, setParameters] = useSearchParams();
  return React.useMemo(() => {
    const of = (name: string): string => {
      const value = parameters.get(name) ?? '';
      return name === 'month' && !MONTH.test(value) ? '' : value;
    };
    const view = VIEWS.find((name) => name === of('view')) ?? 'now';
    const changed = (changes: Record<string, string>): URLSearchParams => {
      const next = new URLSearchParams(parameters);
      // Of something else, the first page of the newest.
      next.delete('page');
      next.delete('older');
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      return next;
    };
    const pick = (names: string[]): Record<string, string> =>
      Object.fromEntries(names.flatMap((name) => (of(name) === '' ? [] : [[name, of(name)]])));
    return {
      view,
      status: ENTRY_STATUSES.find((name) => name === of('status')) ?? 'live',
      /** Key of somebody who is told; empty for all. */
      consumer: of('consumer'),
      /** Of deliveries; empty for all. */
      state: DELIVERY_STATES.find((name) => name === of('state')) ?? '',
      /** What is searched for; empty for all. */
      search: of('_q'),
      feed: of('feed'),
      locale: of('locale'),
      /** Content type of feeds; empty for all. */
      type: of('type'),
      /** How many stretches of entries are left out where problems are looked for; 0 for the newest entries. */
      older: Number(of('older')) || 0,
      /** `2026-01`; empty for the present one. */
      month: of('month'),
      /** Address of another view of the same entries: what feeds are searched for says nothing of these. */
      toView: (next: View): string =>
        viewAddress(
          next,
          OF_ENTRIES.includes(view) && OF_ENTRIES.includes(next) ? pick(FILTERS) : {},
        ),
      /** Address of the same view with something else; an empty text leaves it out. */
      toChanged: (changes: Record<string, string>): string =>
        `${feedList}?${changed(changes).toString()}`,
      change: (changes: Record<string, string>): void => setParameters(changed(changes)),
      /** The query that asks for some of what the address gives. */
      toQuery: (...names: string[]): string => new URLSearchParams(pick(names)).toString(),
    };
  }, [parameters, setParameters]);
};
