import type { Platform } from '#app/platform/platform.server.ts';
import { zipOf } from '#app/platform/zip.server.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Census, Chapter } from './census.ts';
import { copyAsJson, copyAsPage, type PersonCopy } from './copy-document.server.ts';
import { findRowsOf, shownRow, type Person } from './person-rows-store.server.ts';
import { mailsAbout } from './person-mails.server.ts';

const chapters: readonly Chapter[] = ['account', 'travellers', 'favourites', 'orders', 'payments', 'words', 'letter', 'requests', 'record'];

/** Everything held on a person, opened, as of one moment. */
export async function gatherPerson(
  platform: Pick<Platform, 'db' | 'crypto' | 'clock' | 'mail'>,
  census: Census,
  person: Person,
): Promise<PersonCopy> {
  const { crypto } = platform;
  const found = await platform.db.transaction((tx) => findRowsOf(tx, crypto, census, person), { isolationLevel: 'repeatable read' });
  const mails = await mailsAbout(platform, person, found);
  return {
    of: person.emails,
    madeAt: new Date(platform.clock.now()).toISOString(),
    chapters: chapters.map((chapter) => ({
      chapter,
      tables: found
        .filter((each) => each.census.chapter === chapter)
        .map((each) => ({ table: each.table, rows: each.rows.map((row) => shownRow(crypto, each, row)) })),
    })),
    mails: mails.map(({ sentAt, to, subject, text }) => ({ sentAt, to, subject, text })),
  };
}

/** The copy as it is handed over: the data, and the same as a page to read. */
export async function exportPerson(
  platform: Pick<Platform, 'db' | 'crypto' | 'clock' | 'mail'>,
  census: Census,
  person: Person,
  reader: { readonly language: LanguageCode; readonly t: Translate },
): Promise<Buffer> {
  const copy = await gatherPerson(platform, census, person);
  return zipOf(
    [
      { name: 'index.html', content: Buffer.from(copyAsPage(copy, reader.language, reader.t)) },
      { name: 'data.json', content: Buffer.from(copyAsJson(copy)) },
    ],
    new Date(platform.clock.now()),
  );
}
