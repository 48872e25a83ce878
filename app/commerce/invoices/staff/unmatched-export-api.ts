import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { decimalString, money } from '#app/values/money.ts';
import { openUnmatched } from './open-unmatched.server.ts';
import { unmatchedList, unmatchedState } from './unmatched-list.ts';
import type { Route } from './+types/unmatched-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const aed = (fils: number) => decimalString(money(fils, 'AED'));

/** Orders that hold more than their documents ask for as text/csv, amounts in AED. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'unmatched',
    action: 'unmatched.exported',
    list: unmatchedList,
    read: async (platform) => (await openUnmatched(platform)).orders,
    head: 'order,invoice,state,held,invoiced,too_much',
    line: (row) => [row.reference, row.invoice ?? '', unmatchedState(row), aed(row.money), aed(row.invoiced), aed(row.over)],
  });
}
