import type { Platform } from '#app/platform/platform.server.ts';
import { findApplications } from '../evisa/evisa-applications-store.server.ts';
import { openContact } from '../evisa/evisa-groups-store.server.ts';
import { overStates } from '../evisa/evisa-status.ts';
import type { EvisaGroup } from '../evisa/evisa.tables.ts';
import type { Region } from '../assisted/assisted-country.ts';
import { doorIsOpen } from './change-address.server.ts';
import { findCopies } from './copies-store.server.ts';
import { noAddress, regionsFor, runnerCalls, wantsAddress, type DeliveryAddress, type TypedAddress } from './delivery-address.ts';

export interface CopiesView {
  readonly state: 'later' | 'due' | 'sent' | 'none';
  /** ISO instant since when; null while nothing is due. */
  readonly since: string | null;
  readonly waybill: string | null;
}

/** Where something is brought for a party, and how far it is; plain data for the browser. */
export interface DoorView {
  readonly wanted: boolean;
  readonly runner: boolean;
  readonly courier: boolean;
  readonly address: DeliveryAddress | null;
  readonly typed: TypedAddress;
  readonly regions: readonly Region[];
  readonly mayChange: boolean;
  /** Printed visas; null where none were paid for, or nothing is paid yet. */
  readonly copies: CopiesView | null;
}

export async function readDoor(platform: Pick<Platform, 'db' | 'crypto'>, group: EvisaGroup): Promise<DoorView> {
  const { db, crypto } = platform;
  const address = openContact(crypto, group)?.address ?? null;
  return {
    wanted: wantsAddress(group),
    runner: runnerCalls(group),
    courier: group.courier,
    address,
    typed: address ?? noAddress,
    regions: regionsFor(group.route),
    mayChange: await doorIsOpen(db, group),
    copies: group.route === 'evisa' && group.courier && group.orderId ? await readCopies(db, group.id) : null,
  };
}

async function readCopies(db: Platform['db'], groupId: string): Promise<CopiesView> {
  const copies = await findCopies(db, groupId);
  if (copies) {
    const since = (copies.sentAt ?? copies.dueAt).toISOString();
    return { state: copies.sentAt ? 'sent' : 'due', since, waybill: copies.waybill };
  }
  const over = (await findApplications(db, groupId)).every(({ status }) => overStates.includes(status));
  return { state: over ? 'none' : 'later', since: null, waybill: null };
}
