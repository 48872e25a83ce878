import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { eInvoiceState, type EInvoiceBuyer } from '../e-invoice/e-invoice-rules.ts';
import { eInvoiceXml } from '../e-invoice/e-invoice-xml.ts';
import {
  findHandOvers,
  insertHandOver,
  readEInvoiceSource,
  saveEInvoiceBuyer,
  standingHandOver,
  takeBackHandOver,
} from '../e-invoice/e-invoices-store.server.ts';
import { findInvoiceAsStaff } from '../invoices-store.server.ts';
import { mostSentAtOnce } from './send-invoices.server.ts';

type Edge = Pick<Platform, 'db' | 'clock'>;
interface Ask {
  readonly viewer: Viewer;
  readonly requestId: string;
}

/**
 * Marks documents as given to the accredited provider by hand: who, when, and how the provider calls them. What is not ready
 * or is marked already is left out; how many were marked. No provider is called: none is known.
 */
export async function handOverEInvoices(
  { db, clock }: Edge,
  ask: Ask & { readonly numbers: readonly string[]; readonly provider: string; readonly providerRef: string },
  keep?: Keep<number>,
): Promise<Outcome<number, 'permission' | 'not-ready'>> {
  const { viewer, provider, providerRef } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'invoices:issue')) return refuse('permission');
  const by = `staff:${viewer.user.id}`;
  return transact(db, async (tx): Promise<Outcome<number, 'not-ready'>> => {
    const now = clock.now();
    let marked = 0;
    for (const number of [...new Set(ask.numbers)].slice(0, mostSentAtOnce)) {
      const invoice = await findInvoiceAsStaff(tx, number);
      const source = invoice && (await readEInvoiceSource(tx, invoice));
      if (!source || eInvoiceState(source, standingHandOver(await findHandOvers(tx, source.id)) !== null) !== 'ready') continue;
      const fileSum = sha256(eInvoiceXml(source));
      const row = { provider, providerRef, fileSum, handedBy: by, handedAt: new Date(now) };
      if (
        !(await insertHandOver(tx, {
          id: randomUUID(),
          invoiceId: source.id,
          ...row,
          takenBackBy: null,
          takenBackAt: null,
          takenBackWhy: null,
        }))
      )
        continue;
      marked += 1;
      await audit(tx, now, {
        actor: by,
        action: 'e-invoice.handed-over',
        subject: `invoices:${source.id}`,
        detail: { number, provider, providerRef, fileSum },
        requestId: ask.requestId,
      });
    }
    if (marked === 0) return refuse('not-ready');
    await keep?.(tx, marked);
    return done(marked);
  });
}

/** Takes back a mark that was set by mistake; that it was there stays on record. */
export async function takeBackEInvoice(
  { db, clock }: Edge,
  ask: Ask & { readonly number: string; readonly why: string },
): Promise<Outcome<null, 'permission' | 'not-handed'>> {
  const { viewer, number, why } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'invoices:issue')) return refuse('permission');
  const by = `staff:${viewer.user.id}`;
  return transact(db, async (tx): Promise<Outcome<null, 'not-handed'>> => {
    const now = clock.now();
    const invoice = await findInvoiceAsStaff(tx, number);
    const back = invoice && (await takeBackHandOver(tx, invoice.id, { by, now, why }));
    if (!back) return refuse('not-handed');
    await audit(tx, now, {
      actor: by,
      action: 'e-invoice.taken-back',
      subject: `invoices:${back.invoiceId}`,
      reason: why,
      detail: { number, provider: back.provider, providerRef: back.providerRef },
      requestId: ask.requestId,
    });
    return done(null);
  });
}

/** Writes what is known of the company that a document is made out to: it holds for all of that company's documents. */
export async function describeEInvoiceBuyer(
  { db, clock }: Edge,
  ask: Ask & { readonly number: string; readonly buyer: EInvoiceBuyer },
): Promise<Outcome<null, 'permission' | 'no-company'>> {
  const { viewer, number, buyer } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'invoices:issue')) return refuse('permission');
  const by = `staff:${viewer.user.id}`;
  return transact(db, async (tx): Promise<Outcome<null, 'no-company'>> => {
    const now = clock.now();
    const invoice = await findInvoiceAsStaff(tx, number);
    if (!invoice?.buyer.trn) return refuse('no-company');
    await saveEInvoiceBuyer(tx, now, invoice.buyer.trn, buyer, by);
    await audit(tx, now, {
      actor: by,
      action: 'e-invoice.buyer-described',
      subject: `invoices:${invoice.id}`,
      detail: { emirate: buyer.emirate, licence: buyer.licence !== '' },
      requestId: ask.requestId,
    });
    return done(null);
  });
}
