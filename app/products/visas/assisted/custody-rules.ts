import type { CaseState } from './assisted-status.ts';

/*
 * Where a passport may be and where it may go from there. Every move is a line of the ledger with two identities: somebody
 * gave it, somebody else took it.
 */
export const passportPlaces = [
  'with_applicant',
  'received_by_us',
  'in_safe',
  'with_runner',
  'at_centre',
  'at_mission',
  'ready_for_collection',
  'with_us_return',
  'with_courier',
  'returned',
] as const;
export type PassportPlace = (typeof passportPlaces)[number];

const ways: Readonly<Record<PassportPlace, readonly PassportPlace[]>> = {
  with_applicant: ['received_by_us', 'with_runner', 'at_centre', 'at_mission'],
  received_by_us: ['in_safe', 'with_runner', 'returned'],
  in_safe: ['with_runner', 'with_courier', 'returned'],
  with_runner: ['in_safe', 'at_centre', 'at_mission', 'returned'],
  at_centre: ['at_mission', 'ready_for_collection'],
  at_mission: ['at_centre', 'ready_for_collection'],
  ready_for_collection: ['with_us_return', 'returned'],
  // Out again where a sticker must be corrected.
  with_us_return: ['with_courier', 'returned', 'with_runner'],
  with_courier: ['returned', 'with_us_return'],
  returned: [],
};

export const conditions = ['good', 'worn', 'damaged'] as const;
export type PassportCondition = (typeof conditions)[number];

/** Somebody outside who gives or takes. */
export const outsiders = ['applicant', 'centre', 'mission', 'courier'] as const;
export type Outsider = (typeof outsiders)[number];

/** Colleagues hold it there; elsewhere it is with the outsider named. */
const holders: Readonly<Record<PassportPlace, 'staff' | Outsider>> = {
  with_applicant: 'applicant',
  received_by_us: 'staff',
  in_safe: 'staff',
  with_runner: 'staff',
  at_centre: 'centre',
  at_mission: 'mission',
  ready_for_collection: 'centre',
  with_us_return: 'staff',
  with_courier: 'courier',
  returned: 'applicant',
};

export const holderOf = (place: PassportPlace): 'staff' | Outsider => holders[place];
export const waysFrom = (place: PassportPlace): readonly PassportPlace[] => ways[place];
export const isHome = (place: PassportPlace): boolean => place === 'with_applicant' || place === 'returned';
/** Who gives and who takes in a move between somebody outside and a colleague, or between two outside. */
export function partiesOf(
  from: PassportPlace,
  to: PassportPlace,
  colleague: string,
): { readonly givenBy: string; readonly receivedBy: string } {
  const [giver, taker] = [holders[from], holders[to]];
  // A centre that calls for collection got the passport back from the mission.
  const gives = giver === taker && giver === 'centre' ? 'mission' : giver;
  return { givenBy: gives === 'staff' ? colleague : gives, receivedBy: taker === 'staff' ? colleague : taker };
}

/** Places inside our walls: what is counted each evening. */
export const inHouse: readonly PassportPlace[] = ['received_by_us', 'in_safe', 'with_us_return'];

export interface CustodyMove {
  readonly from: PassportPlace;
  readonly to: PassportPlace;
  /** `staff:ID` or an outsider. */
  readonly givenBy: string;
  readonly receivedBy: string;
  readonly seal: string | null;
}

export type CustodyRefusal = 'no-such-way' | 'one-identity' | 'wrong-party' | 'seal-missing';

/** What speaks against a move; null when nothing does. What lies in our house lies in a sealed bag. */
export function refusalOf(move: CustodyMove): CustodyRefusal | null {
  if (!ways[move.from].includes(move.to)) return 'no-such-way';
  if (move.givenBy === move.receivedBy) return 'one-identity';
  const fits = (who: string, holder: 'staff' | Outsider) => (holder === 'staff' ? who.startsWith('staff:') : who === holder);
  // At the counter the mission's people give and the centre's take, or the other way about.
  if (!fits(move.givenBy, holders[move.from]) || !fits(move.receivedBy, holders[move.to])) {
    const counter = ['at_centre', 'at_mission', 'ready_for_collection'];
    const amongThem = counter.includes(move.from) && counter.includes(move.to);
    if (!amongThem || !['centre', 'mission'].includes(move.givenBy) || !['centre', 'mission'].includes(move.receivedBy))
      return 'wrong-party';
  }
  return inHouse.includes(move.to) && !move.seal ? 'seal-missing' : null;
}

/** Days a passport may rest in a place before somebody must look. */
export const restDays: Readonly<Record<PassportPlace, number>> = {
  with_applicant: 10_000,
  received_by_us: 1,
  in_safe: 21,
  with_runner: 1,
  at_centre: 45,
  at_mission: 60,
  ready_for_collection: 3,
  with_us_return: 5,
  with_courier: 4,
  returned: 10_000,
};

/** Where a passport can be while its case is in a state; anything else is a discrepancy. */
const fitting: Partial<Readonly<Record<CaseState, readonly PassportPlace[]>>> = {
  passport_with_us: ['with_us_return', 'with_runner', 'at_centre', 'at_mission', 'ready_for_collection'],
  dispatched: ['with_courier'],
  delivered: ['with_applicant', 'returned'],
  withdrawn: ['with_applicant', 'returned'],
};

export interface LedgerLine {
  readonly number: number;
  readonly from: PassportPlace;
  readonly to: PassportPlace;
  readonly givenBy: string;
  readonly receivedBy: string;
  readonly seal: string | null;
}

export interface CountedCase {
  readonly id: string;
  readonly status: CaseState;
  readonly passport: PassportPlace;
  readonly seal: string | null;
  readonly daysThere: number;
  readonly lines: readonly LedgerLine[];
}

export type CustodyFault = 'broken-chain' | 'card-differs' | 'state-differs' | 'rests-too-long' | 'same-seal';

/** Everything the ledger of the night finds wrong, case by case. Empty: all of them reconcile. */
export function reconcile(cases: readonly CountedCase[]): { readonly id: string; readonly fault: CustodyFault }[] {
  const bags = new Map<string, number>();
  for (const { passport, seal } of cases) if (seal && inHouse.includes(passport)) bags.set(seal, (bags.get(seal) ?? 0) + 1);
  return cases.flatMap((one) => {
    const faults: CustodyFault[] = [];
    let at: PassportPlace = 'with_applicant';
    let whole = true;
    for (const [index, line] of one.lines.entries()) {
      whole &&= line.number === index + 1 && line.from === at && refusalOf(line) === null;
      at = line.to;
    }
    if (!whole) faults.push('broken-chain');
    if (at !== one.passport || (one.lines.at(-1)?.seal ?? null) !== one.seal) faults.push('card-differs');
    if (fitting[one.status] && !fitting[one.status]!.includes(one.passport)) faults.push('state-differs');
    if (one.daysThere > restDays[one.passport]) faults.push('rests-too-long');
    if (one.seal && inHouse.includes(one.passport) && bags.get(one.seal)! > 1) faults.push('same-seal');
    return faults.map((fault) => ({ id: one.id, fault }));
  });
}

/** A count of the safe against the ledger: seals that should lie there and do not, and seals nobody put there. */
export function compareCount(
  expected: readonly string[],
  found: readonly string[],
): { readonly missing: readonly string[]; readonly unexpected: readonly string[] } {
  const [should, is] = [new Set(expected), new Set(found)];
  return { missing: [...should].filter((seal) => !is.has(seal)), unexpected: [...is].filter((seal) => !should.has(seal)) };
}
