import type { Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { zipOf, type ZipEntry } from '#app/platform/zip.server.ts';
import { findInvoicesOfOrder } from '../../invoices/invoices-store.server.ts';
import { openOrderPaper } from '../../orders/open-order-paper.server.ts';
import type { ProductCounters } from '../../product-counter.ts';
import { findDispute } from '../disputes-store.server.ts';
import { evidenceWords } from './evidence-words.server.ts';
import { readEvidence } from './read-evidence.server.ts';

/**
 * What speaks for a payment in one archive: the facts as text, invoices, and papers such as tickets; in English, for a bank.
 * It leaves the house with names in it, so taking it is on record. Null for a dispute that does not exist.
 */
export async function packEvidence(
  platform: Platform,
  counters: ProductCounters,
  ask: { readonly viewer: Viewer & { readonly kind: 'staff' }; readonly disputeId: string; readonly requestId: string },
): Promise<Buffer | null> {
  const { viewer } = ask;
  const dispute = await findDispute(platform.db, ask.disputeId);
  if (!dispute) return null;
  const now = platform.clock.now();
  const orders = await readEvidence(platform, counters, dispute, 'en');
  const entries: ZipEntry[] = [{ name: 'evidence.txt', content: Buffer.from(`${evidenceWords(orders)}\n`, 'utf8') }];
  for (const { orderId, kind, reference } of orders) {
    const counter = counters.of(kind);
    const invoices = (await findInvoicesOfOrder(platform.db, orderId)).map(({ number }) => `${number}-en.pdf`);
    const papers = (await counter.listPapers(orderId)).filter((paper) => paper.kind !== 'calendar').map(({ name }) => name);
    for (const name of [...invoices, ...papers]) {
      const paper = await openOrderPaper(platform, counter, { order: { id: orderId }, name, language: 'en', staff: viewer });
      if (paper) entries.push({ name: `${reference}-${name}`, content: paper.content });
    }
  }
  await transact(platform.db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'dispute.evidence-taken',
      subject: `disputes:${dispute.id}`,
      detail: { files: entries.length },
      requestId: ask.requestId,
    }),
  );
  return zipOf(entries, new Date(now));
}
