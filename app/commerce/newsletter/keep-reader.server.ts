import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs, instant, type Instant } from '#app/values/dates.ts';
import { moveOn } from '#app/values/status-table.ts';
import type { Taste } from './reader-taste.ts';
import { changeReader, findReader, findReaderByIndex, insertReader, readerIndexOf } from './newsletter-store.server.ts';
import { readerMachine } from './newsletter-status.ts';
import type { Reader } from './newsletter.tables.ts';
import { idInToken, isReaderToken } from './reader-link.server.ts';

const confirmWithinMs = 7 * dayMs;

/** Whose confirmation link this is; null for a forged, an old or an outdated one. */
export async function findAsker(platform: Platform, token: string): Promise<Reader | null> {
  const reader = await readerIn(platform, token);
  if (!reader || !isReaderToken(platform.secret, token, reader.id, { purpose: 'confirm', askedAt: reader.askedAt })) return null;
  if (addMilliseconds(instant(reader.askedAt.getTime()), confirmWithinMs) < platform.clock.now()) return null;
  return reader.status === 'left' ? null : reader;
}

/** Whose link to preferences and the way out this is; it never ends. */
export async function findReaderFor(platform: Platform, token: string): Promise<Reader | null> {
  const reader = await readerIn(platform, token);
  return reader && isReaderToken(platform.secret, token, reader.id, { purpose: 'keep' }) ? reader : null;
}

async function readerIn(platform: Platform, token: string): Promise<Reader | null> {
  const id = idInToken(token);
  return id === null ? null : findReader(platform.db, id);
}

/** Puts a reader on the list; a second press changes nothing. */
export async function confirmReader(platform: Platform, reader: Reader): Promise<void> {
  await move(platform, reader, 'confirm', 'confirmed');
}

/**
 * Puts on the list whoever asked for the letter and has proved the address already, as by confirming an account: what
 * was asked and what was confirmed stand in the record. Whoever reads it already stays as they are.
 */
export async function keepProvedReader(
  tx: Tx,
  { crypto }: Pick<Platform, 'crypto'>,
  now: Instant,
  asked: Taste & { readonly email: string },
): Promise<void> {
  const emailIndex = readerIndexOf(crypto, asked.email);
  const known = (await insertReader(tx, crypto, now, { ...asked, emailIndex })) ?? (await findReaderByIndex(tx, emailIndex));
  if (!known || known.status === 'reading') return;
  const waiting =
    known.status === 'left'
      ? await changeReader(tx, now, known, 'asked', { status: 'pending', language: asked.language, askedAt: new Date(now) })
      : known;
  if (waiting) await changeReader(tx, now, waiting, 'confirmed', { status: 'reading' });
}

/** Takes a reader off the list; a second press changes nothing. */
export async function leaveList(platform: Platform, reader: Reader): Promise<void> {
  await move(platform, reader, 'leave', 'left');
}

async function move(platform: Platform, reader: Reader, event: 'confirm' | 'leave', told: 'confirmed' | 'left'): Promise<void> {
  await transact(platform.db, async (tx) => {
    // Read once more: the one that was looked at may have been changed meanwhile, and leaving must not be lost.
    const current = (await findReader(tx, reader.id)) ?? reader;
    const to = moveOn(readerMachine, current.status, event, 'reader');
    if (to.ok) await changeReader(tx, platform.clock.now(), current, told, { status: to.to });
  });
}

export async function changeTaste(platform: Platform, reader: Reader, taste: Taste): Promise<void> {
  await transact(platform.db, async (tx) => {
    await changeReader(tx, platform.clock.now(), reader, 'changed', taste);
  });
}
