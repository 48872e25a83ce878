import { randomUUID } from 'node:crypto';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { moveOn } from '#app/values/status-table.ts';
import { chargeAloneMost } from './asset-charge-rules.ts';
import { insertCharges, insertPhotos, sealReason } from './asset-charges-store.server.ts';
import { assetChargeMail, assetPaperMail } from './asset-jobs.server.ts';
import { mostLines, policyVersion, type AssetCondition } from './asset-kinds.ts';
import { decidePaper, findPaperLines, insertPaper, paperFilePlace, sealRefusal, sealSignature } from './asset-papers-store.server.ts';
import { assetMachine, paperMachine } from './asset-status.ts';
import { AssetChanged, changeAsset, lockAssets } from './assets-store.server.ts';
import type { Asset, AssetPaper, AssetPhoto } from './assets.tables.ts';
import { chargeTask } from './charge-damage.server.ts';
import { keepPhoto, type CheckedPhoto } from './keep-photo.server.ts';
import { orChanged, type AssetRefusal } from './move-asset.server.ts';
import { officeZone } from './office-zone.ts';
import { setAssetPaper } from './set-asset-paper.server.ts';
import { isOwnName, type Signature } from './signature-rules.ts';
import { endCoveredRequests } from './work-asset-request.server.ts';

export type PaperRefusal =
  | AssetRefusal
  | 'nothing-chosen'
  | 'too-many'
  | 'kept-for-another'
  | 'several-holders'
  | 'unsigned'
  | 'not-your-name'
  | 'charge-unproven'
  | 'charge-above-cost';

interface Work {
  readonly staffId: string;
  readonly requestId: string;
}

export interface HandedLine {
  readonly assetId: string;
  readonly condition: AssetCondition;
  readonly note: string;
}

/** Raised inside a transaction whose things turned out otherwise than the page had them. */
class Refused extends Error {
  readonly refused: PaperRefusal;
  constructor(refused: PaperRefusal) {
    super(refused);
    this.refused = refused;
  }
}

async function orRefused<Value>(work: () => Promise<Outcome<Value, PaperRefusal>>): Promise<Outcome<Value, PaperRefusal>> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof Refused) return refuse(fault.refused);
    if (fault instanceof AssetChanged) return refuse('changed-meanwhile');
    throw fault;
  }
}

/** Lays things in front of a colleague on one paper, which waits for one signature. */
export async function handOver(
  platform: Platform,
  work: Work & {
    readonly userId: string;
    readonly lines: readonly HandedLine[];
    readonly dueBackOn: CalendarDate | null;
    readonly language: LanguageCode;
  },
): Promise<Outcome<{ readonly reference: string }, PaperRefusal>> {
  if (work.lines.length === 0) return refuse('nothing-chosen');
  if (work.lines.length > mostLines) return refuse('too-many');
  const colleague = await findStaffAccount(platform.db, work.userId);
  if (colleague?.status !== 'active') return refuse('not-a-colleague');
  const actor = `staff:${work.staffId}`;
  return orRefused(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      const today = dateIn(officeZone, now);
      if (work.dueBackOn && work.dueBackOn < today) throw new Refused('bad-day');
      const things = await lockAssets(
        tx,
        work.lines.map(({ assetId }) => assetId),
      );
      if (things.length !== work.lines.length) throw new Refused('not-there');
      const paper = { id: randomUUID(), reference: newReference() };
      for (const asset of things) {
        const move = moveOn(assetMachine, asset.status, 'hand-over', 'keeper');
        if (!move.ok) throw new Refused(move.refused);
        if (asset.status === 'reserved' && asset.holderId !== work.userId) throw new Refused('kept-for-another');
        await changeAsset(tx, now, {
          asset,
          event: 'hand-over',
          to: move.to,
          actor,
          set: { holderId: work.userId, since: today, dueBackOn: work.dueBackOn, seenOn: today },
          detail: { paper: paper.reference },
          requestId: work.requestId,
        });
      }
      await insertPaper(
        tx,
        { ...paper, way: 'out', userId: work.userId, policy: policyVersion, language: work.language, madeBy: actor, madeAt: new Date(now) },
        work.lines.map((line) => ({ ...line, wiped: null })),
      );
      await platform.jobs.send(tx, assetPaperMail, { paperId: paper.id });
      await audit(tx, now, {
        actor,
        action: 'asset-paper.made',
        subject: `asset_papers:${paper.id}`,
        detail: { things: things.length, user: work.userId },
        requestId: work.requestId,
      });
      return done({ reference: paper.reference });
    }),
  );
}

