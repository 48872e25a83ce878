import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { dropStatement, isFileKnown, isUntouched, keepStatement, lockLinesOf, lockStatement } from '../bank-store.server.ts';
import { mostFileBytes, readBankTable, readCamt, type StatementFault, type TableMapping } from '../read-statement.ts';

export interface Taken {
  readonly statements: number;
  readonly lines: number;
  /** Statements of the file that the house had already, from another file. */
  readonly known: number;
  /** Lines that stand in a statement of overlapping days already. */
  readonly seen: number;
}
export type TakeRefusal = 'permission' | 'no-file' | 'too-big' | 'known' | StatementFault;

/** Takes a file of a bank: all of its statements or, when one cannot be read, none. */
export async function takeStatement(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  ask: {
    readonly viewer: Viewer & { readonly kind: 'staff' };
    readonly name: string;
    readonly bytes: Uint8Array;
    /** How a table is to be read; null for a camt.053 file, which says so itself. */
    readonly mapping: TableMapping | null;
    readonly requestId: string;
  },
): Promise<Outcome<Taken, TakeRefusal> & { readonly where?: string }> {
  const { viewer, bytes, mapping } = ask;
  if (!may(viewer, 'money:work')) return refuse('permission');
  if (bytes.byteLength === 0) return refuse('no-file');
  if (bytes.byteLength > mostFileBytes) return refuse('too-big');
  const hash = sha256(Buffer.from(bytes).toString('base64'));
  if (await isFileKnown(db, hash)) return refuse('known');
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('unreadable');
  }
  const read = mapping ? readBankTable(source, mapping, hash.slice(0, 24)) : readCamt(source);
  if (!read.ok) return read;
  const now = clock.now();
  const by = `staff:${viewer.user.id}`;
  return transact(db, async (tx) => {
    let statements = 0;
    let lines = 0;
    let seen = 0;
    for (const statement of read.value) {
      const kept = await keepStatement(
        tx,
        crypto,
        now,
        { hash, name: ask.name, format: mapping ? 'csv' : 'camt', by: viewer.user.id },
        statement,
      );
      if (!kept) continue;
      seen += kept.seen;
      statements += 1;
      lines += statement.lines.length;
      await audit(tx, now, {
        actor: by,
        action: 'bank-statement.taken',
        subject: `bank_statements:${kept.id}`,
        detail: {
          lines: statement.lines.length,
          seen: kept.seen,
          currency: statement.currency,
          from: statement.firstOn,
          until: statement.lastOn,
        },
        requestId: ask.requestId,
      });
    }
    return statements === 0 ? refuse('known') : done({ statements, lines, known: read.value.length - statements, seen });
  });
}

export type WithdrawRefusal = 'permission' | 'not-found' | 'in-use';

/**
 * Takes a statement back that was read wrongly or is of another account: none of its lines is matched or waits. The file
 * may be taken again; the reason stays in the audit.
 */
export async function withdrawStatement(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: {
    readonly viewer: Viewer & { readonly kind: 'staff' };
    readonly statementId: string;
    readonly reason: string;
    readonly requestId: string;
  },
): Promise<Outcome<{ readonly lines: number }, WithdrawRefusal>> {
  const { viewer, statementId, reason } = ask;
  if (!may(viewer, 'money:work')) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<{ readonly lines: number }, WithdrawRefusal>> => {
    const now = clock.now();
    const statement = await lockStatement(tx, statementId);
    if (!statement) return refuse('not-found');
    const { length: lines } = await lockLinesOf(tx, statementId);
    if (!(await isUntouched(tx, statementId))) return refuse('in-use');
    await dropStatement(tx, statementId, now);
    const { reference, fileName: file, fileHash, firstOn: from, lastOn: until, currency } = statement;
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'bank-statement.withdrawn',
      subject: `bank_statements:${statementId}`,
      reason,
      detail: { lines, reference, file, fileHash, currency, from, until },
      requestId: ask.requestId,
    });
    return done({ lines });
  });
}
