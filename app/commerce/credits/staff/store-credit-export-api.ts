import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { decimalString } from '#app/values/money.ts';
import { listLots } from './credit-desk-store.server.ts';
import { creditList } from './credit-list.ts';
import type { Route } from './+types/store-credit-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 10_000;

/** The filtered list of credit as text/csv: references and amounts, nobody's name. */
export function action(request: Route.ActionArgs) {
  return answerListExport(request, {
    name: 'store-credit',
    action: 'credit.exported',
    list: creditList,
    read: async ({ db }, { view }) => (await listLots(db, view, mostRows)).rows,
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
}
