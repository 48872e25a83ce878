import { ageOn, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';

/*
 * Who may sit where (rules 48 to 52). Pure; run on the page, when the seats are saved and when they are held.
 */

/** The parts of a supplier's seat map that the rules read. */
export interface PlanSeat {
  readonly designator: string;
  readonly features: readonly string[];
  readonly state: 'open' | 'taken' | 'blocked';
}

export interface SeatPlan {
  readonly rows: readonly { readonly cabin: string; readonly seats: readonly (PlanSeat | null)[] }[];
}

export type SeatProblem =
  | 'seat-unknown'
  | 'seat-not-available'
  | 'seat-other-cabin'
  | 'seat-chosen-twice'
  | 'seat-infant-has-none'
  | 'seat-exit-age'
  | 'seat-exit-pregnant'
  | 'seat-exit-lap-infant'
  | 'seat-exit-assistance'
  | 'seat-exit-declaration'
  | 'seat-bassinet-only'
  | 'seat-block-second-infant'
  | 'seat-child-alone';

export interface SeatedPassenger extends Pick<PassengerDetails, 'type' | 'birthDate' | 'assistance'> {
  /** Index in the party. */
  readonly index: number;
  /** An infant sits on this traveller's lap. */
  readonly hasLapInfant: boolean;
}

export interface SeatRequest {
  readonly plan: SeatPlan;
  readonly cabin: string;
  /** Local departure date of the segment. */
  readonly date: CalendarDate;
  readonly passengers: readonly SeatedPassenger[];
  /** Passenger index to seat. */
  readonly chosen: ReadonlyMap<number, string>;
  /** The traveller has said: able and willing to help, understands the crew. */
  readonly exitDeclared: boolean;
}

interface Spot {
  readonly seat: PlanSeat;
  readonly cabin: string;
  readonly row: number;
  readonly column: number;
  /** Seats of one row between two aisles share a block, and its oxygen masks. */
  readonly block: number;
}

/** The first problem of each traveller's seat; an empty map when all may sit as chosen. */
export function checkSeats(request: SeatRequest): Map<number, SeatProblem> {
  const problems = new Map<number, SeatProblem>();
  const spots = spotsOf(request.plan);
  const sitting = new Map<number, Spot>();
  const taken = new Set<string>();
  const lapBlocks = new Set<string>();
  for (const [index, designator] of request.chosen) {
    const passenger = request.passengers.find((each) => each.index === index);
    const spot = spots.get(designator);
    const problem = !passenger
      ? 'seat-unknown'
      : passenger.type === 'infant'
        ? 'seat-infant-has-none'
        : !spot
          ? 'seat-unknown'
          : spot.cabin !== request.cabin
            ? 'seat-other-cabin'
            : spot.seat.state !== 'open'
              ? 'seat-not-available'
              : taken.has(designator)
                ? 'seat-chosen-twice'
                : checkSeatFor(passenger, spot.seat, request);
    if (problem) {
      problems.set(index, problem);
      continue;
    }
    taken.add(designator);
    sitting.set(index, spot!);
    if (!passenger!.hasLapInfant) continue;
    const block = `${spot!.row}/${spot!.block}`;
    if (lapBlocks.has(block)) problems.set(index, 'seat-block-second-infant');
    lapBlocks.add(block);
  }
  for (const index of childrenAlone(request, sitting)) if (!problems.has(index)) problems.set(index, 'seat-child-alone');
  return problems;
}

/** A single seat and a single traveller, without regard to the neighbours. */
export function checkSeatFor(
  passenger: SeatedPassenger,
  seat: PlanSeat,
  request: Pick<SeatRequest, 'date' | 'exitDeclared'>,
): SeatProblem | null {
  if (seat.features.includes('bassinet') && !passenger.hasLapInfant) return 'seat-bassinet-only';
  if (!seat.features.includes('exit-row')) return null;
  const birth = parseCalendarDate(passenger.birthDate);
  if (passenger.type !== 'adult' || !birth || ageOn(birth, request.date) < 16) return 'seat-exit-age';
  if (passenger.hasLapInfant) return 'seat-exit-lap-infant';
  if (passenger.assistance.includes('PREG')) return 'seat-exit-pregnant';
  if (passenger.assistance.length > 0) return 'seat-exit-assistance';
  return request.exitDeclared ? null : 'seat-exit-declaration';
}

/**
 * Children under 12 with a chosen seat who are not beside a grown-up, nor beside a child who is. Across a single
 * aisle counts as beside. A child without a chosen seat is seated by the airline, which keeps families together.
 */
function childrenAlone(request: SeatRequest, sitting: ReadonlyMap<number, Spot>): number[] {
  const isChild = (index: number) => request.passengers.find((each) => each.index === index)?.type === 'child';
  const isGrownUp = (index: number) => {
    const birth = parseCalendarDate(request.passengers.find((each) => each.index === index)?.birthDate ?? '');
    return birth !== null && ageOn(birth, request.date) >= 16;
  };
  const near = (a: Spot, b: Spot) => {
    if (a.row !== b.row) return false;
    const [low, high] = a.column < b.column ? [a, b] : [b, a];
    const between = request.plan.rows[low.row]!.seats.slice(low.column + 1, high.column);
    return between.length === 0 || (between.length === 1 && between[0] === null);
  };
  const safe = new Set([...sitting.keys()].filter(isGrownUp));
  for (let grew = true; grew;) {
    grew = false;
    for (const [index, spot] of sitting) {
      if (safe.has(index) || !isChild(index)) continue;
      if ([...safe].some((other) => near(spot, sitting.get(other)!))) {
        safe.add(index);
        grew = true;
      }
    }
  }
  return [...sitting.keys()].filter((index) => isChild(index) && !safe.has(index));
}

/** A seat in an exit row; false for one that is not there. */
export function isExitSeat(plan: SeatPlan, designator: string): boolean {
  return plan.rows.some((row) => row.seats.some((seat) => seat?.designator === designator && seat.features.includes('exit-row')));
}

function spotsOf(plan: SeatPlan): Map<string, Spot> {
  const spots = new Map<string, Spot>();
  plan.rows.forEach((row, rowIndex) => {
    let block = 0;
    row.seats.forEach((seat, column) => {
      if (seat === null) block += 1;
      else spots.set(seat.designator, { seat, cabin: row.cabin, row: rowIndex, column, block });
    });
  });
  return spots;
}
