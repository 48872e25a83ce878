import { randomUUID } from 'node:crypto';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { permissionsOf } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { addDocument } from '../evisa/evisa-documents-store.server.ts';
import { storePaper } from '../evisa/keep-evisa.server.ts';
import { endHandover, findOpenHandover, insertCustody, insertHandover } from './assisted-store.server.ts';
import type { AssistedCase } from './assisted.tables.ts';
import { holderOf, partiesOf, refusalOf, type CustodyRefusal, type PassportCondition, type PassportPlace } from './custody-rules.ts';
import { lockCase } from './lock-case.server.ts';

export interface PassportStep {
  readonly to: PassportPlace;
  /** `staff:ID` or an outsider; for staff, only who is signed in may say so of themselves. */
  readonly givenBy: string;
  readonly receivedBy: string;
  readonly spot: string;
  readonly condition: PassportCondition;
  readonly seal: string | null;
  /** A receipt's number, the document that was shown, a waybill; sealed. */
  readonly proof: string;
  /** Of the paper that shows it as it changed hands. */
  readonly photo?: string | null;
}

/** Writes one move into the ledger; the case must be locked. The rule has the last word. */
export async function recordMove(
  tx: Tx,
  platform: Pick<Platform, 'crypto' | 'clock'>,
  one: Pick<AssistedCase, 'id' | 'passport'>,
  step: PassportStep,
  by: { readonly who: string; readonly requestId: string },
): Promise<Outcome<PassportPlace, CustodyRefusal>> {
  const refused = refusalOf({ from: one.passport, ...step });
  if (refused) return refuse(refused);
  await insertCustody(tx, platform.crypto, platform.clock.now(), {
    caseId: one.id,
    fromPlace: one.passport,
    toPlace: step.to,
    givenBy: step.givenBy,
    receivedBy: step.receivedBy,
    recordedBy: by.who,
    spot: step.spot,
    condition: step.condition,
    seal: step.seal,
    proof: step.proof,
    photo: step.photo ?? null,
    requestId: by.requestId,
  });
  return done(step.to);
}

export type MoveAsk = {
  readonly caseId: string;
  readonly staffId: string;
  readonly requestId: string;
  readonly to: PassportPlace;
  readonly spot: string;
  readonly condition: PassportCondition;
  readonly seal: string | null;
  readonly proof: string;
  /** A picture of it as it changes hands; null without one. */
  readonly photo: Uint8Array | null;
  /** The colleague who takes it; only between colleagues. */
  readonly colleague: string | null;
};

export type MovePassportRefusal =
  | CustodyRefusal
  | 'not-possible'
  | 'paper-refused'
  | 'proof-missing'
  | 'colleague-missing'
  | 'handover-open'
  | 'not-yours';

/**
 * Moves a passport. Between somebody outside and the colleague who is signed in it is recorded at once, with the proof of
 * the other side; between two colleagues it waits until the second says, signed in as themselves, that they have it.
 */
export async function movePassport(platform: Platform, ask: MoveAsk): Promise<Outcome<'recorded' | 'offered', MovePassportRefusal>> {
  const stored = ask.photo && (await storePaper(platform, ask.photo, 'passport-photo'));
  if (stored && !stored.ok) return refuse('paper-refused');
  const moved = await transact(platform.db, async (tx): Promise<Outcome<'recorded' | 'offered', MovePassportRefusal>> => {
    const now = platform.clock.now();
    const one = (await lockCase(tx, ask.caseId))?.one;
    if (!one || one.package === 'check') return refuse('not-possible');
    if (await findOpenHandover(tx, one.id)) return refuse('handover-open');
    const me = `staff:${ask.staffId}`;
    const [giver, taker] = [holderOf(one.passport), holderOf(ask.to)];
    const photo = stored?.value.id ?? null;
    const base = { to: ask.to, spot: ask.spot, condition: ask.condition, seal: ask.seal, proof: ask.proof, photo };
    const keep = async () => {
      if (stored)
        await addDocument(tx, { ...stored.value.row, applicationId: one.id, kind: 'passport-photo', sentBy: me, at: new Date(now) });
    };
    if (giver === 'staff' && taker === 'staff') {
      if (!ask.colleague || ask.colleague === ask.staffId) return refuse('colleague-missing');
      const colleague = await findStaffMember(tx, ask.colleague);
      if (!colleague || !permissionsOf(colleague.roles).has('visas:decide')) return refuse('colleague-missing');
      const refused = refusalOf({ from: one.passport, givenBy: me, receivedBy: `staff:${ask.colleague}`, ...base });
      if (refused) return refuse(refused);
      await insertHandover(tx, {
        id: randomUUID(),
        caseId: one.id,
        toPlace: ask.to,
        givenBy: ask.staffId,
        askedOf: ask.colleague,
        spot: ask.spot,
        condition: ask.condition,
        seal: ask.seal,
        photo,
        offeredAt: new Date(now),
      });
      await keep();
      return done('offered');
    }
    if (ask.proof.length < 3) return refuse('proof-missing');
    const parties = partiesOf(one.passport, ask.to, me);
    const moved = await recordMove(tx, platform, one, { ...base, ...parties }, { who: me, requestId: ask.requestId });
    if (!moved.ok) return moved;
    await keep();
    return done('recorded');
  });
  if (stored && !moved.ok) await platform.files.remove(stored.value.row.stored);
  return moved;
}

/** The second colleague answers a hand-over: only with "I have it" does it stand in the ledger. */
export async function answerHandover(
  platform: Platform,
  ask: {
    readonly caseId: string;
    readonly staffId: string;
    readonly requestId: string;
    readonly answer: 'taken' | 'declined' | 'taken-back';
  },
): Promise<Outcome<null, MovePassportRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, MovePassportRefusal>> => {
    const one = (await lockCase(tx, ask.caseId))?.one;
    const open = one && (await findOpenHandover(tx, one.id));
    if (!one || !open) return refuse('not-possible');
    if (ask.staffId !== (ask.answer === 'taken-back' ? open.givenBy : open.askedOf)) return refuse('not-yours');
    await endHandover(tx, platform.clock.now(), open.id, ask.answer);
    if (ask.answer !== 'taken') return done(null);
    const moved = await recordMove(
      tx,
      platform,
      one,
      {
        to: open.toPlace,
        givenBy: `staff:${open.givenBy}`,
        receivedBy: `staff:${open.askedOf}`,
        spot: open.spot,
        condition: open.condition,
        seal: open.seal,
        photo: open.photo,
        proof: '',
      },
      { who: `staff:${ask.staffId}`, requestId: ask.requestId },
    );
    return moved.ok ? done(null) : moved;
  });
}
