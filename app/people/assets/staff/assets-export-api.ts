import { exportTable } from '#app/commerce/exports/staff/export-file.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { dateIn } from '#app/values/dates.ts';
import { listAssets } from '../assets-store.server.ts';
import { assetsQuery, readAssetsView } from '../assets-view.ts';
import { officeZone } from '../office-zone.ts';
import { rowsOf } from './open-register.server.ts';
import type { Route } from './+types/assets-export-api.ts';

const most = 20_000;
const decimal = (fils: number) => `${Math.trunc(fils / 100)}.${String(fils % 100).padStart(2, '0')}`;

/** The register as it is filtered, text/csv. */
export async function action({ context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = { ...readAssetsView(url.searchParams), after: null };
  const today = dateIn(officeZone, platform.clock.now());
  const { rows } = await listAssets(platform.db, view, today, most);
  const shown = await rowsOf(platform, rows, today);
  return exportTable(platform, {
    name: 'assets',
    by: viewer.user.id,
    action: 'asset.exported',
    subject: 'assets:list',
    detail: { rows: rows.length, filtered: assetsQuery({ ...view, find: '' }), searched: view.find !== '' },
    requestId: context.get(requestContext).requestId,
    lines: [
      [
        'tag',
        'kind',
        'model',
        'serial',
        'state',
        'holder',
        'since',
        'due_back',
        'place',
        'bought',
        'cost_aed',
        'value_aed',
        'residual_aed',
        'life_months',
        'warranty_until',
        'last_seen',
      ],
      ...rows.map((asset, index) => [
        asset.tag,
        asset.kind,
        asset.model,
        asset.serial ?? '',
        asset.status,
        shown[index]!.holder ?? '',
        asset.since,
        asset.dueBackOn ?? '',
        asset.place,
        asset.boughtOn,
        decimal(asset.cost),
        decimal(shown[index]!.value.amount),
        decimal(asset.residual),
        String(asset.lifeMonths),
        asset.warrantyUntil ?? '',
        asset.seenOn ?? '',
      ]),
    ],
  });
}
