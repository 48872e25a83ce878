import { transact } from '#app/platform/database.server.ts';
import { networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { newsletterMail } from './mail-newsletter.server.ts';
import type { Taste } from './reader-taste.ts';
import { changeReader, findReaderByIndex, insertReader, readerIndexOf } from './newsletter-store.server.ts';

const limits = {
  network: { name: 'newsletter:network', most: 20, perMs: hourMs },
  /** Mails to an address that nobody has proved to be theirs. */
  email: { name: 'newsletter:email', most: 3, perMs: dayMs },
} as const satisfies Record<string, Limit>;

/**
 * Somebody gives an address. The answer is the same whether it is new, waiting, reading or left; only its mailbox
 * learns which, and hears from us at most three times a day. Refuses a network that asks too often.
 */
export async function askForLetter(
  platform: Platform,
  asked: Taste & { readonly email: string; readonly address: string },
): Promise<Outcome<null, 'too-many'>> {
  const { db, clock, crypto, jobs } = platform;
  if ((await takeTry(db, clock, limits.network, networkOf(asked.address))) > 0) return refuse('too-many');
  const emailIndex = readerIndexOf(crypto, asked.email);
  if ((await takeTry(db, clock, limits.email, emailIndex)) > 0) return done(null);
  const now = clock.now();
  const askedAt = new Date(now);
  await transact(db, async (tx) => {
    const known = await findReaderByIndex(tx, emailIndex);
    const reader =
      known === null
        ? await insertReader(tx, crypto, now, { ...asked, emailIndex })
        : known.status === 'reading'
          ? known
          : await changeReader(tx, now, known, 'asked', {
              status: 'pending',
              language: asked.language,
              interests: asked.interests,
              askedAt,
            });
    if (reader) await jobs.send(tx, newsletterMail, { readerId: reader.id, asked: now });
  });
  return done(null);
}
