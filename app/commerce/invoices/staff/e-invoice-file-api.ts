import { platformContext } from '#app/platform/request-context.ts';
import { gapsOf } from '../e-invoice/e-invoice-rules.ts';
import { eInvoiceXml } from '../e-invoice/e-invoice-xml.ts';
import { readEInvoiceSource } from '../e-invoice/e-invoices-store.server.ts';
import { findInvoiceAsStaff } from '../invoices-store.server.ts';
import type { Route } from './+types/e-invoice-file-api.ts';

/** The electronic invoice of a document as a file; where none can be made, its page says what is missing. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const invoice = await findInvoiceAsStaff(db, params.number);
  const source = invoice?.buyer.trn ? await readEInvoiceSource(db, invoice) : null;
  if (!source || gapsOf(source).length > 0) throw new Response('Not found', { status: 404 });
  return new Response(eInvoiceXml(source), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Content-Disposition': `attachment; filename="${source.number}.xml"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
