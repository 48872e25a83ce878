import { listExport } from '#app/commerce/exports/list-export.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { chargeList } from '../asset-charge-list.ts';
import { listCharges } from '../asset-charges-store.server.ts';
import { officeZone } from '../office-zone.ts';

const day = (at: Date) => dateIn(officeZone, instant(at.getTime()));

/** Charges for damage as they are filtered, for payroll; text/csv. */
export const assetChargesExport = listExport({
  subject: 'damage-charges:list',
  action: 'asset-charge.exported',
  list: chargeList,
  read: async ({ db, crypto }, { view }, most) => {
    const { rows, next } = await listCharges(db, crypto, view, most);
    const names = await findStaffNames(db, [...new Set(rows.map(({ userId }) => userId))]);
    return { rows: rows.map((row) => ({ ...row, name: names.get(row.userId) ?? '' })), next };
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
