import { money } from '#app/values/money.ts';
import type { StaycationFacts } from './staycation.ts';

/** A house by the sea with a small room and a large one. */
export function someStay(more: Partial<StaycationFacts> = {}): StaycationFacts {
  return {
    id: 'shore-house',
    country: 'AE',
    area: 'fujairah',
    latitude: 25.4,
    longitude: 56.36,
    zone: 'Asia/Dubai',
    stars: 4,
    kind: 'beach',
    boards: ['breakfast', 'half-board'],
    pool: true,
    beach: true,
    kidsClub: false,
    pets: false,
    spa: false,
    dayPass: money(15_000, 'AED'),
    residentOffer: true,
    checkIn: '15:00',
    checkOut: '12:00',
    freeCancelDays: 3,
    adultFrom: 12,
    childrenFrom: 0,
    atHotel: [],
    rooms: [
      { key: 'family', adults: 4, children: 2, sizeM2: 90, doubleBeds: 2, singleBeds: 2, from: money(120_000, 'AED') },
      { key: 'double', adults: 2, children: 1, sizeM2: 40, doubleBeds: 1, singleBeds: 0, from: money(50_000, 'AED') },
    ],
    rating: null,
    poster: { scene: 'beach', palette: 'day', landmark: null },
    ...more,
  };
}
