import type { Places } from '../world/places.ts';

interface Called {
  readonly cities: ReadonlyMap<string, string>;
  readonly countries: ReadonlyMap<string, string>;
}

/** Made when first asked for; the places never change while a process runs. */
const called = new WeakMap<Places, Called>();

function calledOf(places: Places): Called {
  let known = called.get(places);
  if (!known) {
    const [cities, countries] = [new Map<string, string>(), new Map<string, string>()];
    // The busiest stand first: a name that several share is theirs.
    for (const { code, names, countries: lands } of places.entries) {
      for (const name of names) if (!cities.has(name)) cities.set(name, code);
      for (const land of lands) if (!countries.has(land)) countries.set(land, code);
    }
    called.set(places, (known = { cities, countries }));
  }
  return known;
}

/**
 * The code of the city that is called exactly so in any of the five languages, the name folded, or of the busiest one of a country;
 * null where nothing is. Costs one look, however many places there are.
 */
export function placeCalled(places: Places, name: string): { readonly code: string; readonly as: 'city' | 'country' } | null {
  const { cities, countries } = calledOf(places);
  const city = cities.get(name);
  if (city) return { code: city, as: 'city' };
  const country = countries.get(name);
  return country ? { code: country, as: 'country' } : null;
}
