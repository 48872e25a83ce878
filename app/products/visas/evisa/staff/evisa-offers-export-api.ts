import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { cutShortList } from '#app/ui/desk-list/short-list.ts';
import { decimalString } from '#app/values/money.ts';
import { listOffers } from './list-offers.server.ts';
import { offerList } from './offer-list.ts';
import type { Route } from './+types/evisa-offers-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The catalogue of e-visas as text/csv as its list is filtered, a country a line: fees in AED, promised and real days, editions. */
export function action(request: Route.ActionArgs) {
  return answerListExport(request, {
    name: 'e-visa-offers',
    action: 'evisa-offers.exported',
    list: offerList,
    read: async (platform, { view }) =>
      cutShortList(offerList, await listOffers(platform, view.filters, 'en'), view, { language: 'en' }).rows,
    head: 'code,country,standing,types,from_aed,promised_days_least,promised_days_most,real_days_least,real_days_median,real_days_nine_in_ten,granted,decided,as_of,stale,waiting_edition,waiting_from,version,answer_for_passport',
    line: (row) => [
      row.code,
      row.name,
      row.status,
      String(row.types),
      decimalString(row.from),
      String(row.days[0]),
      String(row.days[1]),
      String(row.took?.days?.least ?? ''),
      String(row.took?.days?.median ?? ''),
      String(row.took?.days?.most ?? ''),
      String(row.took?.granted ?? ''),
      String(row.took?.decided ?? ''),
      row.asOf,
      row.stale ? 'yes' : 'no',
      row.waiting?.status ?? '',
      row.waiting?.from ?? '',
      String(row.version),
      row.answer ?? '',
    ],
  });
}
