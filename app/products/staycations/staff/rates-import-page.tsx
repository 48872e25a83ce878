import { answerImport, openImports } from '#app/commerce/supply/staff/import-desk.server.ts';
import { ImportPanel } from '#app/commerce/supply/staff/import-panel.tsx';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findKnownStaycation } from '../staycations-store.server.ts';
import { ratesTable } from './rates-table.server.ts';
import type { Route } from './+types/rates-import-page.ts';
import '#app/commerce/supply/supply-desk.css';

export const handle = { texts: ['staff-imports'] };

/** Room rates of one house from a table. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const known = await findKnownStaycation(platform.db, params.house, context.get(requestContext).language);
  if (viewer.kind !== 'staff' || !known) throw new Response('Not found', { status: 404 });
  return {
    id: params.house,
    name: known.stay.words.title,
    desk: await openImports(platform, ratesTable(platform, params.house), url, viewer.user.id),
    works: may(viewer, 'products:edit'),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const here = `/admin/supply/staycations/${encodeURIComponent(params.house)}/import`;
  return answerImport(platform, ratesTable(platform, params.house), await request.formData(), { here, staffId: viewer.user.id });
}

export default function RatesImportPage({ loaderData: { id, name, desk, works } }: Route.ComponentProps) {
  return <ImportPanel desk={desk} title={name} record={`/admin/supply/staycations?house=${id}`} works={works} />;
}
