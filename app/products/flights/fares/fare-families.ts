import type { Money } from '#app/values/money.ts';
import { money } from '#app/values/money.ts';
import type { BaggageAllowance, Cabin, FareRule, Permission } from '../offer.ts';

/*
 * Fare families of the house inventory: what Light, Value and Flex include by kind of airline and cabin, and what
 * each costs more than the lowest fare. Rules have three answers; where an airline does not say, it is unknown.
 */

export type FamilyCode = 'light' | 'value' | 'flex';

export interface FareFamily {
  readonly code: FamilyCode;
  /** Catalogue key of its name. */
  readonly nameKey: string;
  /** Multiple of the lowest fare, permille, and a fixed part in fils for each flight. */
  readonly farePermille: number;
  readonly fareFils: number;
  readonly cabinBag: BaggageAllowance;
  readonly checkedBag: BaggageAllowance | null;
  /** Of a baby on a lap. */
  readonly lapInfantBag: BaggageAllowance | null;
  readonly seatChoice: Permission;
  readonly changeBefore: FareRule;
  readonly changeAfter: FareRule;
  readonly refundBefore: FareRule;
  readonly refundAfter: FareRule;
  readonly noShow: FareRule;
  readonly upgrade: Permission;
  readonly milesPercent: number | null;
}

export type AirlineKind = 'full' | 'low-cost' | 'regional';

/** Countries whose airlines count bags in pieces rather than kilograms. */
const pieceConcept = new Set(
  'US CA MX BR AR CL CO PE PA EC UY PY BO CR GT SV DO JM GB IE FR DE NL BE ES PT IT CH AT DK SE NO FI IS PL JP KR TW PH AU NZ'.split(' '),
);

const aed = (dirhams: number): Money => money(dirhams * 100, 'AED');
const free: FareRule = { permission: 'allowed', penalty: null };
const refused: FareRule = { permission: 'not-allowed', penalty: null };
const unsaid: FareRule = { permission: 'unknown', penalty: null };
const forFee = (dirhams: number): FareRule => ({ permission: 'allowed', penalty: aed(dirhams) });

/**
 * The families an airline sells in a cabin, cheapest first; never empty. `longHaul` is beyond 4,000 km: fees and
 * allowances are higher there. `country` is the airline's home.
 */
export function fareFamiliesOf(kind: AirlineKind, country: string, cabin: Cabin, longHaul: boolean): readonly FareFamily[] {
  const weight = !pieceConcept.has(country);
  const key = `${kind} ${weight} ${cabin} ${longHaul}`;
  let made = known.get(key);
  if (!made) known.set(key, (made = makeFamilies(kind, weight, cabin, longHaul)));
  return made;
}

/** A few dozen lists are all there are. */
const known = new Map<string, readonly FareFamily[]>();

function makeFamilies(kind: AirlineKind, weight: boolean, cabin: Cabin, longHaul: boolean): FareFamily[] {
  const families = cabin === 'economy' || cabin === 'premium' ? economyFamilies(kind, longHaul) : frontFamilies(longHaul);
  const firstClass = cabin === 'first' ? 10 : 0;
  return families.map(({ bags, ...family }) => ({
    ...family,
    lapInfantBag: bags === 0 || kind === 'low-cost' ? null : { pieces: weight ? null : 1, kilograms: lapInfantKilograms },
    checkedBag: bags === 0 ? null : weight ? kilograms(family.code, cabin, kind, firstClass) : pieces(bags, cabin),
  }));
}

/** With every airline that lets a lap infant check in anything, whatever the cabin. */
const lapInfantKilograms = 10;

interface FamilyDraft extends Omit<FareFamily, 'checkedBag' | 'lapInfantBag'> {
  readonly bags: 0 | 1 | 2;
}

