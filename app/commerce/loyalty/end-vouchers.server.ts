import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { voucherMail, voucherMailId } from './mail-vouchers.server.ts';
import { wasLoyaltyMailed } from './points-store.server.ts';
import { isLoyaltyOn } from './reckon-points.server.ts';
import { voucherNoticeDays } from './voucher-rules.ts';
import { changeVoucher, findEndedVouchers, findEndingVouchers, lockVoucher } from './vouchers-store.server.ts';

const mostAtOnce = 1_000;

/** While the programme is on: vouchers past their last day end, and members hear a week before of those that nobody used. */
export async function endVouchers(platform: Platform): Promise<void> {
  const { db, clock, jobs } = platform;
  if (!(await isLoyaltyOn(platform))) return;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const ended = everyRow<{ id: string }>((after) => findEndedVouchers(db, today, after, mostAtOnce));
  const failed = await eachRow(platform, 'voucher', ended, ({ id }) =>
    transact(db, async (tx) => {
      const voucher = await lockVoucher(tx, id);
      if (voucher?.status !== 'live' || voucher.validUntil >= today) return;
      await changeVoucher(tx, now, id, { status: 'expired' });
      await audit(tx, now, { actor: 'system', action: 'loyalty.voucher-expired', subject: `loyalty_vouchers:${id}` });
    }),
  );
  for (const { id } of await findEndingVouchers(db, today, addDays(today, voucherNoticeDays)))
    if (!(await wasLoyaltyMailed(db, voucherMailId(id, 'ending')))) await jobs.send(db, voucherMail, { voucherId: id, kind: 'ending' });
  mustAllBeTaken(failed);
}
