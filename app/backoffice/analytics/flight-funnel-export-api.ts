import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { cutShortList } from '#app/ui/desk-list/short-list.ts';
import { bookedOf, flightFunnelList, funnelCounts, issuedOf } from './flight-funnel-list.ts';
import { tellFlightFunnel } from './flight-funnel-store.server.ts';
import type { Route } from './+types/flight-funnel-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const percent = (share: number | null) => (share === null ? '' : share.toFixed(2));

/** The way from searches to tickets as filtered; text/csv. Nobody is told apart in it. */
export function action(request: Route.ActionArgs) {
  const { geography } = request.context.get(flightsContext);
  return answerListExport(request, {
    name: 'flight-funnel',
    action: 'flight-funnel.exported',
    list: flightFunnelList,
    read: async (platform, { view, language }) => {
      const { rows, from, until, since, whole, at } = await tellFlightFunnel(platform, geography, view.filters);
      return cutShortList(flightFunnelList, rows, view, { language }).rows.map((row) => ({
        ...row,
        from,
        until,
        since,
        whole,
        at: new Date(at).toISOString(),
      }));
    },
    head: 'from,until,searches_since,reckoned_utc,split,name,searches_total,offers_total,orders,holds_total,paid,tickets_total,booked_percent,issued_percent',
    line: (row) => [
      row.from,
      row.until,
      row.since ?? '',
      row.at,
      row.split,
      row.member,
      ...funnelCounts.map((count) => String(row[count])),
      percent(bookedOf(row, row.whole)),
      percent(issuedOf(row)),
    ],
  });
}