/** Moves everything on a paper that waits; the paper itself is decided beside it. */
async function moveLines(
  tx: Tx,
  now: Instant,
  things: readonly Asset[],
  how: { readonly event: 'accept' | 'refuse' | 'withdraw'; readonly actor: string; readonly reference: string; readonly requestId: string },
): Promise<void> {
  for (const asset of things) {
    const move = moveOn(assetMachine, asset.status, how.event, how.event === 'withdraw' ? 'keeper' : 'holder');
    if (!move.ok) throw new Refused(move.refused);
    await changeAsset(tx, now, {
      asset,
      event: how.event,
      to: move.to,
      actor: how.actor,
      set: how.event === 'accept' ? { since: dateIn(officeZone, now) } : { holderId: null, dueBackOn: null },
      detail: { paper: how.reference },
      requestId: how.requestId,
    });
  }
}

/** Reads what stands on a paper and locks it, in the order of ids. */
async function lockLines(tx: Tx, paper: Pick<AssetPaper, 'id'>): Promise<Asset[]> {
  const lines = await findPaperLines(tx, [paper.id]);
  return lockAssets(
    tx,
    lines.map(({ assetId }) => assetId),
  );
}

/** A colleague takes everything on a paper with one signature: its PDF is set, sealed and kept before the things are theirs. */
export async function signPaper(
  platform: Platform,
  work: Work & { readonly paper: AssetPaper; readonly name: string; readonly signature: Signature; readonly language: LanguageCode },
): Promise<Outcome<null, PaperRefusal>> {
  const { paper, signature } = work;
  const move = moveOn(paperMachine, paper.status, 'sign', 'holder');
  if (!move.ok) return move;
  if (!signature.name) return refuse('unsigned');
  if (!isOwnName(signature.name, work.name)) return refuse('not-your-name');
  const now = platform.clock.now();
  const file = await keepPaper(platform, { ...paper, language: work.language }, { signature, now });
  const signed = await orRefused(() =>
    transact(platform.db, async (tx) => {
      const things = await lockLines(tx, paper);
      const how = { event: 'accept' as const, actor: `staff:${work.staffId}`, reference: paper.reference, requestId: work.requestId };
      await moveLines(tx, now, things, how);
      const sealed = sealSignature(platform.crypto, paper.id, signature);
      if (!(await decidePaper(tx, paper, now, { status: move.to, signature: sealed, file, language: work.language })))
        throw new AssetChanged();
      await endCoveredRequests(tx, now, { userId: paper.userId, actor: how.actor });
      await audit(tx, now, {
        actor: how.actor,
        action: 'asset-paper.signed',
        subject: `asset_papers:${paper.id}`,
        detail: { policy: paper.policy, drawn: signature.strokes !== null },
        requestId: work.requestId,
      });
      return done(null);
    }),
  );
  if (!signed.ok) await platform.files.remove(file);
  return signed;
}

/** Sets the PDF of a paper and keeps it sealed; returns the name of the file. */
async function keepPaper(
  platform: Platform,
  paper: Pick<AssetPaper, 'id' | 'reference' | 'way' | 'userId' | 'policy' | 'language' | 'madeBy' | 'madeAt'>,
  signed: { readonly signature: Signature; readonly now: Instant },
): Promise<string> {
  const pdf = await setAssetPaper(platform, paper, await findPaperLines(platform.db, [paper.id]), signed);
  return sealFile(platform, paper.id, pdf);
}

