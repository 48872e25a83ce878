import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, gt, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newSecret, sha256 } from '#app/platform/crypto.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { draftCookieName, emptyBooking, type DraftChange, type FlightBooking, type FlightDraft } from './booking-draft.ts';
import { flightDrafts } from './booking-draft.tables.ts';
import type { AgreedPrice } from './price-rise-rules.ts';
import type { DraftDeclaration } from '../seats/exit-declaration-rules.ts';

/** A draft is kept this long after its last change. */
export const flightDraftDays = 7;
const lifeMs = flightDraftDays * dayMs;

type DraftPlatform = Pick<Platform, 'db' | 'clock' | 'crypto' | 'env'>;
type Row = typeof flightDrafts.$inferSelect;

/**
 * The draft of the cookie that came with a request, otherwise the latest of the viewer's account, from whichever device; null
 * without one, or when it has expired. A draft of an account is opened by nobody else: not in the browser that it was begun
 * in, once its owner has signed out.
 */
export async function findDraft(platform: DraftPlatform, request: Request, viewer: Viewer): Promise<FlightDraft | null> {
  const alive = gt(flightDrafts.expiresAt, moment(platform.clock.now()));
  const latest = async (which: SQL | undefined) => {
    const [row] = await platform.db.select().from(flightDrafts).where(and(which, alive)).orderBy(desc(flightDrafts.updatedAt)).limit(1);
    return row ? fromRow(platform, row) : null;
  };
  const mine = ownerOf(viewer) === null ? undefined : eq(flightDrafts.userId, ownerOf(viewer)!);
  const secret = draftSecret(request);
  const here = secret ? await latest(and(eq(flightDrafts.secretHash, sha256(secret)), or(isNull(flightDrafts.userId), mine))) : null;
  return here ?? (mine ? latest(mine) : null);
}

/** Whose a draft is that a viewer begins; null: this browser's. */
export const ownerOf = (viewer: Viewer): string | null => (viewer.kind === 'customer' ? viewer.user.id : null);

/** Gives an account the draft that its browser began before it signed in. */
export async function joinDraft(platform: DraftPlatform, request: Request, userId: string): Promise<void> {
  const secret = draftSecret(request);
  if (!secret) return;
  await transact(platform.db, async (tx) => {
    const joined = await tx
      .update(flightDrafts)
      .set({ userId })
      .where(and(eq(flightDrafts.secretHash, sha256(secret)), isNull(flightDrafts.userId)))
      .returning({ id: flightDrafts.id });
    for (const { id } of joined)
      await audit(tx, platform.clock.now(), { actor: `user:${userId}`, action: 'draft.joined', subject: `flight_drafts:${id}` });
  });
}

/** Starts a draft and returns the Set-Cookie line that leads back to it. */
export async function createDraft(
  platform: DraftPlatform,
  draft: Pick<FlightDraft, 'booking' | 'checkedBags'>,
  userId: string | null = null,
): Promise<{ draft: FlightDraft; cookie: string }> {
  const now = platform.clock.now();
  const id = randomBytes(12).toString('base64url');
  const secret = newSecret();
  await platform.db.insert(flightDrafts).values({
    id,
    secretHash: sha256(secret),
    userId,
    version: 1,
    ...columnsOf(platform, id, draft),
    createdAt: moment(now),
    updatedAt: moment(now),
    expiresAt: moment(now + lifeMs),
  });
  return { draft: { id, version: 1, ...draft }, cookie: draftCookie(platform, secret, lifeMs / 1000) };
}

/**
 * Applies a pure change to a draft. Two that change one at once come after each other: each sees what the one before
 * left, nobody's change is lost and nobody is turned away. Null when the draft is gone.
 */
