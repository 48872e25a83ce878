import { may, type Viewer } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { eInvoiceState, gapsOf } from '../e-invoice/e-invoice-rules.ts';
import { eInvoiceXml } from '../e-invoice/e-invoice-xml.ts';
import { findHandOvers, readEInvoiceSource, standingHandOver } from '../e-invoice/e-invoices-store.server.ts';
import { findInvoiceAsStaff } from '../invoices-store.server.ts';

const idOf = (actor: string) => actor.replace(/^staff:/, '');

/** The electronic form of a document as finance reads it; null where there is no such document. */
export async function openEInvoice(db: Db, viewer: Viewer, number: string) {
  const invoice = await findInvoiceAsStaff(db, number);
  if (!invoice) return null;
  const [source, handOvers] = await Promise.all([readEInvoiceSource(db, invoice), findHandOvers(db, invoice.id)]);
  const standing = standingHandOver(handOvers);
  const gaps = source.buyer.trn ? gapsOf(source) : [];
  const names = await findStaffNames(
    db,
    handOvers.flatMap(({ handedBy, takenBackBy }) => [handedBy, takenBackBy ?? handedBy].map(idOf)),
  );
  const nameOf = (actor: string) => names.get(idOf(actor)) ?? null;
  const { trn = null, name, address = null } = source.buyer;
  return {
    number: invoice.number,
    kind: invoice.kind,
    state: eInvoiceState(source, standing !== null),
    gaps,
    buyer: { name, trn, address },
    details: source.buyerDetails,
    handOvers: handOvers.map((one) => ({
      id: one.id,
      provider: one.provider,
      providerRef: one.providerRef,
      at: one.handedAt.toISOString(),
      by: nameOf(one.handedBy),
      back: one.takenBackAt && { at: one.takenBackAt.toISOString(), by: nameOf(one.takenBackBy!), why: one.takenBackWhy! },
    })),
    hasFile: trn !== null && gaps.length === 0,
    /** What would be made now is not what was handed over: something of the company or of the house was written anew. */
    differs: standing !== null && gaps.length === 0 && sha256(eInvoiceXml(source)) !== standing.fileSum,
    works: may(viewer, 'invoices:issue'),
    settings: may(viewer, 'settings:view'),
  };
}
