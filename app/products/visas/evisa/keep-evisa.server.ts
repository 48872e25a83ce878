import { randomUUID } from 'node:crypto';
import { emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import { paperEndings } from '#app/values/paper-types.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { runnerCalls } from '../delivery/delivery-address.ts';
import { checkUpload } from './check-upload.server.ts';
import type { UploadRefusal } from './evisa-document-rules.ts';
import type { TypedForm } from './evisa-form.ts';
import type { DocumentCode } from './evisa-offer.ts';
import { findApplications, lockApplication, mustMoveApplication, updateTyped } from './evisa-applications-store.server.ts';
import { findDocuments, insertDocument, replaceDocument } from './evisa-documents-store.server.ts';
import { lockGroup, sealContact, updateGroup, type EvisaContact } from './evisa-groups-store.server.ts';
import type { EvisaGroup, HouseKind, StoredKind } from './evisa.tables.ts';
import { openRequestOf, readGroup } from './read-evisa-group.server.ts';
import { draftDays } from './start-evisa.server.ts';

/** Changes of an application before it is paid. A group that is being paid for, or was, is closed to them. */
export type KeepRefusal = 'not-open';

const open = (group: EvisaGroup | null): group is EvisaGroup => group !== null && group.orderId === null;

/** Moves every application of a group to what its form and papers have become: whole, or not. */
async function judge(tx: Tx, platform: Platform, now: Instant, group: EvisaGroup, who: string): Promise<void> {
  const read = await readGroup({ ...platform, db: tx }, group);
  for (const { application, ready } of read.travellers) {
    const by = { application, by: 'customer', who } as const;
    if (ready && application.status === 'draft') await mustMoveApplication(tx, now, { ...by, event: 'check' });
    if (!ready && application.status === 'pre_checked') await mustMoveApplication(tx, now, { ...by, event: 'reopen-form' });
  }
  await updateGroup(tx, now, group.id, { expiresAt: new Date(now + draftDays * dayMs) });
}

export async function saveTraveller(
  platform: Platform,
  change: { readonly groupId: string; readonly position: number; readonly typed: TypedForm; readonly who: string },
): Promise<Outcome<null, KeepRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, KeepRefusal>> => {
    const now = platform.clock.now();
    const group = await lockGroup(tx, change.groupId);
    if (!open(group)) return refuse('not-open');
    const read = await readGroup({ ...platform, db: tx }, group);
    const traveller = read.travellers[change.position];
    if (!traveller) return refuse('not-open');
    await updateTyped(tx, platform.crypto, now, traveller.application.id, change.typed);
    await judge(tx, platform, now, group, change.who);
    return done(null);
  });
}

export async function saveTrip(
  platform: Platform,
  change: { readonly groupId: string; readonly contact: EvisaContact; readonly courier: boolean; readonly who: string },
): Promise<Outcome<null, KeepRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, KeepRefusal>> => {
    const now = platform.clock.now();
    const group = await lockGroup(tx, change.groupId);
    if (!open(group)) return refuse('not-open');
    await updateGroup(tx, now, group.id, {
      contact: sealContact(platform.crypto, group.id, change.contact),
      emailIndex: emailIndexOf(platform.crypto, change.contact.email),
      // A runner who calls brings everything back as well: no courier is charged beside.
      courier: change.courier && !runnerCalls(group),
    });
    return done(null);
  });
}

const filePlace = (id: string) => `evisa_documents|content|${id}`;

/** Not on a checklist of travellers, so held to what every paper is held to. */
const isHouseKind = (kind: StoredKind): kind is HouseKind =>
  kind === 'issued' || kind === 'receipt' || kind === 'refusal' || kind === 'letter' || kind === 'passport-photo' || kind === 'exit-proof';

/** Stores a paper sealed; the name on disk says nothing. Returns its columns. */
export async function storePaper(
  platform: Platform,
  content: Uint8Array,
  asked: StoredKind,
): Promise<
  Outcome<
    { readonly id: string; readonly row: Omit<Parameters<typeof insertDocument>[1], 'applicationId' | 'kind' | 'sentBy' | 'at'> },
    UploadRefusal
  >
> {
  const checked = await checkUpload(content, isHouseKind(asked) ? 'hotel' : asked);
  if (!checked.ok) return refuse(checked.refused);
  const id = randomUUID();
  const stored = `evisa-${randomUUID()}.${paperEndings[checked.upload.type]}`;
  await platform.files.put(
    stored,
    Buffer.from(platform.crypto.seal(Buffer.from(checked.content).toString('base64'), filePlace(id)), 'latin1'),
  );
  return done({ id, row: { id, ...checked.upload, warnings: checked.warnings, stored } });
}

/** The bytes of a stored paper; null when they were purged. */
export async function readPaper(
  platform: Pick<Platform, 'files' | 'crypto'>,
  document: { readonly id: string; readonly stored: string },
): Promise<Buffer | null> {
  const sealed = await platform.files.find(document.stored);
  return sealed && Buffer.from(platform.crypto.open(sealed.toString('latin1'), filePlace(document.id)), 'base64');
}

/** Puts a paper into an application: before it is paid, or when more was asked for. */
export async function sendPaper(
  platform: Platform,
  paper: {
    readonly groupId: string;
    readonly position: number;
    readonly kind: DocumentCode;
    readonly content: Uint8Array;
    readonly who: string;
  },
): Promise<Outcome<null, KeepRefusal | UploadRefusal>> {
  const stored = await storePaper(platform, paper.content, paper.kind);
  if (!stored.ok) return stored;
  const kept = await transact(platform.db, async (tx): Promise<Outcome<null, KeepRefusal>> => {
    const now = platform.clock.now();
    const group = await lockGroup(tx, paper.groupId);
    const known = group && (await findApplications(tx, group.id))[paper.position];
    // Locked before it is read: what was asked for may have been answered a moment ago.
    const application = known && (guardIsOff('visa-paper') ? known : await lockApplication(tx, known.id));
    if (!group || !application) return refuse('not-open');
    const traveller = (await readGroup({ ...platform, db: tx }, group)).travellers[paper.position]!;
    if (!open(group) && !openRequestOf(traveller)) return refuse('not-open');
    await insertDocument(tx, {
      ...stored.value.row,
      applicationId: application.id,
      kind: paper.kind,
      sentBy: paper.who,
      at: new Date(now),
    });
    if (open(group)) await judge(tx, platform, now, group, paper.who);
    return done(null);
  });
  if (!kept.ok) await platform.files.remove(stored.value.row.stored);
  return kept;
}

export async function removePaper(
  platform: Platform,
  paper: { readonly groupId: string; readonly documentId: string; readonly who: string },
): Promise<Outcome<null, KeepRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, KeepRefusal>> => {
    const now = platform.clock.now();
    const group = await lockGroup(tx, paper.groupId);
    if (!open(group)) return refuse('not-open');
    const read = await readGroup({ ...platform, db: tx }, group);
    const ids = read.travellers.map(({ application }) => application.id);
    const document = (await findDocuments(tx, ids)).find((one) => one.id === paper.documentId);
    if (!document) return refuse('not-open');
    await replaceDocument(tx, now, document.id);
    await judge(tx, platform, now, group, paper.who);
    return done(null);
  });
}
