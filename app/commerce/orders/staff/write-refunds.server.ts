import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { decimalString } from '#app/values/money.ts';
import type { ExportWriter } from '../../exports/write-exports.server.ts';
import { findRefundRows, type RefundRow } from './refund-desk-store.server.ts';
import { readRefundListView, type RefundListView } from './refund-list-view.ts';

const head =
  'order,product,state,amount,currency,part,reason,asked_utc,days,sent_utc,expected_by,settled_utc,supplier_owes_since_utc,owner';
const pageSize = 2_000;

/** The list of refunds as a table: references and amounts, nobody's name but the owner's. */
export const refundsExport = {
  action: 'refunds.exported',
  subject: 'refunds:list',
  head: head.split(','),
  told(query) {
    const view = readRefundListView(query);
    return { queue: view.queue, searched: view.find !== '' };
  },
  pages: (platform, viewer, { query }) => refundPages(platform, viewer, readRefundListView(query)),
} as const satisfies ExportWriter;

async function* refundPages({ db, clock }: Platform, viewer: Clerk, view: RefundListView) {
  const now = clock.now();
  for (let after: RefundListView['after'] = null; ;) {
    const { rows, next } = await findRefundRows(db, { ...view, after }, { now, me: viewer.user.id, most: pageSize });
    const names = await findStaffNames(db, [...new Set(rows.flatMap(({ ownerId }) => ownerId ?? []))]);
    if (rows.length > 0) yield rows.map((row) => lineOf(row, (row.ownerId && names.get(row.ownerId)) ?? ''));
    if (!next) return;
    after = next;
  }
}

const lineOf = (row: RefundRow, owner: string): string[] => [
  row.reference,
  row.kind,
  row.state,
  decimalString(row.amount),
  row.amount.currency,
  row.part === null ? '' : String(row.part),
  row.reason,
  row.asked,
  String(row.days),
  row.sent ?? '',
  row.expectedBy ?? '',
  row.settled ?? '',
  row.owedSince ?? '',
  owner,
];
