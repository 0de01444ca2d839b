import * as React from 'react';
import { useSearchParams } from 'react-router-dom';

import type { EntryStatus } from '../../../../src/panel/admin-api';
import { feedList } from '../../shared/entry-addresses';

/** What the Feeds page shows: the feeds, or their entries in one view or another. */
export const VIEWS = ['feeds', 'live', 'scheduled', 'drafts', 'attention', 'calendar'] as const;
export type View = (typeof VIEWS)[number];

/** Views that list the entries of a status. */
export const STATUSES: Partial<Record<View, EntryStatus>> = {
  live: 'live',
  scheduled: 'scheduled',
  drafts: 'draft',
};

/** What views of entries have in common, so that it stays from one to the other. */
const FILTERS = ['feed', 'locale'];

/** What views of entries are given in the address. */
export interface ViewQuery {
  view: View;
  /** What is searched for; empty for all. */
  search: string;
  feed: string;
  locale: string;
  /** `2026-01`; empty for the present one. */
  month: string;
  /** `2026-01-05`; empty while no day is open. */
  day: string;
}

/** Address of a view with what it is given. */
export const viewAddress = (view: View, more: Record<string, string> = {}): string => {
  const query = new URLSearchParams({ ...(view === 'feeds' ? {} : { view }), ...more }).toString();
  return `${feedList}${query && `?${query}`}`;
};

interface ViewState extends ViewQuery {
  /** Address of another view of the same entries. */
  toView: (view: View) => string;
  /** Address of the same view with something else; an empty text leaves it out. */
  toChanged: (changes: Record<string, string>) => string;
  change: (changes: Record<string, string>) => void;
  /** The query that asks for some of what the address gives. */
  toQuery: (...names: string[]) => string;
}

/** What the address says is to be shown: it can be loaded anew, sent, and gone back to. */
export const useView = (): ViewState => {
  const [parameters, setParameters] = useSearchParams();
  return React.useMemo(() => {
    const of = (name: string): string => parameters.get(name) ?? '';
    const view = VIEWS.find((name) => name === of('view')) ?? 'feeds';
    const changed = (changes: Record<string, string>): URLSearchParams => {
      const next = new URLSearchParams(parameters);
      // Of something else, the first page.
      next.delete('page');
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
      search: of('_q'),
      feed: of('feed'),
      locale: of('locale'),
      month: of('month'),
      day: of('day'),
      // What feeds are searched for says nothing of entries, and a month is not searched.
      toView: (next) => {
        if (view === 'feeds' || next === 'feeds') return viewAddress(next);
        const isOfMonth = view === 'calendar' || next === 'calendar';
        return viewAddress(next, pick(isOfMonth ? FILTERS : ['_q', ...FILTERS]));
      },
      toChanged: (changes) => `${feedList}?${changed(changes).toString()}`,
      change: (changes) => setParameters(changed(changes)),
      toQuery: (...names) => new URLSearchParams(pick(names)).toString(),
    };
  }, [parameters, setParameters]);
};
