import { randomUUID } from 'node:crypto';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { dateIn, type CalendarDate, type Instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { ReturnReason } from './asset-kinds.ts';
import { assetMachine, writeOffMachine, type AssetActor, type AssetEvent, type AssetStatus } from './asset-status.ts';
import { AssetChanged, changeAsset, decideWriteOff, findOpenWriteOff, insertWriteOff, type AssetChange } from './assets-store.server.ts';
import type { Asset, EventDetail } from './assets.tables.ts';
import { bookValue } from './depreciation-rules.ts';
import { officeZone } from './office-zone.ts';

export type AssetRefusal =
  | MoveRefusal
  | 'changed-meanwhile'
  | 'not-a-colleague'
  | 'no-reason'
  | 'no-vendor'
  | 'no-certificate'
  | 'no-police-reference'
  | 'not-wiped'
  | 'bad-day'
  | 'second-person'
  | 'asked-already'
  | 'not-there'
  | 'known';

export interface AssetWork {
  readonly asset: Asset;
  /** The version that the page showed. */
  readonly version: number;
  readonly staffId: string;
  readonly requestId: string;
}

/** Does the work unless somebody changed the thing since it was read; then nothing of it stays. */
export async function orChanged<Value>(work: () => Promise<Outcome<Value, AssetRefusal>>): Promise<Outcome<Value, AssetRefusal>> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof AssetChanged) return refuse('changed-meanwhile');
    throw fault;
  }
}

/** What a keeper says of a thing besides the move itself. Texts are cut and trimmed by the form. */
export interface MoveWords {
  readonly holderId?: string;
  readonly dueBackOn?: CalendarDate | null;
  readonly reason?: string;
  /** Why it is asked back. */
  readonly why?: ReturnReason;
  readonly vendor?: string;
  readonly rma?: string;
  readonly policeReference?: string;
  readonly certificate?: string;
  readonly way?: string;
  readonly wiped?: boolean;
  readonly place?: string;
}

type Simple = Exclude<AssetEvent, 'hand-over' | 'accept' | 'refuse' | 'withdraw' | 'check-in' | 'write-off'>;

/** What a move writes beside the state, or why what was said is not enough for it. */
function wordsOf(
  asset: Asset,
  event: Simple,
  words: MoveWords,
  today: CalendarDate,
): Outcome<{ set: AssetChange['set']; detail: EventDetail }, AssetRefusal> {
  const reason = words.reason ?? '';
  const detail: Record<string, string | boolean> = reason ? { reason } : {};
  const free = { holderId: null, dueBackOn: null };
  switch (event) {
    case 'reserve':
      return done({ set: { holderId: words.holderId!, since: today }, detail });
    case 'release':
      return done({ set: free, detail });
    case 'request-return':
      if (words.dueBackOn && words.dueBackOn < today) return refuse('bad-day');
      return done({ set: { dueBackOn: words.dueBackOn ?? asset.dueBackOn ?? today }, detail: { ...detail, why: words.why ?? 'other' } });
    case 'keep':
      if (words.dueBackOn && words.dueBackOn < today) return refuse('bad-day');
      return done({ set: { dueBackOn: words.dueBackOn ?? null }, detail });
    case 'pass':
      // What one colleague left on it the next must not find.
      if (asset.keepsData && !words.wiped) return refuse('not-wiped');
      return done({
        set: { place: words.place || asset.place, seenOn: today, since: today },
        detail: { ...detail, wiped: words.wiped === true },
      });
    case 'break':
    case 'send-to-repair':
      if (!words.vendor) return refuse('no-vendor');
      return done({ set: { since: today }, detail: { ...detail, vendor: words.vendor, rma: words.rma ?? '' } });
    case 'repaired':
      return done({ set: { since: today, seenOn: today }, detail });
    case 'retire':
      if (asset.keepsData && !words.wiped) return refuse('not-wiped');
      if (!words.certificate) return refuse('no-certificate');
      return done({
        set: { since: today },
        detail: { ...detail, way: words.way ?? 'recycled', certificate: words.certificate, wiped: words.wiped === true },
      });
    case 'lose':
      if (reason.length < 3) return refuse('no-reason');
      if (!words.policeReference) return refuse('no-police-reference');
      return done({
        set: { ...free, since: today },
        detail: { ...detail, police: words.policeReference, wiped: words.wiped === true },
      });
    case 'find':
      return done({ set: { since: today, seenOn: today }, detail });
  }
}

