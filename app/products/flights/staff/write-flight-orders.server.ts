import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { shownState } from '#app/commerce/orders/shown-state.ts';
import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { decimalString } from '#app/values/money.ts';
import { deskAddress, readDeskView, type DeskView } from './desk-address.ts';
import { findFlightOrdersAsStaff, type DeskRow } from './flight-desk-store.server.ts';

const head =
  'limit_utc,reference,state,lead_passenger,passengers,from,to,departs_local,airline,pnr,supplier,total,currency,paid,owner,placed_utc,alerts';
const pageSize = 2_000;

/** The list of flight orders as a table. */
export const flightOrdersExport = {
  action: 'flight-orders.exported',
  subject: 'flight_orders:list',
  head: head.split(','),
  told(query) {
    const view = readDeskView(query);
    return { queue: view.queue, filtered: deskAddress({ ...view, after: null, find: '' }), searched: view.find !== '' };
  },
  pages: (platform, viewer, { query }) => flightPages(platform, viewer, readDeskView(query)),
} as const satisfies ExportWriter;

async function* flightPages({ db, crypto, clock }: Platform, viewer: Clerk, view: DeskView) {
  for (let after: DeskView['after'] = null; ;) {
    const { rows, next } = await findFlightOrdersAsStaff(
      db,
      crypto,
      { ...view, after },
      { now: clock.now(), most: pageSize, me: viewer.user.id },
    );
    if (rows.length > 0) yield rows.map(lineOf);
    if (!next) return;
    after = next;
  }
}

const lineOf = (row: DeskRow): string[] => [
  row.limit ?? '',
  row.reference,
  shownState(row.status, row.paid),
  row.lead?.name ?? '',
  String((row.lead?.others ?? 0) + 1),
  row.origin,
  row.destination,
  row.departsLocal,
  row.airline,
  row.locators.join(' '),
  row.supplier,
  decimalString(row.total),
  row.total.currency,
  row.paid,
  row.owner?.name ?? '',
  row.created,
  row.alerts.join(' '),
];
