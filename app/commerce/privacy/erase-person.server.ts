import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { Census } from './census.ts';
import type { Hindrance } from './erasure-rules.ts';
import { mailsAbout } from './person-mails.server.ts';
import { eraseRows, findRowsOf, type Person } from './person-rows-store.server.ts';
import { weighErasure } from './weigh-erasure.server.ts';

export interface Erased {
  readonly deleted: number;
  readonly blanked: number;
  readonly mails: number;
  readonly files: number;
}

/** Where rows name a stored file of theirs: copies of data, papers of an application or of a call, what is kept beside a record. */
const fileColumns: Readonly<Record<string, string>> = {
  privacy_requests: 'file',
  consultation_papers: 'stored',
  partner_documents: 'stored',
  job_applications: 'cv_stored',
  record_files: 'stored',
};

/**
 * Forgets a person: what is theirs alone is deleted, the house's record stays without them, and what tax law asks for is
 * left as it is. Refused while something is open. Doing it twice is doing it once. `also` runs in the same transaction.
 */
export async function erasePerson(
  platform: Platform,
  census: Census,
  person: Person,
  by: { readonly actor: string; also?(tx: Tx): Promise<void> },
): Promise<Outcome<Erased, 'hindered'> & { readonly hindrances?: readonly Hindrance[] }> {
  const { db, crypto, clock, files, mail } = platform;
  const { hindrances } = await weighErasure(platform, person);
  if (hindrances.length > 0) return { ...refuse('hindered'), hindrances };
  // First what lies outside the database: should the rest fail, the next try still knows whose it is.
  const before = await findRowsOf(db, crypto, census, person);
  const mails = await mailsAbout(platform, person, before);
  for (const each of mails) await mail.folder?.remove(each.id);
  const copies = before
    .filter(({ table }) => table in fileColumns)
    .flatMap(({ table, rows }) => rows.map((row) => row[fileColumns[table]!]))
    .filter((name) => typeof name === 'string');
  for (const name of copies) await files.remove(name);
  const counts = await transact(db, async (tx) => {
    await by.also?.(tx);
    const erased = await eraseRows(tx, crypto, await findRowsOf(tx, crypto, census, person, 'lock'));
    await audit(tx, clock.now(), {
      actor: by.actor,
      action: 'person.erased',
      subject: person.userId ? `users:${person.userId}` : 'guest',
      detail: { ...erased },
    });
    return erased;
  });
  return done({ ...counts, mails: mails.length, files: copies.length });
}