async function sealFile(platform: Platform, paperId: string, pdf: Buffer): Promise<string> {
  const file = `asset-${randomUUID()}.bin`;
  await platform.files.put(file, Buffer.from(platform.crypto.seal(pdf.toString('base64'), paperFilePlace(paperId))));
  return file;
}

/** The signed PDF of a paper; null where none was kept. The caller has judged access. */
export async function openPaperFile(platform: Pick<Platform, 'files' | 'crypto'>, paper: AssetPaper): Promise<Buffer | null> {
  const sealed = paper.file ? await platform.files.find(paper.file) : null;
  return sealed && Buffer.from(platform.crypto.open(sealed.toString('utf8'), paperFilePlace(paper.id)), 'base64');
}

/** A colleague does not take what is on a paper and says why; everything on it goes back into stock. */
export async function refusePaper(
  platform: Platform,
  work: Work & { readonly paper: AssetPaper; readonly words: string; readonly event: 'refuse' | 'withdraw' },
): Promise<Outcome<null, PaperRefusal>> {
  const { paper, words, event } = work;
  const move = moveOn(paperMachine, paper.status, event, event === 'refuse' ? 'holder' : 'keeper');
  if (!move.ok) return move;
  if (event === 'refuse' && words.length < 3) return refuse('no-reason');
  const actor = `staff:${work.staffId}`;
  return orRefused(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      await moveLines(tx, now, await lockLines(tx, paper), { event, actor, reference: paper.reference, requestId: work.requestId });
      const refusal = words ? sealRefusal(platform.crypto, paper.id, words) : null;
      if (!(await decidePaper(tx, paper, now, { status: move.to, refusal }))) throw new AssetChanged();
      await audit(tx, now, { actor, action: `asset-paper.${move.to}`, subject: `asset_papers:${paper.id}`, requestId: work.requestId });
      return done(null);
    }),
  );
}

/** Asks for everything that somebody has, as when they leave; what already goes back is left as it is. How many were asked for. */
export async function askBackAll(
  platform: Platform,
  work: Work & { readonly userId: string; readonly dueBackOn: CalendarDate; readonly things: readonly Asset[] },
): Promise<Outcome<number, AssetRefusal>> {
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      const things = (
        await lockAssets(
          tx,
          work.things.map(({ id }) => id),
        )
      ).filter((asset) => asset.status === 'assigned' && asset.holderId === work.userId);
      for (const asset of things)
        await changeAsset(tx, now, {
          asset,
          event: 'request-return',
          to: 'return_requested',
          actor: `staff:${work.staffId}`,
          set: { dueBackOn: work.dueBackOn },
          detail: { why: 'leaver' },
          requestId: work.requestId,
        });
      return done(things.length);
    }),
  );
}

export interface ReturnedLine extends HandedLine {
  readonly wiped: boolean;
  /** Of its state. */
  readonly photo?: CheckedPhoto | null;
  /** What is charged for a damage: fils, and why. It needs a picture. */
  readonly charge?: { readonly amount: number; readonly reason: string } | null;
}

/**
 * Takes things back at the desk: the returner signs on the keeper's screen, the keeper is named beside it, and both stand on
 * one sealed PDF. Everything goes to inspection first. A damage may be charged: up to a limit at once, above it once a second
 * person agrees.
 */
