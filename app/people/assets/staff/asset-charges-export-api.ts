import { answerListExport } from '#app/commerce/exports/staff/answer-list-export.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { chargeList } from '../asset-charge-list.ts';
import { listCharges } from '../asset-charges-store.server.ts';
import { officeZone } from '../office-zone.ts';
import type { Route } from './+types/asset-charges-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const mostRows = 20_000;
const day = (at: Date) => dateIn(officeZone, instant(at.getTime()));

/** Charges for damage as they are filtered, for payroll; text/csv. */
export function action(request: Route.ActionArgs) {
  return answerListExport(request, {
    name: 'damage-charges',
    action: 'asset-charge.exported',
    list: chargeList,
    read: async ({ db, crypto }, { view }) => {
      const { rows } = await listCharges(db, crypto, view, mostRows);
      const names = await findStaffNames(db, [...new Set(rows.map(({ userId }) => userId))]);
      return rows.map((row) => ({ ...row, name: names.get(row.userId) ?? '' }));
    },
    head: 'colleague,colleague_id,tag,model,paper,state,amount_aed,reason,asked,decided,pay_month',
    line: (row) => [
      row.name,
      row.userId,
      row.tag,
      row.model,
      row.reference,
      row.status,
      decimalString(money(row.amount, 'AED')),
      row.reason,
      day(row.askedAt),
      row.decidedAt ? day(row.decidedAt) : '',
      row.deductedIn ?? '',
    ],
  });
}
