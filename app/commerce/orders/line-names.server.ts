import type { Db } from '#app/platform/database.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { PriceLine } from '../pricing/quote.ts';

/** The languages of an invoice. */
type InvoiceLanguage = 'en' | 'ar';

/** Which thing a line of a price is of, and when; null where its kind says enough. */
export type NameLine = (line: Pick<PriceLine, 'kind' | 'code' | 'facts'>, language: InvoiceLanguage) => string | null;

/** What a product says of the lines of a sold order, as it stands in the caller's transaction. */
export type NameLines = (db: Db, orderId: string) => Promise<NameLine>;

/** A day in full, or the first and the last of several. */
export function wordsOfDays(from: CalendarDate, until: CalendarDate, language: InvoiceLanguage): string {
  const long = (day: CalendarDate) => formatDate(day, language, 'short');
  return from === until ? long(from) : textsFor(language).of('price')('days', { from: long(from), until: long(until) });
}

/** Titles of one thing in both languages of an invoice. */
export async function titlesOf(
  read: (db: Db, ids: readonly string[], language: InvoiceLanguage) => Promise<ReadonlyMap<string, string>>,
  db: Db,
  id: string,
): Promise<Readonly<Record<InvoiceLanguage, string>>> {
  const [en, ar] = [await read(db, [id], 'en'), await read(db, [id], 'ar')];
  return { en: en.get(id) ?? id, ar: ar.get(id) ?? en.get(id) ?? id };
}
