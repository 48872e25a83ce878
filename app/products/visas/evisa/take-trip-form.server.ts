import type { Platform } from '#app/platform/platform.server.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import {
  addressFaults,
  addressOf,
  noAddress,
  readAddress,
  regionsFor,
  wantsAddress,
  type TypedAddress,
} from '../delivery/delivery-address.ts';
import type { EvisaGroup } from './evisa.tables.ts';
import { saveTrip } from './keep-evisa.server.ts';

/** What was typed and is not right yet, for the page to show again. */
export interface TripAnswer {
  readonly faults: readonly string[];
  readonly typed: { readonly email: string; readonly phone: string; readonly courier: boolean; readonly address: TypedAddress };
}

/**
 * Keeps where to write and where to ring, as the form says; null when all of it was right. Who only wants the link mailed
 * may leave the door for later, but not half of it.
 */
export async function takeTripForm(
  platform: Platform,
  group: EvisaGroup,
  form: { readonly text: (name: string, most: number) => string; readonly courier: boolean; readonly linkOnly: boolean },
  who: string,
): Promise<TripAnswer | null> {
  const { text, courier } = form;
  const [email, phone] = [plainEmail(text('email', 200)).slice(0, 120), text('phone', 30)];
  const typed = readAddress(text);
  const asked = wantsAddress({ ...group, courier });
  const blank = Object.entries(typed).every(([field, value]) => value === noAddress[field as keyof TypedAddress]);
  const among = regionsFor(group.route);
  const faults = [
    ...(looksLikeEmail(email) ? [] : ['email']),
    ...(/^\+?[\d\s()-]{7,20}$/.test(phone) ? [] : ['phone']),
    ...(asked && !(form.linkOnly && blank) ? addressFaults(typed, among).map((field) => `door-${field}`) : []),
  ];
  if (faults.length > 0) return { faults, typed: { email, phone, courier, address: typed } };
  const address = addressOf(typed, among);
  await saveTrip(platform, { groupId: group.id, contact: { email, phone, ...(address ? { address } : {}) }, courier, who });
  return null;
}
