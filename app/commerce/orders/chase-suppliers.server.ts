import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { instant } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { findOrderAsSystem } from './orders-store.server.ts';
import { chaseDue } from './supplier-return-rules.ts';
import { findToChase, lockSupplierReturn, saveSupplierReturn, type ChasedPlace } from './supplier-returns-store.server.ts';

export const returnTask = (part: { readonly orderId: string; readonly part: number }) => ({
  kind: 'supplier-money',
  subject: `supplier_returns:${part.orderId}.${part.part}`,
});

/**
 * Tells staff to chase what suppliers still owe, on each of the days for it. Which of them has come is a matter of the
 * row and the clock alone: run again, nothing more happens.
 */
export async function chaseSuppliers(platform: Platform): Promise<void> {
  const now = platform.clock.now();
  const rows = everyRow<ChasedPlace>((after) => findToChase(platform.db, now, after));
  mustAllBeTaken(await eachRow(platform, 'return', rows, (row) => chase(platform, row)));
}

async function chase(platform: Platform, at: ChasedPlace): Promise<void> {
  await transact(platform.db, async (tx) => {
    const row = await lockSupplierReturn(tx, at.orderId, at.part);
    const now = platform.clock.now();
    const day = row && row.receivedAt === null ? chaseDue({ askedAt: instant(row.askedAt.getTime()), chased: row.chased }, now) : null;
    if (!row || day === null) return;
    const order = (await findOrderAsSystem(tx, row.orderId))!;
    await saveSupplierReturn(tx, row, { chased: day });
    // The task of the day before, which nobody ended, goes on as this one.
    const task = returnTask(row);
    await closeStaffTask(tx, now, { ...task, by: 'system' });
    const amount = `${row.currency} ${decimalString(money(row.amount, row.currency))}`;
    await openStaffTask(tx, now, {
      ...task,
      textKey: 'tasks:supplier-money',
      detail: { order: order.reference, supplier: row.supplier, amount, days: day },
    });
    await audit(tx, now, {
      actor: 'system',
      action: 'order.supplier-chased',
      subject: `orders:${row.orderId}`,
      detail: { part: row.part, supplier: row.supplier, days: day },
    });
  });
}
