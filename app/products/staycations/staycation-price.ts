import { keptVat } from '#app/commerce/pricing/kept-taxes.ts';
import { quote, type Charge, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { saleFacts, type SaleFacts } from '#app/commerce/pricing/policy.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { roomsNeeded, type StayParty } from './occupancy-rules.ts';
import { nightAmounts, nightsOf, type NightChange, type StayPlanTerms } from './room-rules.ts';
import { partsOfPrice, vatOfStay } from './stay-fees-rules.ts';
import type { StaycationFacts, StayRoom } from './staycation.ts';

/** `id` where it is known which house it is: rules may name it. */
type House = Pick<StaycationFacts, 'country' | 'stars'> & { readonly id?: string };

/** Rooms of one kind for some nights, by a plan. */
export interface RoomsWish {
  readonly room: StayRoom;
  readonly rooms: number;
  readonly nights: number;
  /** Null: not chosen yet, and every night is reckoned at its lowest. */
  readonly arrival: CalendarDate | null;
  readonly plan: Pick<StayPlanTerms, 'key' | 'percent'>;
  /** Nights of this kind of room that differ from their season. */
  readonly changes: readonly NightChange[];
}

export const usualPlan = { key: 'saver', percent: 100 } as const;

/** What one room costs for each night, minor units. */
export function amountsOf({ room, nights, arrival, plan, changes }: RoomsWish): number[] {
  if (arrival === null) return Array.from({ length: nights }, () => Math.round((room.from.amount * plan.percent) / 100));
  return nightAmounts(room, plan, nightsOf(arrival, nights), changes);
}

/** The room with its VAT, and what goes on to others, each a line of its own. Each room stands for one traveller. */
export function stayCharges(house: House, wish: RoomsWish, standardVat?: number): Charge[] {
  const gross = amountsOf(wish).reduce((sum, amount) => sum + amount, 0);
  const parts = partsOfPrice(gross, wish.nights, house, standardVat);
  const { currency } = wish.room.from;
  const travellers = Array.from({ length: wish.rooms }, (_, index) => index);
  const vat = vatOfStay(house.country, standardVat);
  const facts = { nights: String(wish.nights) };
  const line = (kind: Charge['kind'], code: string, amount: number, more: Partial<Charge> = {}): Charge => ({
    kind,
    code,
    nameKey: `price:line.${kind}`,
    travellers,
    each: money(amount, currency),
    facts,
    ...more,
  });
  return [
    line('stay', codeOf(wish), parts.room, { vat }),
    line('service-charge', 'service', parts.service, { vat }),
    line('municipality-fee', house.country, parts.municipality),
    line('tourism-fee', house.country, parts.tourism),
  ];
}

const codeOf = ({ room, plan }: RoomsWish) => `${room.key}/${plan.key}`;

/** The standard rate by which a room is taken apart: of one that was bought before, the rate at which it was. */
function standardOf({ country }: House, wish: RoomsWish, { keeps, standardVat }: PricingRules): number | undefined {
  const kept = keptVat(keeps, { kind: 'stay', code: codeOf(wish), travellers: [], facts: {} }, {});
  return country === 'AE' && kept ? kept.basisPoints : standardVat;
}

/** What a stay costs in all, fees and VAT included. `at` and `until` are instants, ISO: of asking, and of the end of the price. */
export function priceOfStay(
  house: House,
  wish: RoomsWish,
  rules: PricingRules,
  at: string,
  until: string = at,
  known: SaleFacts = {},
): Quote {
  return quote({
    charges: stayCharges(house, wish, standardOf(house, wish, rules)),
    travellers: Array.from({ length: wish.rooms }, () => 'room'),
    rules,
    facts: saleFacts('staycation', { country: house.country, item: house.id ?? null, travel: wish.arrival, ...known }),
    quotedAt: at,
    expiresAt: until,
  });
}

export interface FittingRoom {
  readonly room: StayRoom;
  readonly rooms: number;
  /** For one night of all these rooms, and for the whole stay. */
  readonly night: Money;
  readonly total: Money;
}

/** Each kind of room that can take the party, with how many of it and what they cost; the cheapest first. */
export function fittingRooms(
  facts: House & Pick<StaycationFacts, 'rooms' | 'adultFrom' | 'childrenFrom'>,
  party: StayParty,
  nights: number,
  rules: PricingRules,
  at: string,
  arrival: CalendarDate | null = null,
): FittingRoom[] {
  return facts.rooms
    .flatMap((room) => {
      const rooms = roomsNeeded(room, party, facts);
      if (rooms === null) return [];
      const wish = { room, rooms, plan: usualPlan, changes: [] };
      const night = priceOfStay(facts, { ...wish, nights: 1, arrival: null }, rules, at).total;
      return [{ room, rooms, night, total: priceOfStay(facts, { ...wish, nights, arrival }, rules, at).total }];
    })
    .toSorted((a, b) => a.total.amount - b.total.amount || a.room.sizeM2 - b.room.sizeM2);
}