export async function changeDraft(
  platform: DraftPlatform,
  id: string,
  change: (draft: FlightDraft) => DraftChange,
): Promise<FlightDraft | null> {
  return transact(platform.db, async (tx) => {
    const asked = tx.select().from(flightDrafts).where(eq(flightDrafts.id, id));
    const [row] = await (guardIsOff('draft-lock') ? asked : asked.for('update'));
    if (!row) return null;
    const before = fromRow(platform, row);
    const changed = change(before);
    const { booking, checkedBags } = changed;
    const { typed: typedBefore, ...kept } = before;
    const typed = changed.typed === undefined ? typedBefore : (changed.typed ?? undefined);
    // Nothing new is no new version: a second press of a button must find the draft as the first one did.
    if (
      isDeepStrictEqual({ booking, checkedBags, typed }, { booking: before.booking, checkedBags: before.checkedBags, typed: typedBefore })
    )
      return before;
    const now = platform.clock.now();
    const version = before.version + 1;
    const columns = columnsOf(platform, id, { booking, checkedBags, ...(typed && { typed }) });
    await tx
      .update(flightDrafts)
      .set({ ...columns, version, updatedAt: moment(now), expiresAt: moment(now + lifeMs) })
      .where(eq(flightDrafts.id, id));
    return { ...kept, version, booking, checkedBags, ...(typed && { typed }) };
  });
}

/** Keeps that a traveller declared to be fit for a seat in an exit row; the latest of a place counts. */
export async function keepDeclaration(platform: DraftPlatform, id: string, key: string, declaration: DraftDeclaration): Promise<void> {
  await platform.db
    .update(flightDrafts)
    .set({ exitDeclarations: sql`${flightDrafts.exitDeclarations} || ${JSON.stringify({ [key]: declaration })}::jsonb` })
    .where(eq(flightDrafts.id, id));
}

/**
 * Keeps what the flights of a draft cost where their traveller knows it; null where they were chosen anew, and the next step
 * shows it. No new version: nothing was chosen.
 */
export async function keepAgreedPrice(platform: DraftPlatform, id: string, agreed: AgreedPrice | null): Promise<void> {
  await platform.db.update(flightDrafts).set({ agreed }).where(eq(flightDrafts.id, id));
}

/** Removes a draft: after its order was placed and paid, or on the visitor's wish. Returns the cookie's removal. */
export async function removeDraft(platform: DraftPlatform, id: string): Promise<string> {
  await platform.db.delete(flightDrafts).where(eq(flightDrafts.id, id));
  return draftCookie(platform, '', 0);
}

const overBy = (now: number) => lt(flightDrafts.expiresAt, moment(now));

/** Drafts that nobody came back to; returns how many went. */
export async function dropOldDrafts(db: Db, now: Instant): Promise<number> {
  return (await db.delete(flightDrafts).where(overBy(now)).returning({ id: flightDrafts.id })).length;
}

export async function countOldDrafts(db: Db, now: Instant): Promise<number> {
  return db.$count(flightDrafts, overBy(now));
}

function columnsOf(
  platform: DraftPlatform,
  id: string,
  { booking, checkedBags, typed }: Pick<FlightDraft, 'booking' | 'checkedBags' | 'typed'>,
) {
  const { passengerDetails, contactInfo, ...rest } = booking;
  return {
    booking: rest,
    checkedBags: { ...checkedBags },
    personal: platform.crypto.seal(JSON.stringify({ passengerDetails, contactInfo, typed }), whereOf(id)),
  };
}

function fromRow(platform: DraftPlatform, row: Row): FlightDraft {
  const { typed, ...personal } = JSON.parse(platform.crypto.open(row.personal, whereOf(row.id))) as Pick<
    FlightBooking,
    'passengerDetails' | 'contactInfo'
  > &
    Pick<FlightDraft, 'typed'>;
  return {
    id: row.id,
    version: row.version,
    booking: { ...emptyBooking, ...row.booking, ...personal },
    checkedBags: row.checkedBags,
    exitDeclarations: row.exitDeclarations,
    ...(row.agreed && { agreed: row.agreed }),
    ...(typed && { typed }),
  };
}

const whereOf = (id: string) => `flight_drafts|personal|${id}`;
const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

function draftSecret(request: Request): string | null {
  const match = new RegExp(`(?:^|;\\s*)${draftCookieName}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(request.headers.get('cookie') ?? '');
  return match?.[1] ?? null;
}

function draftCookie(platform: DraftPlatform, secret: string, seconds: number): string {
  const secure = platform.env.publicUrl.startsWith('https://') ? '; Secure' : '';
  return `${draftCookieName}=${secret}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