/** Moves one thing, with what the move needs to be said. Papers, returns and write-offs have use cases of their own. */
export async function moveAsset(
  platform: Platform,
  work: AssetWork & { readonly event: Simple; readonly by: AssetActor; readonly words: MoveWords },
): Promise<Outcome<AssetStatus, AssetRefusal>> {
  const { asset, event, words } = work;
  const move = moveOn(assetMachine, asset.status, event, work.by);
  if (!move.ok) return move;
  if (event === 'reserve') {
    const colleague = words.holderId ? await findStaffAccount(platform.db, words.holderId) : null;
    if (!colleague || colleague.status === 'left') return refuse('not-a-colleague');
  }
  const now = platform.clock.now();
  const said = wordsOf(asset, event, words, dateIn(officeZone, now));
  if (!said.ok) return said;
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      await changeAsset(tx, now, {
        asset: { ...asset, version: work.version },
        event,
        to: move.to,
        actor: `staff:${work.staffId}`,
        ...said.value,
        requestId: work.requestId,
      });
      if (event === 'lose' && asset.keepsData && !words.wiped)
        await openStaffTask(tx, now, { ...wipeTask(asset.id), textKey: 'tasks:asset-wipe', detail: { tag: asset.tag } });
      if (event === 'find') {
        await closeStaffTask(tx, now, { ...wipeTask(asset.id), by: `staff:${work.staffId}` });
        await takeWriteOffBack(tx, now, asset.id, `staff:${work.staffId}`);
      }
      return done(move.to);
    }),
  );
}

const wipeTask = (assetId: string) => ({ kind: 'asset-wipe', subject: `assets:${assetId}` });
const writeOffTask = (assetId: string) => ({ kind: 'asset-write-off', subject: `asset_write_offs:${assetId}` });

async function takeWriteOffBack(tx: Tx, now: Instant, assetId: string, by: string): Promise<void> {
  const open = await findOpenWriteOff(tx, assetId);
  if (!open) return;
  await decideWriteOff(tx, open.id, { status: 'declined', decidedBy: by, decidedAt: new Date(now) });
  await closeStaffTask(tx, now, { ...writeOffTask(assetId), by });
}

/** Asks that what was lost leaves the books; a second person decides. */
export async function askWriteOff(
  platform: Platform,
  work: Omit<AssetWork, 'version'> & { readonly reason: string },
): Promise<Outcome<null, AssetRefusal>> {
  const { asset, reason } = work;
  const move = moveOn(assetMachine, asset.status, 'write-off', 'second');
  if (!move.ok) return move;
  if (reason.length < 3) return refuse('no-reason');
  const actor = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<null, AssetRefusal>> => {
    const now = platform.clock.now();
    const worth = bookValue(
      { cost: money(asset.cost, 'AED'), residual: money(asset.residual, 'AED'), lifeMonths: asset.lifeMonths, boughtOn: asset.boughtOn },
      dateIn(officeZone, now),
    );
    const asked = await insertWriteOff(tx, {
      id: randomUUID(),
      assetId: asset.id,
      status: 'asked',
      value: worth.amount,
      reason,
      askedBy: actor,
      askedAt: new Date(now),
      decidedBy: null,
      decidedAt: null,
    });
    if (!asked) return refuse('asked-already');
    await openStaffTask(tx, now, {
      ...writeOffTask(asset.id),
      textKey: 'tasks:asset-write-off',
      detail: { tag: asset.tag },
      askedBy: actor,
    });
    await audit(tx, now, {
      actor,
      action: 'asset.write-off-asked',
      subject: `assets:${asset.id}`,
      detail: { value: worth.amount },
      requestId: work.requestId,
    });
    return done(null);
  });
}

/** A second person takes a loss off the books, or says no; whoever asked may only take it back. */
export async function decideLoss(
  platform: Platform,
  work: AssetWork & { readonly event: 'approve' | 'decline' },
): Promise<Outcome<null, AssetRefusal>> {
  const { asset } = work;
  const open = await findOpenWriteOff(platform.db, asset.id);
  if (!open) return refuse('not-there');
  const actor = `staff:${work.staffId}`;
  const decision = moveOn(writeOffMachine, open.status, work.event, open.askedBy === actor ? 'keeper' : 'second');
  if (!decision.ok) return refuse(decision.refused === 'not-yours-to-do' ? 'second-person' : decision.refused);
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      if (work.event === 'approve')
        await changeAsset(tx, now, {
          asset: { ...asset, version: work.version },
          event: 'write-off',
          to: 'written_off',
          actor,
          detail: { value: open.value },
          requestId: work.requestId,
        });
      const status = work.event === 'approve' ? ('approved' as const) : ('declined' as const);
      if (!(await decideWriteOff(tx, open.id, { status, decidedBy: actor, decidedAt: new Date(now) }))) throw new AssetChanged();
      await closeStaffTask(tx, now, { ...writeOffTask(asset.id), by: actor });
      if (work.event === 'decline')
        await audit(tx, now, { actor, action: 'asset.write-off-declined', subject: `assets:${asset.id}`, requestId: work.requestId });
      return done(null);
    }),
  );
}
