import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { disruptionList } from './disruption-list.ts';
import { readDisruptions } from './read-disruptions.server.ts';
import type { Route } from './+types/disruptions-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 20_000;

/** What was said of flights as text/csv, with how many orders it touched. */
export function action(request: Route.ActionArgs) {
  return answerListExport(request, {
    name: 'disruptions',
    action: 'disruptions.exported',
    list: disruptionList,
    read: async ({ db }, { view }) => (await readDisruptions(db, view, mostRows)).rows,
    head: 'flight,from,day,what,departs_local,arrives_local,new_flight,aircraft,held_back,orders,orders_open,reason,by,said_utc',
    line: (row) => [
      row.flight,
      row.fromAirport,
      row.departsOn,
      row.kind,
      row.departsLocal ?? '',
      row.arrivesLocal ?? '',
      row.newFlight ?? '',
      row.aircraft ?? '',
      row.heldBack ? '1' : '0',
      String(row.orders.all),
      String(row.orders.open),
      row.reason,
      row.by,
      row.begunAt,
    ],
  });
}
