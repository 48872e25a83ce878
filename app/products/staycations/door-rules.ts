import type { CalendarDate } from '#app/values/dates.ts';

export interface Door {
  readonly key: string;
  readonly name: string;
  readonly outOfUse: boolean;
}

/** Nights of a door that somebody has. */
interface Taken {
  readonly unit: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  readonly orderId: string;
}

export type FewerDoors<Nights extends Taken> =
  | {
      readonly ok: true;
      /** Keys of the doors that go. */
      readonly gone: readonly string[];
      /** Nights of theirs, and the door that they are given instead. */
      readonly moves: readonly { readonly nights: Nights; readonly to: string }[];
    }
  | {
      readonly ok: false;
      /** `below-sold`: more are sold on this night; `in-part`: every door that stays is sold for a part of these nights. */
      readonly why: 'below-sold' | 'in-part';
      readonly night: CalendarDate;
      readonly sold: number;
    };

/**
 * How a kind of room gets along with fewer doors. Whoever is in one keeps it; nights to come are given another door. Never
 * fewer than are sold on any night.
 */
export function fewerDoors<Nights extends Taken>(
  doors: readonly Door[],
  taken: readonly Nights[],
  count: number,
  today: CalendarDate,
): FewerDoors<Nights> {
  const ahead = taken.filter(({ until }) => until > today);
  const on = (night: CalendarDate) => ahead.filter(({ from, until }) => from <= night && night < until);
  // The fullest night is one on which somebody arrives, or this one.
  const nights = [...new Set(ahead.map(({ from }) => (from > today ? from : today)))].sort();
  const fullest = nights.toSorted((a, b) => on(b).length - on(a).length)[0];
  if (fullest && on(fullest).length > count) return { ok: false, why: 'below-sold', night: fullest, sold: on(fullest).length };
  const inside = new Set(ahead.filter(({ from }) => from <= today).map(({ unit }) => unit));
  const sold = new Set(ahead.map(({ unit }) => unit));
  const rank = ({ key, outOfUse }: Door) => (inside.has(key) ? 0 : sold.has(key) ? 1 : outOfUse ? 3 : 2);
  const ranked = doors.toSorted((a, b) => rank(a) - rank(b) || (a.key < b.key ? -1 : 1));
  const [stay, go] = [ranked.slice(0, count), ranked.slice(count)];
  const gone = go.map(({ key }) => key);
  const places = ahead.filter(({ unit }) => !gone.includes(unit)).map(({ unit, from, until }) => ({ unit, from, until }));
  const moves: { nights: Nights; to: string }[] = [];
  for (const one of ahead.filter(({ unit }) => gone.includes(unit)).toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const to = stay.find(
      ({ key, outOfUse }) => !outOfUse && !places.some(({ unit, from, until }) => unit === key && from < one.until && one.from < until),
    );
    if (!to) return { ok: false, why: 'in-part', night: one.from, sold: on(one.from).length };
    places.push({ unit: to.key, from: one.from, until: one.until });
    moves.push({ nights: one, to: to.key });
  }
  return { ok: true, gone, moves };
}

/** Names for further doors of a floor, counted on from one that no door of the house has. */
export function furtherDoors(floor: number, used: readonly string[], count: number): string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number += 1) {
    const name = `${floor}${String(number).padStart(2, '0')}`;
    if (!used.includes(name)) names.push(name);
  }
  return names;
}
