import { and, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { foldText } from '#app/values/fold-text.ts';
import { tickets, ticketWords, type Ticket } from './tickets.tables.ts';

/** Of one message; what is longer is found by its beginning. */
const mostOfMessage = 400;
/** More words than that tell no ticket apart from others. */
const mostSought = 8;

/** The words of a text as a search compares them; one of a single letter finds nothing. */
function wordsIn(text: string, most: number): string[] {
  return [...new Set(foldText(text).split(' '))].filter((word) => word.length > 1).slice(0, most);
}

const fingerprints = (crypto: FieldCrypto, words: readonly string[]) => words.map((word) => crypto.blindIndex(word, 'ticket-word'));

/** Makes a ticket findable by the words of these texts; those that it has it keeps. */
export async function addTicketWords(tx: Tx, crypto: FieldCrypto, ticketId: string, texts: readonly (string | null)[]): Promise<void> {
  const words = [...new Set(texts.flatMap((text) => (text ? wordsIn(text, mostOfMessage) : [])))];
  if (words.length === 0) return;
  await tx
    .insert(ticketWords)
    // In one order, whoever else adds to it.
    .values(
      fingerprints(crypto, words)
        .toSorted()
        .map((word) => ({ ticketId, word })),
    )
    .onConflictDoNothing();
}

/** Tickets in whose messages all of these words stand; null where nothing of what was typed is a word. */
export function saysAll(crypto: FieldCrypto, typed: string): SQL | null {
  const words = fingerprints(crypto, wordsIn(typed, mostSought));
  if (words.length === 0) return null;
  return sql`${tickets.id} in (
    select w.ticket_id from ticket_words w where w.word = any(${sql.param(words)}::text[])
    group by w.ticket_id having count(*) = ${words.length})`;
}

/** Tickets whose words are yet to be read. */
export async function findUnread(db: Db, most: number): Promise<Ticket[]> {
  return db.select().from(tickets).where(not(tickets.wordsKnown)).orderBy(tickets.id).limit(most);
}

export async function markWordsKnown(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(tickets)
    .set({ wordsKnown: true })
    .where(and(inArray(tickets.id, [...ids]), eq(tickets.wordsKnown, false)));
}
