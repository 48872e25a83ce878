import type { Platform } from '#app/platform/platform.server.ts';
import { findInvoicesOfOrder } from '../invoices/invoices-store.server.ts';
import { openOrderPaper } from '../orders/open-order-paper.server.ts';
import { findOrdersByIds } from '../orders/orders-store.server.ts';
import type { EvidencePaper } from '../payments/payment-provider.ts';
import type { ProductCounters } from '../product-counter.ts';
import { partsOfDispute } from './disputes-store.server.ts';
import type { Dispute } from './disputes.tables.ts';
import { choosePapers, type HousePaper } from './evidence-papers-rules.ts';

/** Finds what goes to a bank as files, anew each time it is asked. */
export type EvidenceSource = (dispute: Dispute) => Promise<readonly EvidencePaper[]>;

/**
 * Invoices, tickets and vouchers of a disputed payment, in English, named as in the archive that a colleague takes. Papers
 * that show passports stay in the house: a bank has no use for them, and nobody looks at each before it goes.
 */
export function evidenceOf(platform: Platform, counters: ProductCounters): EvidenceSource {
  return async (dispute) => {
    const parts = await partsOfDispute(platform.db, dispute.id);
    const papers: HousePaper[] = [];
    for (const { id, kind, reference } of await findOrdersByIds(
      platform.db,
      parts.map(({ orderId }) => orderId),
    )) {
      const counter = counters.of(kind);
      const invoices = (await findInvoicesOfOrder(platform.db, id)).map(({ number }) => ({
        name: `${number}-en.pdf`,
        about: 'charge' as const,
      }));
      const own = counter.reveals ? [] : (await counter.listPapers(id)).filter((paper) => paper.kind !== 'calendar');
      for (const { name, about } of [...invoices, ...own.map((paper) => ({ name: paper.name, about: 'service' as const }))]) {
        const paper = await openOrderPaper(platform, counter, { order: { id }, name, language: 'en', staff: null });
        if (paper) papers.push({ name: `${reference}-${name}`, about, type: paper.type, content: paper.content });
      }
    }
    return choosePapers(papers);
  };
}
