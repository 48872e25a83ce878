import { randomUUID } from 'node:crypto';
import { asc, eq, isNull } from 'drizzle-orm';
import { emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { dateIn, hourMs, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findTour } from '../tours-store.server.ts';
import { listDepartures } from './departures-store.server.ts';
import { tourWaitlist } from './holiday-bookings.tables.ts';

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
  const email = ask.email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email) || email.length > 120) return refuse('email');
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

/** Writes to whoever waits longest as soon as their places are free; the places are not kept for them, and the mail says so. */
export async function tellWaiting(platform: Platform): Promise<number> {
  const { db, clock, crypto, env } = platform;
  const now = clock.now();
  const waiting = await db.select().from(tourWaitlist).where(isNull(tourWaitlist.toldAt)).orderBy(asc(tourWaitlist.createdAt)).limit(500);
  const free = new Map<string, number>();
  let told = 0;
  for (const one of waiting) {
    const key = `${one.tourId}/${one.setsOff}`;
    const tour = await findTour(db, one.tourId, one.language);
    if (!tour) continue;
    if (!free.has(key)) {
      const open = (await listDepartures(db, now, tour, dateIn('Asia/Dubai', now))).find(({ setsOff }) => setsOff === one.setsOff);
      free.set(key, open?.state === 'open' ? open.left : 0);
    }
    const left = free.get(key)!;
    if (left < one.places) continue;
    free.set(key, left - one.places);
    const t = await mailWords(db, one.language, 'tour-booking');
    const values = { tour: tour.words.title, date: formatDate(one.setsOff, one.language, 'long'), count: left };
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
      .set({ toldAt: new Date(now) })
      .where(eq(tourWaitlist.id, one.id));
    told += 1;
  }
  return told;
}
