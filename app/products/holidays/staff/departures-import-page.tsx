import { answerImport, openImports } from '#app/commerce/supply/staff/import-desk.server.ts';
import { ImportPanel } from '#app/commerce/supply/staff/import-panel.tsx';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findTour } from '../tours-store.server.ts';
import { departuresTable } from './departures-table.server.ts';
import type { Route } from './+types/departures-import-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-imports'] };

/** Departures of one tour from a table. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const tour = await findTour(platform.db, params.tour, context.get(requestContext).language);
  if (viewer.kind !== 'staff' || !tour) throw new Response('Not found', { status: 404 });
  return {
    id: params.tour,
    name: tour.words.title,
    desk: await openImports(platform, departuresTable(platform, params.tour), url, viewer.user.id),
    works: may(viewer, 'products:edit'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const here = `/admin/supply/holiday-packages/${encodeURIComponent(params.tour)}/import`;
  return answerImport(platform, departuresTable(platform, params.tour), await request.formData(), { here, staffId: viewer.user.id });
}

export default function DeparturesImportPage({ loaderData: { id, name, desk, works } }: Route.ComponentProps) {
  return <ImportPanel desk={desk} title={name} record={`/admin/supply/holiday-packages/${id}/departures`} works={works} />;
}
