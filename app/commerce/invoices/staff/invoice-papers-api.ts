import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { takeTry, type Limit } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { minuteMs } from '#app/values/dates.ts';
import { packDocuments } from './pack-documents.server.ts';
import type { Route } from './+types/invoice-papers-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** Each archive is set page by page. */
const archives: Limit = { name: 'desk-invoices-zip', most: 12, perMs: 10 * minuteMs };

/** The picked documents as PDF in one archive, in the chosen language of the papers. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const wait = await takeTry(db, clock, archives, viewer.user.id);
  if (wait > 0) return new Response('Too many archives', { status: 429, headers: { 'Retry-After': String(Math.ceil(wait / 1000)) } });
  const language = form.get('papers') === 'ar' ? 'ar' : 'en';
  const now = clock.now();
  const packed = await packDocuments(platform, now, { numbers: form.getAll('number').map(String), language });
  if (!packed) return new Response('Nothing was picked', { status: 400 });
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'invoices.papers-taken',
      subject: 'invoices:list',
      detail: { numbers: packed.numbers },
      requestId: context.get(requestContext).requestId,
    }),
  );
  return new Response(new Uint8Array(packed.zip), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="invoices-${new Date(now).toISOString().slice(0, 10)}.zip"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
