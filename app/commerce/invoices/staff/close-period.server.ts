import { sql } from 'drizzle-orm';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { readSeries } from './check-numbers.server.ts';
import { findClosedPeriods, findMonthsWithDocuments, insertClosedPeriod } from '../closed-periods-store.server.ts';
import { houseZone } from './invoice-desk-store.server.ts';
import { seriesFault } from './number-rules.ts';
import { closeRefusal, readPeriod, vatReturnOf, type CloseRefusal } from './vat-return-rules.ts';
import { sumDocuments } from './vat-store.server.ts';

/**
 * Closes a month: its figures are kept as they are reported and the database takes no document into it any more. What is
 * wrong with it later is corrected by a credit note of a later month. It is never opened again.
 */
export async function closePeriod(
  platform: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly viewer: Viewer & { readonly kind: 'staff' }; readonly month: string; readonly requestId: string },
): Promise<Outcome<string, CloseRefusal | 'permission' | 'not-a-month'>> {
  const { viewer, month } = ask;
  const period = readPeriod(month);
  if (!may(viewer, 'money:work')) return refuse('permission');
  if (!period || period.id.includes('Q')) return refuse('not-a-month');
  const now = platform.clock.now();
  return transact(platform.db, async (tx): Promise<Outcome<string, CloseRefusal>> => {
    // Whoever issues a document holds its counter: none is on its way while the sums are taken. Invoices first, as a change
    // of an order takes them, or the two would wait for each other.
    await tx.execute(sql`select 1 from invoice_series order by series desc, year for update`);
    const [months, closed, series] = [await findMonthsWithDocuments(tx), await findClosedPeriods(tx), await readSeries(tx)];
    const refused = closeRefusal(
      month,
      dateIn(houseZone, now),
      months,
      closed.map((one) => one.month),
    );
    if (refused) return refuse(refused);
    if (series.some((facts) => !seriesFault(facts).sound)) return refuse('numbers');
    const { boxes } = vatReturnOf(await sumDocuments(tx, period));
    const figures = Object.fromEntries(Object.entries(boxes).map(([box, { net, vat }]) => [box, { net, vat }]));
    const kept = await insertClosedPeriod(tx, { month, figures, closedBy: viewer.user.id, closedAt: new Date(now) });
    if (!kept) return refuse('closed');
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'period.closed',
      subject: `closed_periods:${month}`,
      detail: { net: boxes['1b'].net, vat: boxes['1b'].vat },
      requestId: ask.requestId,
    });
    return done(month);
  });
}
