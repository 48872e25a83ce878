import { randomUUID } from 'node:crypto';
import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import { emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { dateIn, hourMs, type CalendarDate } from '#app/values/dates.ts';
import { emailKey, looksLikeEmail } from '#app/values/email.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findTour } from '../tours-store.server.ts';
import { listDepartures } from './departures-store.server.ts';
import { tourWaitlist } from './holiday-bookings.tables.ts';

const pageOfWaiting = 500;
const perNetwork = { name: 'tour:wait', most: 10, perMs: hourMs };
const place = (id: string) => `tour_waitlist|email|${id}`;

/** Puts an address on the list of a full departure; asking twice is asking once, and nothing tells who is on it. */
export async function waitForPlaces(
  platform: Platform,
  ask: {
    readonly tourId: string;
    readonly setsOff: CalendarDate;
    readonly places: number;
    readonly email: string;
    readonly language: LanguageCode;
    readonly address: string;
  },
): Promise<Outcome<true, 'email' | 'too-often'>> {
  const email = emailKey(ask.email);
  if (!looksLikeEmail(email) || email.length > 120) return refuse('email');
  if ((await takeTry(platform.db, platform.clock, perNetwork, networkOf(ask.address))) > 0) return refuse('too-often');
  const id = randomUUID();
  await platform.db
    .insert(tourWaitlist)
    .values({
      id,
      tourId: ask.tourId,
      setsOff: ask.setsOff,
      places: Math.min(12, Math.max(1, ask.places)),
      email: platform.crypto.seal(email, place(id)),
      emailIndex: emailIndexOf(platform.crypto, email),
      language: ask.language,
      createdAt: new Date(platform.clock.now()),
    })
    .onConflictDoNothing();
  return done(true);
}

type Waiting = typeof tourWaitlist.$inferSelect;

/** A page of those who wait for a departure that has not set off yet, whoever waits longest first. */
async function findWaiting(db: Db, today: CalendarDate, after: Waiting | null): Promise<Waiting[]> {
  const since = sql`date_trunc('milliseconds', ${tourWaitlist.createdAt})`;
  return db
    .select()
    .from(tourWaitlist)
    .where(
      and(
        isNull(tourWaitlist.toldAt),
        gte(tourWaitlist.setsOff, today),
        after ? sql`(${since}, ${tourWaitlist.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id})` : undefined,
      ),
    )
    .orderBy(since, asc(tourWaitlist.id))
    .limit(pageOfWaiting);
}

/**
 * Writes to whoever waits longest as soon as their places are free; the places are not kept for them, and the mail says so.
 * Those whose departure stays full keep nobody behind them from theirs, nor does one who cannot be written to.
 */
export async function tellWaiting(platform: Platform): Promise<number> {
  const { db, clock } = platform;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const free = new Map<string, number>();
  let told = 0;
  const failed = await eachRow(
    platform,
    'waiting',
    everyRow<Waiting>((after) => findWaiting(db, today, after)),
    async (one) => {
      const key = `${one.tourId}/${one.setsOff}`;
      const language = await languageOfMail(db, one.language);
      const tour = await findTour(db, one.tourId, language);
      if (!tour) return;
      if (!free.has(key)) {
        const open = (await listDepartures(db, now, tour, today)).find(({ setsOff }) => setsOff === one.setsOff);
        free.set(key, open?.state === 'open' ? open.left : 0);
      }
      const left = free.get(key)!;
      if (left < one.places) return;
      await tell(platform, { ...one, language }, { id: tour.id, title: tour.words.title }, left);
      free.set(key, left - one.places);
      told += 1;
    },
  );
  mustAllBeTaken(failed);
  return told;
}

async function tell(platform: Platform, one: Waiting, tour: { readonly id: string; readonly title: string }, left: number): Promise<void> {
  const { db, clock, crypto, env } = platform;
  const t = await mailWords(db, one.language, 'tour-booking');
  const values = { tour: tour.title, date: formatDate(one.setsOff, one.language, 'long'), count: left };
  const [title, text, button] = [t('wait.mail.title', values), t('wait.mail.text', values), t('wait.mail.button')];
  const link = `${env.publicUrl}/booking/${tour.id}?departure=${one.setsOff}`;
  await postLetter(platform, {
    kind: 'waitlist.mail',
    messageId: `tour-wait-${one.id}`,
    to: crypto.open(one.email, place(one.id)),
    subject: title,
    letter: { language: one.language, title, paragraphs: [text], rows: [], button, link, foot: [] },
  });
  await db
    .update(tourWaitlist)
    .set({ toldAt: new Date(clock.now()) })
    .where(eq(tourWaitlist.id, one.id));
}
