import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { listRateHistory } from '../rate-history-store.server.ts';
import { rateHistoryList } from './rate-history-list.ts';
import type { Route } from './+types/rate-history-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 20_000;
const idOf = (actor: string | null) => (actor ?? '').replace('staff:', '');

/** Every rate that was asked for, as filtered; text/csv. */
export function action(request: Route.ActionArgs) {
  return answerListExport(request, {
    name: 'exchange-rates',
    action: 'rates.exported',
    list: rateHistoryList,
    read: async ({ db }, { view }) => {
      const { rows } = await listRateHistory(db, view, mostRows);
      const names = await findStaffNames(db, [...new Set(rows.flatMap((row) => [idOf(row.proposedBy), idOf(row.decidedBy)]))]);
      return rows.map((row) => ({ ...row, by: names.get(idOf(row.proposedBy)) ?? '', decider: names.get(idOf(row.decidedBy)) ?? '' }));
    },
    head: 'base,target,rate,spread_percent,moved_percent,source,state,reason,proposed_utc,proposed_by,decided_utc,decided_by,ends_utc',
    line: (row) => [
      'AED',
      row.target,
      row.rate,
      (row.spread / 100).toFixed(2),
      (row.moved / 100).toFixed(2),
      row.source,
      row.status,
      row.reason,
      row.proposedAt.toISOString(),
      row.by,
      row.decidedAt?.toISOString() ?? '',
      row.decider,
      row.endsAt?.toISOString() ?? '',
    ],
  });
}
