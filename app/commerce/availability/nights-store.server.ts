import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { at, rows } from './claim-rows.server.ts';
import { ClaimRefused, type NightWish, type Holder } from './claim-wishes.ts';
import { freeExpired } from './pools-store.server.ts';

export interface TakenNights {
  readonly unit: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  readonly orderId: string;
}

/** Stretches of nights that are taken now in units whose key begins with `prefix` and that touch those from `from` to `until`. */
export async function findTakenNights(
  db: Db,
  now: Instant,
  prefix: string,
  span: { readonly from: CalendarDate; readonly until: CalendarDate },
): Promise<TakenNights[]> {
  return rows<{ unit: string; from: CalendarDate; until: CalendarDate; orderId: string }>(
    db,
    sql`
    select unit_key as unit, lower(nights)::text as "from", upper(nights)::text as "until", order_id as "orderId" from claims
    where nights is not null and starts_with(unit_key, ${prefix}) and nights && daterange(${span.from}::date, ${span.until}::date)
      and (status = 'allocated' or (status = 'held' and held_until > ${at(now)})) order by unit_key, nights`,
  );
}

/** The rooms an order has, by their unit keys. */
export async function findNightUnits(db: Db, orderId: string): Promise<string[]> {
  const mine = await rows<{ unit: string }>(
    db,
    sql`select unit_key as unit from claims where order_id = ${orderId} and nights is not null and status = 'allocated' order by unit_key`,
  );
  return mine.map(({ unit }) => unit);
}

/**
 * Moves a sold order's rooms to other nights, or throws ClaimRefused and changes nothing. `kinds`: for each room the order
 * has, its unit now and the units it may be given.
 */
export async function swapNights(
  tx: Tx,
  orderId: string,
  kinds: readonly { readonly now: string; readonly units: readonly string[] }[],
  span: { readonly from: CalendarDate; readonly until: CalendarDate },
  now: Instant,
): Promise<string[]> {
  await freeExpired(
    tx,
    now,
    [],
    kinds.flatMap((kind) => kind.units),
  );
  const mine = await rows<{ id: string; unit_key: string }>(
    tx,
    sql`select id, unit_key from claims where order_id = ${orderId} and nights is not null and status = 'allocated'`,
  );
  const given: string[] = [];
  for (const kind of kinds) {
    const claim = mine.find((row) => row.unit_key === kind.now);
    if (kind.units.length === 0) throw new ClaimRefused('sold-out', kind.units);
    const taken = await rows<{ unit_key: string }>(
      tx,
      sql`
      select unit_key from claims where unit_key in ${[...kind.units]} and nights && daterange(${span.from}::date, ${span.until}::date)
        and status in ('held', 'allocated') and id <> ${claim?.id ?? ''}`,
    );
    // The room they have comes first, while it is in use: staying in it is the smallest change.
    const unit = [kind.now, ...kind.units].find(
      (one) => kind.units.includes(one) && !given.includes(one) && !taken.some((row) => row.unit_key === one),
    );
    if (!claim || !unit) throw new ClaimRefused('sold-out', kind.units);
    await tx.execute(
      sql`update claims set unit_key = ${unit}, nights = daterange(${span.from}::date, ${span.until}::date) where id = ${claim.id}`,
    );
    given.push(unit);
  }
  return given;
}

/** Gives what an order has or holds of some nights another unit, which is free for them. */
export async function giveOtherUnit(tx: Tx, { orderId, unit, from, until }: TakenNights, to: string): Promise<void> {
  await tx.execute(sql`
    update claims set unit_key = ${to}
    where order_id = ${orderId} and unit_key = ${unit} and status in ('held', 'allocated')
      and nights = daterange(${from}::date, ${until}::date)`);
}

/** Lets go of some of the rooms that a sold order has. */
export async function dropNights(tx: Tx, orderId: string, units: readonly string[]): Promise<void> {
  if (units.length === 0) return;
  await tx.execute(sql`
    update claims set status = 'released'
    where order_id = ${orderId} and nights is not null and status = 'allocated' and unit_key in ${[...units]}`);
}

/** Gives a sold order more rooms, its own at once, or throws ClaimRefused and changes nothing. */
export async function addNights(tx: Tx, holder: Holder, wish: NightWish, now: Instant): Promise<void> {
  if (wish.count === 0) return;
  await freeExpired(tx, now, [], wish.units);
  await takeNights(tx, wish, holder, now, { until: now, hardUntil: now });
  await tx.execute(
    sql`update claims set status = 'allocated' where order_id = ${holder.orderId} and nights is not null and status = 'held'`,
  );
}

/** The first free units, in the order of their names. That two guests never share a night is kept by the constraint, not by this look. */
export async function takeNights(
  tx: Tx,
  wish: NightWish,
  holder: Holder,
  now: Instant,
  term: { until: Instant; hardUntil: Instant },
): Promise<void> {
  if (wish.count === 0) return;
  const nights = sql`daterange(${wish.from}::date, ${wish.until}::date)`;
  const busy =
    wish.units.length === 0
      ? []
      : await rows<{ unit_key: string }>(
          tx,
          sql`select unit_key from claims where unit_key in ${[...wish.units]} and nights && ${nights} and status in ('held', 'allocated')`,
        );
  const taken = new Set(busy.map((row) => row.unit_key));
  let left = wish.count;
  // Ascending for everybody, so that nobody waits for a unit below one they have.
  for (const unit of wish.units.filter((one) => !taken.has(one)).toSorted()) {
    if (left === 0) return;
    const made = await rows(
      tx,
      sql`
      insert into claims (id, order_id, actor, network, unit_key, nights, quantity, held_until, hard_until, created_at)
      values (${randomUUID()}, ${holder.orderId}, ${holder.actor}, ${holder.network}, ${unit}, ${nights}, 1, ${at(term.until)}, ${at(term.hardUntil)}, ${at(now)})
      on conflict do nothing returning id`,
    );
    left -= made.length;
  }
  if (left > 0) throw new ClaimRefused('sold-out', wish.units);
}
