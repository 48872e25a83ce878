import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { readVouchers } from './open-vouchers.server.ts';
import { voucherList } from './voucher-list.ts';
import type { Route } from './+types/vouchers-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const dirhams = (fils: number | null) => (fils === null ? '' : (fils / 100).toFixed(2));

/** The vouchers as text/csv, members by their account and without the name or code of anybody. Empty while the programme is off. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'vouchers',
    action: 'loyalty.vouchers-exported',
    list: voucherList,
    read: async (platform) => ((await isLoyaltyOn(platform)) ? readVouchers(platform.db) : []),
    head: 'voucher,member,state,occasion,amount_aed,percent,most_aed,products,least_aed,valid_until,made_utc,issued_utc,order,taken_aed',
    line: (row) => [
      row.id,
      row.memberId,
      row.state,
      row.occasion,
      dirhams(row.amount),
      row.basisPoints === null ? '' : String(row.basisPoints / 100),
      dirhams(row.most),
      row.kinds.join(' '),
      dirhams(row.least),
      row.until,
      row.madeAt,
      row.liveAt ?? '',
      row.order ?? '',
      dirhams(row.taken),
    ],
  });
}
