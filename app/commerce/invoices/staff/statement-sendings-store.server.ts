import { and, desc, eq, gt } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { companyEmailIndex } from '../../customers/companies/companies-store.server.ts';
import { statementSendings, type StatementSending } from '../statement-sendings.tables.ts';

const whereSentTo = (id: string) => `statement_sendings|sent_to|${id}`;

/** A statement on its way, with the address in clear; null once whoever read mail there is forgotten. */
export type OpenSending = Omit<StatementSending, 'emailIndex'>;

function opened(crypto: FieldCrypto, { emailIndex: _index, ...row }: StatementSending): OpenSending {
  return { ...row, sentTo: row.sentTo && crypto.open(row.sentTo, whereSentTo(row.id)) };
}

export async function insertStatementSending(
  tx: Tx,
  crypto: FieldCrypto,
  { sentTo, ...sending }: Omit<OpenSending, 'sentTo' | 'sentAt'> & { readonly sentTo: string },
): Promise<void> {
  await tx
    .insert(statementSendings)
    .values({ ...sending, sentTo: crypto.seal(sentTo, whereSentTo(sending.id)), emailIndex: companyEmailIndex(crypto, sentTo) });
}

export async function findStatementSending(db: Db, crypto: FieldCrypto, id: string): Promise<OpenSending | null> {
  const [row] = await db.select().from(statementSendings).where(eq(statementSendings.id, id));
  return row ? opened(crypto, row) : null;
}

export async function markStatementSent(db: Db, now: Instant, id: string): Promise<void> {
  await db
    .update(statementSendings)
    .set({ sentAt: new Date(now) })
    .where(eq(statementSendings.id, id));
}

/** When somebody had one sent to a company last, after a moment; null where nobody did. */
export async function findLastAskedAt(db: Db | Tx, companyId: string, after: Instant): Promise<Date | null> {
  const [row] = await db
    .select({ askedAt: statementSendings.askedAt })
    .from(statementSendings)
    .where(and(eq(statementSendings.companyId, companyId), gt(statementSendings.askedAt, new Date(after))))
    .orderBy(desc(statementSendings.askedAt))
    .limit(1);
  return row?.askedAt ?? null;
}

/** The statements that were sent to a company, the latest first. */
export async function findStatementSendings(db: Db, crypto: FieldCrypto, companyId: string, most: number): Promise<OpenSending[]> {
  const rows = await db
    .select()
    .from(statementSendings)
    .where(eq(statementSendings.companyId, companyId))
    .orderBy(desc(statementSendings.askedAt), desc(statementSendings.id))
    .limit(most);
  return rows.map((row) => opened(crypto, row));
}
