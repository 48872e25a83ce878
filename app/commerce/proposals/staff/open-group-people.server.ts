import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Order } from '../../orders/orders.tables.ts';
import { readTripGroup } from '../trip-people.server.ts';
import { isWhole } from '../trip-people-rules.ts';

/** Who of a group is known, as the desk reads it: names and passports for whoever works on it, numbers for who may only look. */
export async function openGroupPeople(platform: Platform, viewer: Viewer, order: Pick<Order, 'id' | 'kind' | 'status'>) {
  const group = await readTripGroup(platform, order);
  if (!group) return null;
  const { places, whole, dueOn, open, people } = group;
  return {
    places,
    whole,
    dueOn,
    open,
    people: may(viewer, 'inquiries:work') ? people.map((person, at) => ({ ...person, number: at + 1, whole: isWhole(person) })) : null,
  };
}
export type ShownGroup = NonNullable<Awaited<ReturnType<typeof openGroupPeople>>>;
