import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { decimalString, money } from '#app/values/money.ts';
import { allotmentList } from './allotment-list.ts';
import { readAllotments } from './read-allotments.server.ts';
import type { Route } from './+types/own-fares-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The allotments as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'own-fares',
    action: 'allotments.exported',
    list: allotmentList,
    read: readAllotments,
    head: 'id,supplier,flight,from,to,first_day,last_day,weekdays,cabin,bag,net_aed,seats,days_left,held,sold,release_days,state',
    line: (row) => [
      row.id,
      row.supplier,
      `${row.airline}${row.number}`,
      row.fromAirport,
      row.toAirport,
      row.firstDay,
      row.lastDay,
      // From Monday, as the import reads them.
      [0, 1, 2, 3, 4, 5, 6]
        .filter((bit) => row.weekdays & (1 << bit))
        .map((bit) => bit + 1)
        .join(''),
      row.cabin,
      row.withBag ? '1' : '0',
      decimalString(money(row.net, 'AED')),
      String(row.seats),
      String(row.days),
      String(row.held),
      String(row.sold),
      String(row.releaseDays),
      row.status,
    ],
  });
}
