import type { Db } from '#app/platform/database.server.ts';
import { addDays, type CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { findAlertsOf, findPriceDays } from './price-alerts-store.server.ts';

export interface ShownAlert {
  readonly below: Money;
  /** The price of each day since it is watched, the oldest first; null: none was to be had. */
  readonly days: readonly { readonly day: string; readonly lowest: Money | null }[];
}

/** What an account watches, by thing, with the prices of the last thirty days. */
export async function showAlertsOf(db: Db, userId: string, today: CalendarDate): Promise<Readonly<Record<string, ShownAlert>>> {
  const alerts = await findAlertsOf(db, userId);
  const days = await findPriceDays(
    db,
    alerts.map(({ thing }) => thing),
    addDays(today, -30),
  );
  return Object.fromEntries(
    alerts.map(({ thing, below }): [string, ShownAlert] => [
      thing,
      {
        below: money(below, 'AED'),
        days: (days.get(thing) ?? []).map(({ day, lowest }) => ({ day, lowest: lowest === null ? null : money(lowest, 'AED') })),
      },
    ]),
  );
}
