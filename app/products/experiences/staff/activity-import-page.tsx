import { answerImport, openImports } from '#app/commerce/supply/staff/import-desk.server.ts';
import { ImportPanel } from '#app/commerce/supply/staff/import-panel.tsx';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findKnownExperience } from '../experiences-store.server.ts';
import { sessionsTable } from './sessions-table.server.ts';
import type { Route } from './+types/activity-import-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-imports'] };

/** Starts of one activity from a table. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const known = await findKnownExperience(platform.db, params.activity, context.get(requestContext).language);
  if (viewer.kind !== 'staff' || !known) throw new Response('Not found', { status: 404 });
  return {
    id: params.activity,
    name: known.experience.words.title,
    desk: await openImports(platform, sessionsTable(platform, params.activity), url, viewer.user.id),
    works: may(viewer, 'products:edit'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const here = `/admin/supply/activities/${encodeURIComponent(params.activity)}/import`;
  return answerImport(platform, sessionsTable(platform, params.activity), await request.formData(), { here, staffId: viewer.user.id });
}

export default function ActivityImportPage({ loaderData: { id, name, desk, works } }: Route.ComponentProps) {
  return <ImportPanel desk={desk} title={name} record={`/admin/supply/activities/${id}`} works={works} />;
}
