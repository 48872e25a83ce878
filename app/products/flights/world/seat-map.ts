import type { Equipment } from '../engine/timetable.ts';
import type { Cabin } from '../offer.ts';
import { cabinsByLetter } from '../offer.ts';
import type { SeatFeature } from '../supplier/flight-supplier.ts';
import { hashOf, mixHash, shareOf } from './seeded-hash.ts';

/*
 * Cabin plans of the house inventory, drawn from an aircraft's seats and seats across: always the same for the same
 * equipment. Row numbers run from the nose; the upper deck comes first.
 */

export interface PlanSeat {
  /** Such as 12A. */
  readonly designator: string;
  readonly letter: string;
  readonly features: readonly SeatFeature[];
}

export interface PlanRow {
  readonly number: number;
  readonly deck: 'main' | 'upper';
  readonly cabin: Cabin;
  /** From left to right; null is an aisle. A seat left out at the tail is not in the row at all. */
  readonly seats: readonly (PlanSeat | null)[];
  readonly exit: boolean;
  readonly overWing: boolean;
  /** What stands before this row. */
  readonly before: readonly ('galley' | 'lavatory' | 'bulkhead')[];
}

export interface CabinPlan {
  readonly equipment: string;
  readonly rows: readonly PlanRow[];
}

// Letters as airlines print them: A and the last letter at the windows, C and D or H at the aisles.
const lettersAcross: Readonly<Record<string, string>> = {
  '1-1': 'A F',
  '1-2': 'A DF',
  '2-2': 'AC DF',
  '2-3': 'AC DEF',
  '3-3': 'ABC DEF',
  '1-2-1': 'A EF K',
  '2-1-2': 'AC E HK',
  '2-2-2': 'AC EF HK',
  '2-3-2': 'AC DEF HK',
  '2-4-2': 'AC DEFG HK',
  '3-3-3': 'ABC DEF HJK',
  '3-4-3': 'ABC DEFG HJK',
};

const cabinOrder = ['F', 'J', 'W', 'Y'] as const;

interface RowDraft {
  readonly cabin: (typeof cabinOrder)[number];
  readonly deck: 'main' | 'upper';
  readonly letters: readonly (string | null)[];
  readonly first: boolean;
  readonly last: boolean;
}

/** Plan of an aircraft; the seats of each cabin are exactly those of the equipment. Throws on an unknown layout. */
export function seatMapOf(equipment: Pick<Equipment, 'id' | 'code' | 'body' | 'seats' | 'layout'>): CabinPlan {
  const drafts: RowDraft[] = [];
  for (const cabin of cabinOrder) {
    const across = lettersAcross[equipment.layout[cabin]];
    if (!across) throw new RangeError(`No seat letters for ${equipment.layout[cabin]}`);
    const deck = equipment.code === '388' && cabin !== 'Y' ? 'upper' : 'main';
    const rows = splitRows(across, equipment.seats[cabin]);
    rows.forEach((letters, index) => {
      drafts.push({ cabin, deck, letters, first: index === 0, last: index === rows.length - 1 });
    });
  }
  const exits = exitRows(equipment, drafts);
  const rows = drafts.map((draft, index) => rowOf(equipment.body, drafts, exits, draft, index));
  return { equipment: equipment.id, rows };
}

/** Letters of each row with null for aisles; a short last row keeps the seats beside the aisles and in the middle. */
function splitRows(across: string, seats: number): (string | null)[][] {
  const blocks = across.split(' ');
  const perRow = blocks.join('').length;
  const full = blocks.flatMap((block, index) => (index === 0 ? [...block] : [null, ...block]));
  const rows = Array.from({ length: Math.floor(seats / perRow) }, () => full);
  const left = seats % perRow;
  if (left > 0) {
    const inOrder = blocks.length === 3 ? blocks[1]! + blocks[0]! + blocks[2]! : blocks.join('');
    const kept = new Set(inOrder.slice(0, left));
    rows.push(full.filter((letter) => letter === null || kept.has(letter)));
  }
  return rows;
}

