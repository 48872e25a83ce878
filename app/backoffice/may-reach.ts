import { matchPath } from 'react-router';
import { may, type Clerk } from '#app/platform/access.ts';
import { staffPlaces, type Place } from '#app/site-map.ts';

/** The place of the desk that an address belongs to. */
export function placeAt(address: string): Place | undefined {
  const path = address.split(/[?#]/)[0]!;
  // A place of its own name comes before one whose last part may be anything.
  return (
    staffPlaces.find((one) => `/${one.path}` === path) ??
    staffPlaces.find((one) => one.path.includes(':') && matchPath(`/${one.path}`, path) !== null)
  );
}

/** Whether the page of an address of the desk opens for this colleague, so that nothing leads them to a refusal. */
export function mayReach(viewer: Clerk, address: string): boolean {
  const place = placeAt(address);
  return place?.access.kind !== 'staff' || may(viewer, place.access.permission);
}