export async function takeBack(
  platform: Platform,
  work: Work & {
    readonly userId: string;
    readonly lines: readonly ReturnedLine[];
    readonly signature: Signature;
    readonly language: LanguageCode;
  },
): Promise<Outcome<{ readonly reference: string }, PaperRefusal>> {
  if (work.lines.length === 0) return refuse('nothing-chosen');
  if (work.lines.length > mostLines) return refuse('too-many');
  const colleague = await findStaffAccount(platform.db, work.userId);
  if (!colleague) return refuse('not-a-colleague');
  if (!work.signature.name) return refuse('unsigned');
  if (!isOwnName(work.signature.name, colleague.name)) return refuse('not-your-name');
  if (work.lines.some(({ charge, photo, condition }) => charge && (!photo || condition !== 'damaged' || charge.amount <= 0)))
    return refuse('charge-unproven');
  const now = platform.clock.now();
  const today = dateIn(officeZone, now);
  const actor = `staff:${work.staffId}`;
  const paper = {
    id: randomUUID(),
    reference: newReference(),
    way: 'back' as const,
    userId: work.userId,
    policy: policyVersion,
    language: work.language,
    madeBy: actor,
    madeAt: new Date(now),
  };
  const photos: AssetPhoto[] = [];
  for (const { photo, assetId } of work.lines)
    if (photo) photos.push({ ...(await keepPhoto(platform, photo)), paperId: paper.id, assetId, at: new Date(now) });
  let file: string | null = null;
  const taken = await orRefused(() =>
    transact(platform.db, async (tx) => {
      const things = await lockAssets(
        tx,
        work.lines.map(({ assetId }) => assetId),
      );
      if (things.length !== work.lines.length) throw new Refused('not-there');
      if (things.some((asset) => asset.holderId !== work.userId)) throw new Refused('several-holders');
      const byId = new Map(things.map((asset) => [asset.id, asset]));
      const lines = work.lines.map((line) => ({ ...line, paperId: paper.id, asset: byId.get(line.assetId)! }));
      if (lines.some(({ charge, asset }) => charge && charge.amount > asset.cost)) throw new Refused('charge-above-cost');
      for (const { asset, condition } of lines) {
        const move = moveOn(assetMachine, asset.status, 'check-in', 'keeper');
        if (!move.ok) throw new Refused(move.refused);
        await changeAsset(tx, now, {
          asset,
          event: 'check-in',
          to: move.to,
          actor,
          set: { holderId: null, dueBackOn: null, since: today, seenOn: today },
          detail: { paper: paper.reference, condition },
          requestId: work.requestId,
        });
      }
      const pdf = await setAssetPaper({ ...platform, db: tx }, paper, lines, { signature: work.signature, now });
      file = await sealFile(platform, paper.id, pdf);
      await insertPaper(
        tx,
        { ...paper, status: 'signed', signature: sealSignature(platform.crypto, paper.id, work.signature), decidedAt: new Date(now), file },
        work.lines.map(({ assetId, condition, note, wiped }) => ({ assetId, condition, note, wiped })),
      );
      await insertPhotos(tx, photos);
      const charges = lines.flatMap(({ charge, asset }) => (charge ? [{ ...charge, id: randomUUID(), asset }] : []));
      await insertCharges(
        tx,
        charges.map(({ id, amount, reason, asset }) => ({
          id,
          paperId: paper.id,
          assetId: asset.id,
          userId: work.userId,
          status: amount > chargeAloneMost ? ('asked' as const) : ('due' as const),
          amount,
          reason: sealReason(platform.crypto, id, reason),
          askedBy: actor,
          askedAt: new Date(now),
        })),
      );
      for (const { id, amount, asset } of charges) {
        if (amount > chargeAloneMost)
          await openStaffTask(tx, now, { ...chargeTask(id), textKey: 'tasks:asset-charge', detail: { tag: asset.tag }, askedBy: actor });
        else await platform.jobs.send(tx, assetChargeMail, { chargeId: id, template: 'charge' });
        await audit(tx, now, {
          actor,
          action: 'asset-charge.asked',
          subject: `asset_charges:${id}`,
          detail: { amount, tag: asset.tag },
          requestId: work.requestId,
        });
      }
      await audit(tx, now, {
        actor,
        action: 'asset-paper.taken-back',
        subject: `asset_papers:${paper.id}`,
        detail: { things: things.length, user: work.userId },
        requestId: work.requestId,
      });
      return done({ reference: paper.reference });
    }),
  );
  if (!taken.ok) for (const name of [file, ...photos.map((photo) => photo.file)]) if (name) await platform.files.remove(name);
  return taken;
}
