import { and, eq } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { textsFor, textsWith } from '#app/ui/catalogues.server.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { mailWordings } from './mail-wordings.tables.ts';

/** A catalogue with what staff have written over it is put together once, until they write anew. */
const made = new Map<string, Translate>();
const mostMade = 60;

/**
 * The words of mails: the house's texts, and over them what is live at this moment. Asked of the database for each mail,
 * so that an approved wording goes out from every process at once.
 */
export async function mailWords(db: Db, language: LanguageCode, catalogue: string): Promise<Translate> {
  const live = await db
    .select({ id: mailWordings.id, words: mailWordings.words })
    .from(mailWordings)
    .where(and(eq(mailWordings.catalogue, catalogue), eq(mailWordings.status, 'live')));
  const touched = live.filter(({ words }) => Object.keys(words[language] ?? {}).length > 0);
  if (touched.length === 0) return textsFor(language).of(catalogue);
  const key = `${language} ${catalogue} ${touched
    .map(({ id }) => id)
    .sort()
    .join(' ')}`;
  let t = made.get(key);
  if (!t) {
    if (made.size >= mostMade) made.clear();
    made.set(key, (t = textsWith(language, catalogue, Object.assign({}, ...touched.map(({ words }) => words[language])))));
  }
  return t;
}
