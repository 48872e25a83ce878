import { eq } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { MailKind } from './mail-kinds.ts';
import { textsOff } from './texts-off.tables.ts';

/** The kinds beside whose mails no text goes for now. */
export async function findTextsOff(db: Db | Tx): Promise<ReadonlySet<string>> {
  return new Set((await db.select({ kind: textsOff.kind }).from(textsOff)).map(({ kind }) => kind));
}

/** False where it stood so already. */
export async function switchText(tx: Tx, now: Date, kind: MailKind, to: 'on' | 'off', by: string): Promise<boolean> {
  const changed =
    to === 'off'
      ? await tx.insert(textsOff).values({ kind, changedBy: by, changedAt: now }).onConflictDoNothing().returning({ kind: textsOff.kind })
      : await tx.delete(textsOff).where(eq(textsOff.kind, kind)).returning({ kind: textsOff.kind });
  return changed.length > 0;
}
