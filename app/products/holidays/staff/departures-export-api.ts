import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { decimalString } from '#app/values/money.ts';
import { departureList } from './departure-list.ts';
import { readDepartures } from './read-departures.server.ts';
import type { Route } from './+types/departures-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The departures of all tours as text/csv, in the order they are shown. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'departures',
    action: 'departures.exported',
    list: departureList,
    read: (platform, _viewer, language) => readDepartures(platform, language),
    head: 'date,tour,code,title,region,sold,held,left,places,price,currency,state,guaranteed,at_risk,supplier',
    line: (row) => [
      row.setsOff,
      row.tourId,
      row.code,
      row.title,
      row.region,
      String(row.sold),
      String(row.held),
      String(row.left),
      String(row.capacity),
      decimalString(row.price),
      row.price.currency,
      row.state,
      row.guaranteed ? '1' : '0',
      row.atRisk ? '1' : '0',
      row.supplier,
    ],
  });
}
