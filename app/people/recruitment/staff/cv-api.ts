import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { openCv } from '../apply.server.ts';
import { cvEndings } from '../cv-rules.ts';
import { findApplicationFor } from '../job-applications-store.server.ts';
import { openApplicationRecord } from './open-application-record.server.ts';
import { readerOf } from '../application-view.server.ts';
import { noteCvView } from './work-application.server.ts';
import type { Route } from './+types/cv-api.ts';

/** A CV for whoever may judge it: saved, never shown, and nothing in it runs. Every look is in the audit first. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const application = await findApplicationFor(platform.db, readerOf(viewer), params.reference);
  const { language, requestId } = context.get(requestContext);
  const record = application && (await openApplicationRecord(platform, viewer, application, language));
  if (!application?.cvStored || !application.cvType || !record?.cv) throw new Response('Not found', { status: 404 });
  const content = await openCv(platform, application.cvStored);
  if (!content) throw new Response('Not found', { status: 404 });
  await noteCvView(platform, { viewer, application, requestId });
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': application.cvType,
      'Content-Disposition': `attachment; filename="cv-${application.reference}.${cvEndings[application.cvType]}"`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}
