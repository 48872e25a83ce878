import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { decimalString } from '#app/values/money.ts';
import { disputeList } from './dispute-list.ts';
import { readDisputes } from './read-disputes.server.ts';
import type { Route } from './+types/disputes-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list of disputes as text/csv: references and amounts, and nobody's name but the owner's. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'disputes',
    action: 'disputes.exported',
    list: disputeList,
    read: readDisputes,
    head: 'orders,state,reason,amount,lost,currency,respond_by_utc,opened_utc,closed_utc,owner,provider,provider_reference',
    line: (row) => [
      row.references.join(' '),
      row.status,
      row.reason,
      decimalString(row.amount),
      decimalString(row.lost),
      row.amount.currency,
      row.respondBy ?? '',
      row.opened,
      row.closed ?? '',
      row.owner ?? '',
      row.provider,
      row.providerRef,
    ],
  });
}
