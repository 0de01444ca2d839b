import fc from 'fast-check';

import { differing, unsavedEdits } from '../../../admin/src/shared/edits';

interface Values {
  name: string;
  items: number | string;
  links: { label: string }[];
}

const BEFORE: Values = { name: 'Notes', items: 10, links: [{ label: 'About' }] };

it('finds what differs, in lists as well', () => {
  expect(differing<Values>({ name: 'Notes', links: [{ label: 'About' }] }, BEFORE)).toEqual({});
  expect(differing<Values>({ name: 'Other', links: [] }, BEFORE)).toEqual({
    name: 'Other',
    links: [],
  });
});

it('tells a number from what reads like it, so that it can be refused', () => {
  expect(differing<Values>({ items: '10' }, BEFORE)).toEqual({ items: '10' });
});

it('has what was typed since, and not what was saved', () => {
  const sent = { name: 'Sent' };
  const saved = { ...BEFORE, ...sent };
  const since = (now: Partial<Values>) => unsavedEdits(now, { before: BEFORE, sent, saved });
  expect(since(sent)).toEqual({});
  expect(since({ name: 'Typed' })).toEqual({ name: 'Typed' });
  expect(since({ ...sent, items: 5 })).toEqual({ items: 5 });
});

it('has what was put back while something else was being saved', () => {
  const sent = { name: 'Sent' };
  const saved = { ...BEFORE, ...sent };
  expect(unsavedEdits({}, { before: BEFORE, sent, saved })).toEqual({ name: 'Notes' });
});

it('has not what the server wrote in its own way', () => {
  const sent = { name: ' Sent ' };
  const saved = { ...BEFORE, name: 'Sent' };
  expect(unsavedEdits(sent, { before: BEFORE, sent, saved })).toEqual({});
});

it('leaves in the form what was last typed, whatever was typed and saved', () => {
  const names = fc.constantFrom('', 'a', 'b');
  const items = fc.constantFrom(1, 2, '1');
  const form = fc.record({ name: names, items, links: fc.constant<Values['links']>([]) });
  fc.assert(
    fc.property(form, form, form, (before, shownAtSave, shownNow) => {
      const sent = differing<Values>(shownAtSave, before);
      const saved = { ...before, ...sent };
      const left = unsavedEdits(differing<Values>(shownNow, before), { before, sent, saved });
      expect({ ...saved, ...left }).toEqual(shownNow);
      expect(left).toEqual(differing<Values>(shownNow, saved));
    }),
  );
});
