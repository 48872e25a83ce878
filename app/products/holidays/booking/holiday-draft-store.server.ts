import { randomBytes } from 'node:crypto';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { ProposedVersion } from '#app/commerce/product-counter.ts';
import type { Viewer } from '#app/platform/access.ts';
import { sameText, sha256, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import { holidayBookings, holidayDrafts, type HolidayBooking, type HolidayDraft } from './holiday-bookings.tables.ts';
import type { HolidayForm } from './holiday-form.ts';

/** A draft that nobody places is kept this long, counted from its last change. */
export const draftDays = 30;
const cookieLife = draftDays * 24 * 60 * 60;
const cookieName = (id: string) => `rihla-tour-${id}`;
const place = (id: string) => `holiday_drafts|personal|${id}`;

/** The capability of one draft: derived from the installation's secret, only its hash is kept. */
const secretOf = (platform: Pick<Platform, 'crypto'>, id: string) => platform.crypto.blindIndex(id, 'tour-draft-capability');

export function draftCookie(platform: Pick<Platform, 'env' | 'crypto'>, id: string): string {
  const secure = platform.env.publicUrl.startsWith('https://') ? '; Secure' : '';
  return `${cookieName(id)}=${secretOf(platform, id)}; Path=/; Max-Age=${cookieLife}; HttpOnly; SameSite=Lax${secure}`;
}

export const openForm = (crypto: FieldCrypto, draft: Pick<HolidayDraft, 'id' | 'personal'>): HolidayForm =>
  JSON.parse(crypto.open(draft.personal, place(draft.id))) as HolidayForm;

/** Begins a draft; its id and the cookie that leads back to it. */
export async function createDraft(
  platform: Platform,
  viewer: Viewer,
  tourId: string,
  form: HolidayForm,
  from?: ProposedVersion,
): Promise<{ readonly id: string; readonly cookie: string }> {
  const id = randomBytes(12).toString('base64url');
  const now = platform.clock.now();
  await platform.db.insert(holidayDrafts).values({
    id,
    secretHash: sha256(secretOf(platform, id)),
    userId: viewer.kind === 'customer' ? viewer.user.id : null,
    tourId,
    personal: platform.crypto.seal(JSON.stringify(form), place(id)),
    ...(from && { proposalId: from.proposalId, proposalVersion: from.number }),
    createdAt: new Date(now),
    changedAt: new Date(now),
    expiresAt: new Date(now + draftDays * dayMs),
  });
  return { id, cookie: draftCookie(platform, id) };
}

/** Keeps what was typed. */
export async function saveForm(platform: Platform, id: string, form: HolidayForm): Promise<void> {
  const now = platform.clock.now();
  await platform.db
    .update(holidayDrafts)
    .set({
      personal: platform.crypto.seal(JSON.stringify(form), place(id)),
      version: sql`${holidayDrafts.version} + 1`,
      changedAt: new Date(now),
      expiresAt: new Date(now + draftDays * dayMs),
    })
    .where(eq(holidayDrafts.id, id));
}

/** A draft of this tour that is the viewer's own, by account or by this browser's capability; else null. */
export async function findDraftFor(
  platform: Pick<Platform, 'db'>,
  viewer: Viewer,
  request: Request,
  tourId: string,
  id: string,
): Promise<HolidayDraft | null> {
  if (!/^[\w-]{16}$/.test(id)) return null;
  const [draft] = await platform.db.select().from(holidayDrafts).where(eq(holidayDrafts.id, id));
  if (!draft || draft.tourId !== tourId) return null;
  if (viewer.kind !== 'anonymous' && draft.userId === viewer.user.id) return draft;
  const secret = readCookie(request, cookieName(id));
  return secret !== null && sameText(sha256(secret), draft.secretHash) ? draft : null;
}

export async function lockDraft(tx: Tx, id: string): Promise<HolidayDraft | null> {
  const [draft] = await tx.select().from(holidayDrafts).where(eq(holidayDrafts.id, id)).for('update');
  return draft ?? null;
}

/** The order a draft became, together with what was booked. */
export async function tieDraft(tx: Tx, id: string, booked: HolidayBooking): Promise<void> {
  await tx.update(holidayDrafts).set({ orderId: booked.orderId }).where(eq(holidayDrafts.id, id));
  await tx.insert(holidayBookings).values(booked);
}

/** The draft that became an order, whoever asks. */
export async function findDraftOfOrder(db: Db, orderId: string): Promise<HolidayDraft | null> {
  const [draft] = await db.select().from(holidayDrafts).where(eq(holidayDrafts.orderId, orderId));
  return draft ?? null;
}

export async function findHolidayBooking(db: Db, orderId: string): Promise<HolidayBooking | null> {
  const [row] = await db.select().from(holidayBookings).where(eq(holidayBookings.orderId, orderId));
  return row ?? null;
}

export async function saveHolidayBooking(tx: Tx, booked: HolidayBooking): Promise<void> {
  const { orderId, ...change } = booked;
  await tx.update(holidayBookings).set(change).where(eq(holidayBookings.orderId, orderId));
}

const overBy = (now: Instant) => and(isNull(holidayDrafts.orderId), lt(holidayDrafts.expiresAt, new Date(now)));

/** Returns how many went. */
export async function dropOldDrafts(db: Db, now: Instant): Promise<number> {
  return (await db.delete(holidayDrafts).where(overBy(now)).returning({ id: holidayDrafts.id })).length;
}

export async function countOldDrafts(db: Db, now: Instant): Promise<number> {
  return db.$count(holidayDrafts, overBy(now));
}

function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}
