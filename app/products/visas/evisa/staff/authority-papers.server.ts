import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { lockCase, type LockedCase } from '../answer-evisa.server.ts';
import { findDocuments, insertDocument, shareDocument } from '../evisa-documents-store.server.ts';
import { evisaMail } from '../evisa-jobs.server.ts';
import { withAuthorityStates } from '../evisa-status.ts';
import type { EvisaApplication } from '../evisa.tables.ts';
import { storePaper } from '../keep-evisa.server.ts';

export type ReceiptRefusal = 'not-possible' | 'changed-meanwhile' | 'paper-refused';

interface Follow {
  readonly action: string;
  readonly sharedAt: Date | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

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
  return addPaper(
    platform,
    ask,
    'receipt',
    ({ status }) => withAuthorityStates.includes(status),
    (_tx, _found, at) => ({
      action: 'evisa.receipt-added',
      sharedAt: ask.share ? at : null,
      detail: { shared: ask.share },
    }),
  );
}

/** A paper of the authority on a case that stands as it must; `follows` does what goes with it and says what the audit notes. */
async function addPaper(
  platform: Platform,
  ask: Omit<ReceiptAsk, 'share'> & { readonly paper: Uint8Array },
  kind: 'receipt' | 'refusal',
  mayAdd: (application: EvisaApplication) => boolean,
  follows: (tx: Tx, found: LockedCase, at: Date) => Follow | Promise<Follow>,
): Promise<Outcome<null, ReceiptRefusal>> {
  const stored = await storePaper(platform, ask.paper, kind);
  if (!stored.ok) return refuse('paper-refused');
  const kept = await transact(platform.db, async (tx): Promise<Outcome<null, ReceiptRefusal>> => {
    const found = await lockCase(tx, ask.applicationId);
    if (!found || !mayAdd(found.application)) return refuse('not-possible');
    if (found.application.version !== ask.version) return refuse('changed-meanwhile');
    const now = platform.clock.now();
    const at = new Date(now);
    const who = `staff:${ask.staffId}`;
    const { action, sharedAt, detail } = await follows(tx, found, at);
    await insertDocument(tx, { ...stored.value.row, applicationId: ask.applicationId, kind, sentBy: who, at, sharedAt });
    await audit(tx, now, { actor: who, action, subject: `evisa_applications:${ask.applicationId}`, detail, requestId: ask.requestId });
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

/** Keeps the letter that an authority wrote of its refusal, in the place of one before it, and tells the traveller that it is there. */
export async function addRefusalLetter(
  platform: Platform,
  ask: Omit<ReceiptAsk, 'share'> & { readonly paper: Uint8Array },
): Promise<Outcome<null, ReceiptRefusal>> {
  return addPaper(
    platform,
    ask,
    'refusal',
    (application) => application.status === 'rejected',
    async (tx, { application, group }, at) => {
      await platform.jobs.send(tx, evisaMail, {
        template: 'refusal-letter',
        groupId: group.id,
        applicationId: application.id,
        number: at.getTime(),
      });
      return { action: 'evisa.refusal-letter-added', sharedAt: null, detail: {} };
    },
  );
}
