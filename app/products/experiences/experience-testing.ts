import { money } from '#app/values/money.ts';
import type { ExperienceFacts } from './experience.ts';
import type { PricedExperience } from './filter-experiences.ts';

/** An evening in the desert, every day but Tuesday from September to May. */
export function someFacts(more: Partial<ExperienceFacts> = {}): ExperienceFacts {
  return {
    id: 'desert-evening',
    region: 'africa-middle-east',
    country: 'AE',
    city: 'dubai',
    latitude: 24.98,
    longitude: 55.62,
    zone: 'Asia/Dubai',
    categories: ['desert', 'food'],
    durationMinutes: 360,
    startTimes: ['15:00'],
    weekdays: [1, 3, 4, 5, 6, 7],
    months: [1, 2, 3, 4, 5, 9, 10, 11, 12],
    languages: ['en', 'ar'],
    instant: true,
    freeCancelHours: 24,
    cutOffHours: 12,
    indoor: false,
    wheelchair: 'partly',
    stroller: false,
    private: false,
    ladiesOrFamilyTimes: true,
    capacity: 24,
    ageBands: [
      { band: 'infant', from: 0, to: 3, price: money(0, 'AED') },
      { band: 'child', from: 4, to: 11, price: money(18_000, 'AED') },
      { band: 'adult', from: 12, to: null, price: money(24_500, 'AED') },
    ],
    pickup: true,
    poster: { scene: 'desert', palette: 'dusk', landmark: null },
    ...more,
  };
}

export function someCard(more: Partial<PricedExperience> = {}): PricedExperience {
  return {
    ...someFacts(),
    title: 'Desert evening',
    cityName: 'Dubai',
    tagline: 'Sand and supper',
    searchWords: 'desert evening dubai دبي',
    price: money(24_500, 'AED'),
    isHeard: true,
    ...more,
  };
}
