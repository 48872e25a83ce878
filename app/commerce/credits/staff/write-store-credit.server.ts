import { listExport } from '#app/commerce/exports/list-export.ts';
import { decimalString } from '#app/values/money.ts';
import { listLots } from './credit-desk-store.server.ts';
import { creditList } from './credit-list.ts';

/** The filtered list of credit as text/csv: references and amounts, nobody's name. */
export const storeCreditExport = listExport({
  subject: 'store-credit:list',
  action: 'credit.exported',
  list: creditList,
  read: ({ db }, { view }, most) => listLots(db, view, most),
  head: 'order,product,part,given,left,currency,made_utc,ends_on',
  line: (row) => [
    row.reference ?? '',
    row.kind ?? 'points',
    row.part,
    decimalString(row.given),
    decimalString(row.left),
    row.given.currency,
    row.made,
    row.ends,
  ],
});
