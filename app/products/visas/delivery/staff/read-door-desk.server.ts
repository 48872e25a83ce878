import { listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { AssistedCase } from '../../assisted/assisted.tables.ts';
import { holderOf } from '../../assisted/custody-rules.ts';
import { openContact } from '../../evisa/evisa-groups-store.server.ts';
import type { EvisaGroup } from '../../evisa/evisa.tables.ts';
import { noAddress } from '../delivery-address.ts';
import { readDoor } from '../read-door.server.ts';
import type { Printed } from './open-desk-paper.server.ts';

/** The door of a party and what goes there, as the desk sees it; plain data for the browser. */
export async function readDoorDesk(
  platform: Platform,
  viewer: Viewer & { readonly kind: 'staff' },
  group: EvisaGroup,
  one: AssistedCase | null,
) {
  const reveals = may(viewer, 'passports:reveal');
  const door = await readDoor(platform, group);
  const papers: Printed[] = [];
  if (door.copies?.state === 'due' || door.copies?.state === 'sent') papers.push('slip');
  if (one && one.package !== 'check') {
    if (door.courier && ['with_us_return', 'with_courier'].includes(one.passport)) papers.push('slip');
    if (holderOf(one.passport) === 'staff') papers.push('receipt');
    if (!one.overAt) papers.push('sheet', 'letter');
  }
  const officers = papers.includes('letter') ? await listStaffWith(platform.db, 'visas:decide') : [];
  return {
    way: door.runner ? ('runner' as const) : door.courier ? ('courier' as const) : ('none' as const),
    reveals,
    works: may(viewer, 'visas:decide'),
    mayChange: door.mayChange,
    regions: door.regions,
    address: reveals ? door.address : null,
    typed: reveals ? door.typed : noAddress,
    phone: reveals ? (openContact(platform.crypto, group)?.phone ?? '') : '',
    copies: door.copies,
    papers,
    /** Who may go to a counter, whoever asks first. */
    runners: officers
      .map(({ userId, displayName }) => ({ id: userId, name: displayName }))
      .toSorted((a, b) => Number(b.id === viewer.user.id) - Number(a.id === viewer.user.id)),
  };
}
export type DoorRecord = Awaited<ReturnType<typeof readDoorDesk>>;
