import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { decimalString } from '#app/values/money.ts';
import { dealList } from './deal-list.ts';
import { readDeals } from './read-deals.server.ts';
import type { Route } from './+types/flight-deals-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The deals as text/csv. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'flight-deals',
    action: 'deals.exported',
    list: dealList,
    read: readDeals,
    head: 'id,from,to,cabin,nights,direct_only,bag,travel_from,travel_until,book_by,price,currency,languages,state,words',
    line: (deal) => [
      deal.id,
      deal.from,
      deal.to,
      deal.cabin,
      deal.nights === null ? '' : String(deal.nights),
      deal.directOnly ? '1' : '0',
      deal.withBag ? '1' : '0',
      deal.travelFrom,
      deal.travelUntil,
      deal.bookBy,
      decimalString(deal.price),
      deal.price.currency,
      Object.keys(deal.note).join(' '),
      deal.state,
      deal.note.en ?? '',
    ],
  });
}
