import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { overStates } from '../assisted/assisted-status.ts';
import { findCasesOfOrder } from '../assisted/assisted-store.server.ts';
import { findApplications } from '../evisa/evisa-applications-store.server.ts';
import { lockGroup, openContact, sealContact, updateGroup } from '../evisa/evisa-groups-store.server.ts';
import { overStates as overVisas } from '../evisa/evisa-status.ts';
import type { EvisaGroup } from '../evisa/evisa.tables.ts';
import { findCopies } from './copies-store.server.ts';
import { addressOf, regionsFor, wantsAddress, type TypedAddress } from './delivery-address.ts';

/** Whether something is still to be brought to the door of a party that paid for it. */
export async function doorIsOpen(db: Db, group: EvisaGroup): Promise<boolean> {
  if (!group.orderId || !wantsAddress(group)) return false;
  if (group.route === 'assisted') {
    const cases = await findCasesOfOrder(db, group.orderId);
    return cases.some(({ status }) => status !== 'dispatched' && !overStates.includes(status));
  }
  const copies = await findCopies(db, group.id);
  if (copies) return copies.sentAt === null;
  return (await findApplications(db, group.id)).some(({ receivedAt, status }) => receivedAt !== null && !overVisas.includes(status));
}

export interface AddressAsk {
  readonly groupId: string;
  readonly typed: TypedAddress;
  /** As the audit names people. */
  readonly who: string;
  readonly requestId: string;
}

/** Another door, as long as nothing is on its way to it. Its words are sealed; the audit says that it changed, not to what. */
export async function changeAddress(platform: Platform, ask: AddressAsk): Promise<Outcome<null, 'address' | 'closed'>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, 'address' | 'closed'>> => {
    const now = platform.clock.now();
    const group = await lockGroup(tx, ask.groupId);
    const contact = group && openContact(platform.crypto, group);
    if (!group || !contact || !(await doorIsOpen(tx, group))) return refuse('closed');
    const address = addressOf(ask.typed, regionsFor(group.route));
    if (!address) return refuse('address');
    await updateGroup(tx, now, group.id, { contact: sealContact(platform.crypto, group.id, { ...contact, address }) });
    await audit(tx, now, {
      actor: ask.who,
      action: 'evisa.address-changed',
      subject: `evisa_groups:${group.id}`,
      detail: {},
      requestId: ask.requestId,
    });
    return done(null);
  });
}
