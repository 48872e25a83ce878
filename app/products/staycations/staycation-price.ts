import { quote, type PricingRules, type Quote } from '#app/commerce/pricing/quote.ts';
import { scaleMoney, type Money } from '#app/values/money.ts';
import { roomsNeeded, type StayParty } from './occupancy-rules.ts';
import type { StaycationFacts, StayRoom } from './staycation.ts';

/** What a stay in rooms of one kind costs in all, fees and VAT included. `at` is the instant of asking, ISO. */
export function priceOfRooms(
  facts: Pick<StaycationFacts, 'country'>,
  room: StayRoom,
  rooms: number,
  nights: number,
  rules: PricingRules,
  at: string,
): Quote {
  return quote({
    // Each room stands for one traveller: a room is what is charged.
    charges: [
      {
        kind: 'fare',
        code: room.key,
        nameKey: 'staycations:price.room',
        travellers: Array.from({ length: rooms }, (_, index) => index),
        each: scaleMoney(room.from, nights),
        facts: { nights: String(nights) },
      },
    ],
    travellers: Array.from({ length: rooms }, () => 'room'),
    rules,
    facts: { product: 'staycation', country: facts.country },
    quotedAt: at,
    expiresAt: at,
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
  facts: Pick<StaycationFacts, 'country' | 'rooms'>,
  party: StayParty,
  nights: number,
  rules: PricingRules,
  at: string,
): FittingRoom[] {
  return facts.rooms
    .flatMap((room) => {
      const rooms = roomsNeeded(room, party);
      if (rooms === null) return [];
      const price = (count: number) => priceOfRooms(facts, room, rooms, count, rules, at).total;
      return [{ room, rooms, night: price(1), total: price(nights) }];
    })
    .toSorted((a, b) => a.total.amount - b.total.amount || a.room.sizeM2 - b.room.sizeM2);
}
