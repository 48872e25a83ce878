import type { CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { FareBrand } from '../offer.ts';
import { seatPrice } from './seat-price.ts';
import { checkSeatFor, type SeatedPassenger, type SeatProblem } from './seat-rules.ts';
import type { OfferedSeat, SeatFeature, SeatMap, SeatRow } from '../supplier/flight-supplier.ts';

/** How a seat looks; each kind has its own shape or letter besides its colour. */
export type SeatKind = 'standard' | 'legroom' | 'included' | 'exit' | 'bassinet' | 'unavailable';

export interface SeatView {
  readonly designator: string;
  readonly letter: string;
  readonly kind: SeatKind;
  /** What this traveller pays for it. */
  readonly price: Money;
  readonly features: readonly SeatFeature[];
  /** Why this traveller may not have it; null when nothing is against it. */
  readonly notFor: SeatProblem | null;
  /** The traveller of this party who has it now. */
  readonly takenBy: number | null;
}

export interface SeatRowView {
  readonly number: number;
  readonly exit: boolean;
  readonly before: SeatRow['before'];
  /** One for each letter of the cabin, null for an aisle, 'none' where the fuselage has no seat. */
  readonly cells: readonly (SeatView | 'none' | null)[];
}

/** Rows next to each other that are over the wing, or that are not. */
export interface SeatRun {
  readonly overWing: boolean;
  readonly rows: readonly SeatRowView[];
}

export interface CabinView {
  /** Letters from left to right, null for an aisle. */
  readonly columns: readonly (string | null)[];
  readonly runs: readonly SeatRun[];
  readonly kinds: readonly { readonly kind: SeatKind; readonly price: Money | null }[];
  readonly open: number;
}

export interface SeatViewer {
  readonly cabin: string;
  readonly brand: Pick<FareBrand, 'seatChoice'>;
  readonly passenger: SeatedPassenger;
  readonly date: CalendarDate;
  /** Designator to passenger, on this segment. */
  readonly takenBy: ReadonlyMap<string, number>;
}

/** A seat map as one traveller sees it. Null when the map has no seat in the traveller's cabin. */
export function viewCabin(map: SeatMap, viewer: SeatViewer): CabinView | null {
  const rows = map.rows.filter((row) => row.cabin === viewer.cabin);
  const columns = widest(rows);
  if (!columns) return null;
  const runs: { overWing: boolean; rows: SeatRowView[] }[] = [];
  const prices = new Map<SeatKind, Money | null>();
  let open = 0;
  for (const row of rows) {
    const byLetter = new Map(row.seats.flatMap((seat) => (seat ? [[seat.letter, seat] as const] : [])));
    const cells = columns.map((letter) => {
      if (letter === null) return null;
      const seat = byLetter.get(letter);
      if (!seat) return 'none' as const;
      const view = viewSeat(seat, viewer);
      if (view.kind !== 'unavailable') open += 1;
      const before = prices.get(view.kind);
      if (!before || view.price.amount < before.amount) prices.set(view.kind, view.kind === 'unavailable' ? null : view.price);
      return view;
    });
    const last = runs.at(-1);
    const view = { number: row.number, exit: row.exit, before: row.before.filter((what) => what !== 'bulkhead'), cells };
    if (last && last.overWing === row.overWing) last.rows.push(view);
    else runs.push({ overWing: row.overWing, rows: [view] });
  }
  const order: readonly SeatKind[] = ['standard', 'legroom', 'included', 'exit', 'bassinet', 'unavailable'];
  return {
    columns,
    runs,
    kinds: order.filter((kind) => prices.has(kind)).map((kind) => ({ kind, price: prices.get(kind) ?? null })),
    open,
  };
}

function viewSeat(seat: OfferedSeat, viewer: SeatViewer): SeatView {
  const price = seatPrice(seat, viewer.brand, viewer.passenger);
  const takenBy = viewer.takenBy.get(seat.designator) ?? null;
  return {
    designator: seat.designator,
    letter: seat.letter,
    kind: seat.state === 'open' ? kindOf(seat, price) : 'unavailable',
    price,
    features: seat.features,
    notFor: seat.state === 'open' ? checkSeatFor(viewer.passenger, seat, { date: viewer.date, exitDeclared: true }) : null,
    takenBy,
  };
}

function kindOf(seat: OfferedSeat, price: Money): SeatKind {
  if (seat.features.includes('exit-row')) return 'exit';
  if (seat.features.includes('bassinet')) return 'bassinet';
  if (seat.features.includes('extra-legroom')) return 'legroom';
  return price.amount === 0 ? 'included' : 'standard';
}

/** The letters of the cabin in their order, from the row that has most of them. */
function widest(rows: readonly SeatRow[]): (string | null)[] | null {
  const row = [...rows].sort((a, b) => b.seats.length - a.seats.length)[0];
  return row ? row.seats.map((seat) => seat?.letter ?? null) : null;
}