function economyFamilies(kind: AirlineKind, longHaul: boolean): FamilyDraft[] {
  const cabinBag = { pieces: 1, kilograms: 7 };
  const fee = longHaul ? 2 : 1;
  if (kind === 'low-cost') {
    return [
      {
        code: 'light',
        nameKey: 'fares:family.light',
        farePermille: 1000,
        fareFils: 0,
        cabinBag,
        bags: 0,
        seatChoice: 'not-allowed',
        changeBefore: forFee(180 * fee),
        changeAfter: refused,
        refundBefore: refused,
        refundAfter: refused,
        noShow: refused,
        upgrade: 'not-allowed',
        milesPercent: 0,
      },
      {
        code: 'value',
        nameKey: 'fares:family.value',
        farePermille: 1040,
        fareFils: 9_500 * fee,
        cabinBag,
        bags: 1,
        seatChoice: 'allowed',
        changeBefore: forFee(120 * fee),
        changeAfter: refused,
        refundBefore: forFee(350 * fee),
        refundAfter: refused,
        noShow: refused,
        upgrade: 'not-allowed',
        milesPercent: null,
      },
      {
        code: 'flex',
        nameKey: 'fares:family.flex',
        farePermille: 1120,
        fareFils: 21_000 * fee,
        cabinBag: { pieces: 2, kilograms: 10 },
        bags: 2,
        seatChoice: 'allowed',
        changeBefore: free,
        changeAfter: forFee(150 * fee),
        refundBefore: forFee(100 * fee),
        refundAfter: refused,
        noShow: forFee(200 * fee),
        upgrade: 'unknown',
        milesPercent: null,
      },
    ];
  }
  return [
    {
      code: 'light',
      nameKey: 'fares:family.light',
      farePermille: 1000,
      fareFils: 0,
      cabinBag,
      bags: kind === 'regional' ? 0 : 1,
      seatChoice: 'not-allowed',
      changeBefore: forFee(250 * fee),
      changeAfter: unsaid,
      refundBefore: refused,
      refundAfter: refused,
      noShow: refused,
      upgrade: 'not-allowed',
      milesPercent: 25,
    },
    {
      code: 'value',
      nameKey: 'fares:family.value',
      farePermille: 1060,
      fareFils: 12_000 * fee,
      cabinBag,
      bags: 1,
      seatChoice: 'allowed',
      changeBefore: forFee(150 * fee),
      changeAfter: forFee(250 * fee),
      refundBefore: forFee(300 * fee),
      refundAfter: unsaid,
      noShow: forFee(400 * fee),
      upgrade: 'allowed',
      milesPercent: 50,
    },
    {
      code: 'flex',
      nameKey: 'fares:family.flex',
      farePermille: 1160,
      fareFils: 28_000 * fee,
      cabinBag,
      bags: 2,
      seatChoice: 'allowed',
      changeBefore: free,
      changeAfter: forFee(100 * fee),
      refundBefore: forFee(100 * fee),
      refundAfter: forFee(250 * fee),
      noShow: forFee(250 * fee),
      upgrade: 'allowed',
      milesPercent: 100,
    },
  ];
}

function frontFamilies(longHaul: boolean): FamilyDraft[] {
  const cabinBag = { pieces: 2, kilograms: 7 };
  const fee = longHaul ? 2 : 1;
  return [
    {
      code: 'value',
      nameKey: 'fares:family.value',
      farePermille: 1000,
      fareFils: 0,
      cabinBag,
      bags: 2,
      seatChoice: 'allowed',
      changeBefore: forFee(200 * fee),
      changeAfter: forFee(300 * fee),
      refundBefore: forFee(450 * fee),
      refundAfter: unsaid,
      noShow: forFee(500 * fee),
      upgrade: 'allowed',
      milesPercent: 125,
    },
    {
      code: 'flex',
      nameKey: 'fares:family.flex',
      farePermille: 1120,
      fareFils: 40_000 * fee,
      cabinBag,
      bags: 2,
      seatChoice: 'allowed',
      changeBefore: free,
      changeAfter: free,
      refundBefore: free,
      refundAfter: forFee(300 * fee),
      noShow: forFee(400 * fee),
      upgrade: 'allowed',
      milesPercent: 150,
    },
  ];
}

function kilograms(code: FamilyCode, cabin: Cabin, kind: AirlineKind, more: number): BaggageAllowance {
  if (cabin === 'business' || cabin === 'first') return { pieces: null, kilograms: 40 + more };
  const economy = kind === 'low-cost' ? { light: 0, value: 20, flex: 40 } : { light: 20, value: 25, flex: 35 };
  return { pieces: null, kilograms: economy[code] + (cabin === 'premium' ? 5 : 0) };
}

function pieces(bags: 1 | 2, cabin: Cabin): BaggageAllowance {
  return { pieces: bags, kilograms: cabin === 'business' || cabin === 'first' ? 32 : 23 };
}

/** Fare of a family from the lowest fare of one flight, fils, whole dirhams upwards. */
export function familyFareFils(lowestFils: number, family: FareFamily): number {
  return Math.ceil((lowestFils * family.farePermille) / 100_000) * 100 + family.fareFils;
}
