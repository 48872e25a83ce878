import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { evisaCountryMachine, evisaEditionMachine, type EvisaCountryEvent, type EvisaCountryStatus } from './evisa-edition-status.ts';
import {
  findCountry,
  findDueEditions,
  insertCountry,
  insertDraft,
  listOfferEditions,
  moveCountry,
  moveEdition,
  rewriteDraft,
  sellOffer,
} from './evisa-editions-store.server.ts';
import type { VisaCountry } from './evisa-offer.ts';
import type { EvisaEdition } from './evisa.tables.ts';

export type OfferRefusal =
  | 'changed-meanwhile'
  | 'draft-waits'
  | 'own-draft'
  | 'no-reason'
  | 'day-past'
  | 'known'
  | 'not-possible-from-here'
  | 'not-yours-to-do';

/** Undoes a transaction that was overtaken. */
class Overtaken extends Error {}

async function change<Value>(platform: Platform, write: (tx: Tx, now: Instant) => Promise<Outcome<Value, OfferRefusal>>) {
  try {
    return await transact(platform.db, (tx) => write(tx, platform.clock.now()));
  } catch (fault) {
    if (fault instanceof Overtaken) return refuse('changed-meanwhile');
    throw fault;
  }
}

const approvalOf = (code: string) => ({ kind: 'evisa-offer', subject: `evisa_countries:${code}`, detail: { country: code } });

export const offerToday = (platform: Platform): CalendarDate => dateIn('Asia/Dubai', platform.clock.now());

/** Writes a draft of what is to be sold, or one's own draft anew. What is sold stays until another colleague has approved it. */
export async function draftOffer(
  platform: Platform,
  draft: { readonly offer: VisaCountry; readonly note: string; readonly staffId: string; readonly create: boolean },
): Promise<Outcome<string, OfferRefusal>> {
  const by = `staff:${draft.staffId}`;
  return change(platform, async (tx, now) => {
    if (draft.create && !(await insertCountry(tx, now, draft.offer))) return refuse('known');
    const waiting = draft.create ? undefined : (await listOfferEditions(tx, draft.offer.code)).find(({ status }) => status === 'draft');
    let id = waiting?.id;
    if (waiting) {
      if (!(await rewriteDraft(tx, now, { ...draft, id: waiting.id, by }))) return refuse('draft-waits');
    } else {
      const made = await insertDraft(tx, now, { offer: draft.offer, note: draft.note, by });
      if (!made) return refuse('draft-waits');
      id = made.id;
    }
    await audit(tx, now, {
      actor: by,
      action: 'evisa-offer.drafted',
      subject: `evisa_countries:${draft.offer.code}`,
      reason: draft.note,
      detail: { edition: id! },
    });
    await followApproval(tx, now, approvalOf(draft.offer.code), { waits: true, by });
    return done(id!);
  });
}

/**
 * Approves a draft of a colleague, to be sold from a day: today at once, later by the clock. `writtenAt` is when the
 * draft that was looked at was written.
 */
export async function approveOffer(
  platform: Platform,
  approval: {
    readonly code: string;
    readonly id: string;
    readonly writtenAt: string;
    readonly from: CalendarDate | null;
    readonly staffId: string;
  },
): Promise<Outcome<string, OfferRefusal>> {
  const by = `staff:${approval.staffId}`;
  const draft = (await listOfferEditions(platform.db, approval.code)).find(({ id }) => id === approval.id);
  if (!draft || draft.draftedAt.toISOString() !== approval.writtenAt) return refuse('changed-meanwhile');
  const move = moveOn(evisaEditionMachine, draft.status, 'approve', 'staff');
  if (!move.ok) return refuse(move.refused);
  if (draft.draftedBy === by) return refuse('own-draft');
  const today = offerToday(platform);
  const from = approval.from ?? today;
  if (from < today) return refuse('day-past');
  return change(platform, async (tx, now) => {
    const earlier = (await listOfferEditions(tx, approval.code)).find(({ status }) => status === 'approved');
    // One change waits at a time: what was approved before is overtaken by this one.
    if (earlier && !(await retire(tx, now, earlier))) throw new Overtaken();
    const set = { approvedBy: by, approvedAt: new Date(now), inForceFrom: from };
    if (!(await moveEdition(tx, { id: draft.id, from: 'draft', to: move.to, writtenAt: draft.draftedAt, set }))) throw new Overtaken();
    await audit(tx, now, {
      actor: by,
      action: 'evisa-offer.approved',
      subject: `evisa_countries:${approval.code}`,
      detail: { edition: draft.edition, draftedBy: draft.draftedBy, from },
    });
    await followApproval(tx, now, approvalOf(approval.code), { waits: false, by });
    if (from <= today) await putInForce(tx, now, { ...draft, status: 'approved', ...set }, by, 'staff');
    return done(draft.id);
  });
}

