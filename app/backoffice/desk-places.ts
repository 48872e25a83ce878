import { staffPlaces, type Place } from '#app/site-map.ts';
import type { Texts } from '#app/ui/translate.ts';

const patterns = staffPlaces.map((place) => ({
  place,
  pattern: new RegExp(`^${place.path.replace(/:\w+/g, '[^/]+')}$`),
}));

/** The page of the desk at an address, as the site map has it; null for one that is no page of the desk. */
export function findDeskPlace(address: string): Place | null {
  const path = address.split('?')[0]!.replace(/^\/|\/$/g, '');
  return staffPlaces.find((one) => one.path === path) ?? patterns.find(({ pattern }) => pattern.test(path))?.place ?? null;
}

/** What the page at an address is called: by its own title, or by that of the page it lies under. */
export function deskPageName(texts: Texts, address: string): string {
  const [titles, staff] = [texts.of('titles'), texts.of('staff')];
  const steps = address.split('?')[0]!.split('/').filter(Boolean);
  for (let most = steps.length; most > 0; most -= 1) {
    const place = findDeskPlace(steps.slice(0, most).join('/'));
    const name = place && (titles(place.id, { defaultValue: '' }) || staff(`menu.${place.id}`, { defaultValue: '' }));
    if (name) return name;
  }
  return address;
}