/** Indexes of rows beside an emergency exit that has no wall in front of it. */
function exitRows(equipment: Pick<Equipment, 'code' | 'body'>, drafts: readonly RowDraft[]): Set<number> {
  const economy = drafts.flatMap((draft, index) => (draft.cabin === 'Y' && draft.deck === 'main' ? [index] : []));
  const at = (share: number) => economy[Math.min(economy.length - 2, Math.floor(economy.length * share))]!;
  if (economy.length < 6) return new Set();
  if (equipment.body === 'wide') return new Set(economy.length > 24 ? [at(0.34), at(0.68)] : [at(0.5)]);
  if (equipment.body === 'regional') return new Set([at(0.5)]);
  if (/^(321|32Q|752|739)$/.test(equipment.code)) return new Set([at(0.3), at(0.68)]);
  const overWing = at(0.42);
  return new Set([overWing, overWing + 1]);
}

function rowOf(body: Equipment['body'], drafts: readonly RowDraft[], exits: ReadonlySet<number>, draft: RowDraft, index: number): PlanRow {
  const number = index + 1;
  const exit = exits.has(index);
  const doorRow = exit && body === 'wide';
  const share = index / drafts.length;
  const overWing = draft.deck === 'main' && share >= 0.36 && share <= 0.6;
  const before: ('galley' | 'lavatory' | 'bulkhead')[] = [];
  if (index === 0 || (draft.first && body === 'wide') || doorRow) before.push('galley', 'lavatory');
  if (draft.first || doorRow) before.push('bulkhead');
  const nextBreaks = index + 1 === drafts.length || (exits.has(index + 1) && body === 'wide');
  const bassinets = draft.first && body === 'wide' && (draft.cabin === 'Y' || draft.cabin === 'W');
  // The backs in front of an exit stay upright, so that the way out is free.
  const upright = draft.last || exits.has(index + 1);
  const seats = draft.letters.map((letter, position): PlanSeat | null => {
    if (letter === null) return null;
    const features: SeatFeature[] = placeInRow(draft.letters, position);
    if (exit) features.push('exit-row');
    if (exit || (draft.first && draft.cabin === 'Y')) features.push('extra-legroom');
    if (draft.first && draft.cabin !== 'F') features.push('bulkhead');
    if (bassinets && 'DEFG'.includes(letter)) features.push('bassinet');
    if (upright && !exit && draft.cabin === 'Y') features.push('no-recline');
    if (overWing) features.push('over-wing');
    if (nextBreaks || (before.includes('lavatory') && draft.cabin === 'Y')) features.push('near-lavatory', 'near-galley');
    return { designator: `${number}${letter}`, letter, features };
  });
  return { number, deck: draft.deck, cabin: cabinsByLetter[draft.cabin], seats, exit, overWing, before };
}

function placeInRow(letters: readonly (string | null)[], position: number): SeatFeature[] {
  const features: SeatFeature[] = [];
  const window = letters[position] === 'A' || (position === letters.length - 1 && 'FK'.includes(letters[position]!));
  if (window) features.push('window');
  const beside = [position - 1, position + 1].some((near) => near >= 0 && near < letters.length && letters[near] === null);
  if (beside) features.push('aisle');
  if (features.length === 0) features.push('middle');
  return features;
}

/**
 * Seats that the rest of the world has chosen on one flight: the first `taken` of a cabin in a hashed order in which
 * windows, aisles and the front go sooner. A larger `taken` only adds seats.
 */
export function takenSeats(plan: CabinPlan, cabin: Cabin, taken: number, flightSeed: number): Set<string> {
  const ranked = plan.rows
    .filter((row) => row.cabin === cabin)
    .flatMap((row, index, rows) =>
      row.seats.flatMap((seat) => {
        if (!seat) return [];
        const wish = (seat.features.includes('middle') ? 0.35 : 0) + (0.25 * index) / rows.length;
        return { designator: seat.designator, at: shareOf(mixHash(flightSeed, hashOf(seat.designator))) + wish };
      }),
    )
    .sort((a, b) => a.at - b.at || (a.designator < b.designator ? -1 : 1));
  return new Set(ranked.slice(0, Math.max(0, taken)).map((seat) => seat.designator));
}

/** What a seat costs beyond the fare before fare-family rules, fils; 0 outside economy and premium. */
export function seatPriceFils(seat: Pick<PlanSeat, 'features'>, cabin: Cabin, km: number): number {
  if (cabin === 'business' || cabin === 'first') return 0;
  const long = km > 4000 ? 2 : 1;
  if (seat.features.includes('exit-row')) return 14_000 * long;
  if (seat.features.includes('extra-legroom')) return 11_000 * long;
  return seat.features.includes('middle') ? 2_500 * long : 3_500 * long;
}