async function retire(tx: Tx, now: Instant, edition: EvisaEdition): Promise<boolean> {
  return moveEdition(tx, { id: edition.id, from: edition.status, to: 'retired', set: { retiredAt: new Date(now) } });
}

/** Sells an approved edition from now on; a country that was never sold is opened with it. */
async function putInForce(tx: Tx, now: Instant, edition: EvisaEdition, by: string, actor: 'staff' | 'clock'): Promise<void> {
  const move = moveOn(evisaEditionMachine, edition.status, 'publish', actor);
  const country = await findCountry(tx, edition.code);
  if (!move.ok || !country) throw new Overtaken();
  const before = (await listOfferEditions(tx, edition.code)).find(({ status }) => status === 'published');
  if (before && !(await retire(tx, now, before))) throw new Overtaken();
  if (!(await moveEdition(tx, { id: edition.id, from: 'approved', to: move.to, set: { publishedAt: new Date(now) } })))
    throw new Overtaken();
  await sellOffer(tx, now, edition.offer);
  if (country.status === 'draft') await advance(tx, now, edition.code, 'draft', ['verify', 'open'], actor);
  await audit(tx, now, {
    actor: by,
    action: 'evisa-offer.published',
    subject: `evisa_countries:${edition.code}`,
    detail: { edition: edition.edition },
  });
}

async function advance(
  tx: Tx,
  now: Instant,
  code: string,
  from: EvisaCountryStatus,
  events: readonly EvisaCountryEvent[],
  actor: 'staff' | 'clock',
) {
  let status = from;
  for (const event of events) {
    const move = moveOn(evisaCountryMachine, status, event, actor);
    if (!move.ok || !(await moveCountry(tx, now, code, status, move.to))) throw new Overtaken();
    status = move.to;
  }
}

/** Puts in force whatever was approved for today or before; how many. Run by the daily watch, as often as one likes. */
export async function publishDueOffers(platform: Platform): Promise<number> {
  let published = 0;
  for (const edition of await findDueEditions(platform.db, offerToday(platform))) {
    const outcome = await change(platform, async (tx, now) => {
      await putInForce(tx, now, edition, 'clock', 'clock');
      return done(edition.id);
    });
    if (outcome.ok) published += 1;
  }
  return published;
}

/** Takes a draft, or what was approved for later, back. */
export async function dropOffer(
  platform: Platform,
  drop: { readonly code: string; readonly id: string; readonly reason: string; readonly staffId: string },
): Promise<Outcome<string, OfferRefusal>> {
  const edition = (await listOfferEditions(platform.db, drop.code)).find(({ id }) => id === drop.id);
  if (!edition) return refuse('changed-meanwhile');
  const move = moveOn(evisaEditionMachine, edition.status, 'drop', 'staff');
  if (!move.ok) return refuse(move.refused);
  if (drop.reason.length < 3) return refuse('no-reason');
  return change(platform, async (tx, now) => {
    if (!(await retire(tx, now, edition))) return refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: `staff:${drop.staffId}`,
      action: 'evisa-offer.dropped',
      subject: `evisa_countries:${drop.code}`,
      reason: drop.reason,
      detail: { edition: edition.edition },
    });
    // What was approved for later goes without a word about the draft that may wait beside it.
    if (edition.status === 'draft') await followApproval(tx, now, approvalOf(drop.code), { waits: false, by: `staff:${drop.staffId}` });
    return done(edition.id);
  });
}

/** Begins a draft from an earlier edition, for another colleague to approve: the way back is the way forward. */
export async function rollBackOffer(
  platform: Platform,
  back: { readonly code: string; readonly id: string; readonly note: string; readonly staffId: string },
): Promise<Outcome<string, OfferRefusal>> {
  const edition = (await listOfferEditions(platform.db, back.code)).find(({ id }) => id === back.id);
  if (!edition) return refuse('changed-meanwhile');
  return draftOffer(platform, { offer: edition.offer, note: back.note, staffId: back.staffId, create: false });
}

/** Stops selling a country while its authority takes nothing, sells it again, or for good no more. What is under way goes on. */
export async function standCountry(
  platform: Platform,
  stand: { readonly code: string; readonly event: 'pause' | 'resume' | 'retire'; readonly reason: string; readonly staffId: string },
): Promise<Outcome<EvisaCountryStatus, OfferRefusal>> {
  const country = await findCountry(platform.db, stand.code);
  if (!country) return refuse('changed-meanwhile');
  const move = moveOn(evisaCountryMachine, country.status, stand.event, 'staff');
  if (!move.ok) return refuse(move.refused);
  if (stand.event !== 'resume' && stand.reason.length < 3) return refuse('no-reason');
  return change(platform, async (tx, now) => {
    if (!(await moveCountry(tx, now, stand.code, country.status, move.to))) return refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: `staff:${stand.staffId}`,
      action: `evisa-country.${stand.event}`,
      subject: `evisa_countries:${stand.code}`,
      ...(stand.reason ? { reason: stand.reason } : {}),
    });
    return done(move.to);
  });
}
