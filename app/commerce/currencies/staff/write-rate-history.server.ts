import { listExport } from '#app/commerce/exports/list-export.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { listRateHistory } from '../rate-history-store.server.ts';
import { rateHistoryList } from './rate-history-list.ts';

const idOf = (actor: string | null) => (actor ?? '').replace('staff:', '');

/** Every rate that was asked for, as filtered; text/csv. */
export const rateHistoryExport = listExport({
  subject: 'exchange-rates:list',
  action: 'rates.exported',
  list: rateHistoryList,
  read: async ({ db }, { view }, most) => {
    const { rows, next } = await listRateHistory(db, view, most);
    const names = await findStaffNames(db, [...new Set(rows.flatMap((row) => [idOf(row.proposedBy), idOf(row.decidedBy)]))]);
    return {
      rows: rows.map((row) => ({ ...row, by: names.get(idOf(row.proposedBy)) ?? '', decider: names.get(idOf(row.decidedBy)) ?? '' })),
      next,
    };
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
