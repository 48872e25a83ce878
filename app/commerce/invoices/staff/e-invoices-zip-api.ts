import { redirect } from 'react-router';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { readMonth } from './e-invoice-form.ts';
import { packEInvoices, type EInvoicePick } from './pack-e-invoices.server.ts';
import type { Route } from './+types/e-invoices-zip-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

const archives: Limit = { name: 'desk-e-invoices-zip', most: 12, perMs: 10 * minuteMs };

/** The electronic invoices of a month, or those that were picked, in one archive for the provider. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const month = readMonth(String(form.get('month') ?? ''));
  const numbers = form.getAll('number').map(String);
  const pick: EInvoicePick | null = month ? { month } : numbers.length > 0 ? { numbers } : null;
  if (!pick) return new Response('Nothing was picked', { status: 400 });
  const wait = await takeTry(db, clock, archives, viewer.user.id);
  if (wait > 0) return new Response('Too many archives', { status: 429, headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } });
  const { requestId, language } = context.get(requestContext);
  const t = textsFor(language).of('staff-invoices');
  const now = clock.now();
  const packed = await packEInvoices(db, now, pick, {
    head: [t('column.number'), t('column.e-invoice'), t('eInvoice.missing')],
    state: (state) => t(`eInvoice.state.${state}`),
    gap: (gap) => t(`eInvoice.gap.${gap}`),
  });
  if (!packed) return redirect('/admin/invoices?e-none', 303);
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'e-invoices.taken',
      subject: 'invoices:list',
      detail: { ...(month ? { month: month.slice(0, 7) } : {}), numbers: packed.numbers, leftOut: packed.leftOut },
      requestId,
    }),
  );
  return new Response(new Uint8Array(packed.zip), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="e-invoices-${month ? month.slice(0, 7) : new Date(now).toISOString().slice(0, 10)}.zip"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
