import type { RecordKind } from '#app/commerce/record-notes/record-kinds.ts';
import { blankNotesOf, deleteFilesOf } from '#app/commerce/record-notes/record-notes-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { blankQuote, findOldQuotes, type OldQuote } from './flight-quotes-store.server.ts';

const records: readonly RecordKind[] = ['flight-quote'];

/** Forgets the callers of quotes that never became an order, or one that ended unpaid, with what colleagues noted and kept beside them. */
export async function forgetQuotes(platform: Platform): Promise<void> {
  const { db, crypto, clock } = platform;
  const now = clock.now();
  let gone = 0;
  const old = everyRow<OldQuote>((after) => findOldQuotes(db, now, after));
  const forget = async ({ id }: OldQuote) => {
    const stored = await transact(db, async (tx) => {
      if (!(await blankQuote(tx, crypto, now, id))) return null;
      await blankNotesOf(tx, crypto, records, id);
      const files = await deleteFilesOf(tx, records, id);
      await audit(tx, now, { actor: 'system', action: 'flight-quote.forgotten', subject: `flight_quotes:${id}` });
      return files;
    });
    if (stored === null) return;
    gone += 1;
    for (const name of stored) await platform.files.remove(name);
  };
  await eachRow(platform, 'flight quote', old, forget, stepMs);
  await noteRetention(db, now, 'flight-quotes', gone);
}
