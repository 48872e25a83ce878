import { expect, it } from 'vitest';
import { orderListQuery, readOrderList, wholeOrderList } from './order-list-form.ts';

it('asks for the whole list when the address says nothing, or nothing that is known', () => {
  expect(readOrderList(new URLSearchParams())).toEqual(wholeOrderList);
  expect(readOrderList(new URLSearchParams('state=lost&kind=rocket&sort=price&from=2026-02-30&until=soon'))).toEqual(wholeOrderList);
});

it('writes an address that asks the same again', () => {
  const asked = 'q=cairo&state=open&kind=evisa&from=2026-12-01&until=2026-12-31&sort=total';
  const ask = readOrderList(new URLSearchParams(asked));
  expect(ask).toEqual({ search: 'cairo', filter: 'open', kind: 'evisa', sort: 'total', from: '2026-12-01', until: '2026-12-31' });
  expect(orderListQuery(ask)).toBe(`?${asked}`);
  expect(orderListQuery(ask, { page: '2' })).toBe(`?${asked}&page=2`);
  expect(orderListQuery(wholeOrderList)).toBe('');
});
