import { platformContext } from '#app/platform/request-context.ts';
import { invoicePaper } from '../invoice-paper.server.ts';
import { findInvoiceAsStaff, findInvoiceById } from '../invoices-store.server.ts';
import type { Route } from './+types/invoice-paper-api.ts';

/** The paper of a document in English or Arabic. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db } = platform;
  const language = params.language === 'ar' ? 'ar' : params.language === 'en' ? 'en' : null;
  const invoice = language && (await findInvoiceAsStaff(db, params.number));
  if (!invoice) throw new Response('Not found', { status: 404 });
  const corrects = invoice.refersTo ? ((await findInvoiceById(db, invoice.refersTo))?.number ?? null) : null;
  return new Response(new Uint8Array(await invoicePaper(platform, invoice, corrects, language)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${invoice.number}-${language}.pdf"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
