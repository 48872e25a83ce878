import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { lockCase } from '../answer-evisa.server.ts';
import { findDocuments, insertDocument, shareDocument } from '../evisa-documents-store.server.ts';
import { withAuthorityStates } from '../evisa-status.ts';
import { storePaper } from '../keep-evisa.server.ts';

export type ReceiptRefusal = 'not-possible' | 'changed-meanwhile' | 'paper-refused';

export interface ReceiptAsk {
  readonly applicationId: string;
  /** As the page showed it. */
  readonly version: number;
  readonly staffId: string;
  readonly requestId: string;
  /** Whether the traveller sees it. */
  readonly share: boolean;
}

/** Keeps what the authority gave for a filing, in the place of a receipt before it, while it has the application. */
export async function addReceipt(
  platform: Platform,
  ask: ReceiptAsk & { readonly paper: Uint8Array },
): Promise<Outcome<null, ReceiptRefusal>> {
  const stored = await storePaper(platform, ask.paper, 'receipt');
  if (!stored.ok) return refuse('paper-refused');
  const kept = await transact(platform.db, async (tx): Promise<Outcome<null, ReceiptRefusal>> => {
    const found = await lockCase(tx, ask.applicationId);
    if (!found || !withAuthorityStates.includes(found.application.status)) return refuse('not-possible');
    if (found.application.version !== ask.version) return refuse('changed-meanwhile');
    const now = platform.clock.now();
    const at = new Date(now);
    const who = `staff:${ask.staffId}`;
    const paper = { ...stored.value.row, applicationId: ask.applicationId, kind: 'receipt', sentBy: who, at } as const;
    await insertDocument(tx, { ...paper, sharedAt: ask.share ? at : null });
    await audit(tx, now, {
      actor: who,
      action: 'evisa.receipt-added',
      subject: `evisa_applications:${ask.applicationId}`,
      detail: { shared: ask.share },
      requestId: ask.requestId,
    });
    return done(null);
  });
  if (!kept.ok) await platform.files.remove(stored.value.row.stored);
  return kept;
}

/** Shows the receipt of a case to its traveller, or takes it back; whatever became of the case since. */
export async function shareReceipt(platform: Platform, ask: ReceiptAsk): Promise<Outcome<null, ReceiptRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<null, ReceiptRefusal>> => {
    const found = await lockCase(tx, ask.applicationId);
    const receipt = found && (await findDocuments(tx, [ask.applicationId])).find(({ kind }) => kind === 'receipt');
    if (!receipt) return refuse('not-possible');
    if (found.application.version !== ask.version) return refuse('changed-meanwhile');
    if ((receipt.sharedAt !== null) === ask.share) return done(null);
    const now = platform.clock.now();
    await shareDocument(tx, receipt.id, ask.share ? new Date(now) : null);
    await audit(tx, now, {
      actor: `staff:${ask.staffId}`,
      action: ask.share ? 'evisa.receipt-shared' : 'evisa.receipt-hidden',
      subject: `evisa_applications:${ask.applicationId}`,
      detail: {},
      requestId: ask.requestId,
    });
    return done(null);
  });
}
