import { listExport } from '#app/commerce/exports/list-export.ts';
import { disruptionList } from './disruption-list.ts';
import { readDisruptions } from './read-disruptions.server.ts';

/** What was said of flights as text/csv, with how many orders it touched. */
export const disruptionsExport = listExport({
  subject: 'disruptions:list',
  action: 'disruptions.exported',
  list: disruptionList,
  read: ({ db }, { view }, most) => readDisruptions(db, view, most),
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
