import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { decimalString } from '#app/values/money.ts';
import { stayList } from './stay-list.ts';
import { listStaysAsStaff } from './stay-supply-store.server.ts';
import type { Route } from './+types/stays-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The houses as text/csv, on sale or not. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'houses',
    action: 'staycations.exported',
    list: stayList,
    read: ({ db }, _viewer, language) => listStaysAsStaff(db, language),
    head: 'id,house,area,country,stars,kinds_of_rooms,night_from,currency,on_sale,state,edition',
    line: (row) => [
      row.id,
      row.title,
      row.area,
      row.country,
      String(row.stars),
      String(row.rooms),
      row.from === null ? '' : decimalString(row.from),
      row.from?.currency ?? '',
      row.status === 'published' ? '1' : '0',
      row.status,
      row.edition ?? '',
    ],
  });
}
