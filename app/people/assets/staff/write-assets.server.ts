import { pageAlong } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { decimalString, money } from '#app/values/money.ts';
import { listAssets } from '../assets-store.server.ts';
import { assetsQuery, readAssetsView, type AssetsView } from '../assets-view.ts';
import { officeZone } from '../office-zone.ts';
import { rowsOf } from './open-register.server.ts';

const head =
  'tag,kind,model,serial,state,holder,since,due_back,place,bought,cost_aed,value_aed,residual_aed,life_months,warranty_until,last_seen';
const aed = (fils: number) => decimalString(money(fils, 'AED'));

/** The register as a table. */
export const assetsExport = {
  action: 'asset.exported',
  subject: 'assets:list',
  head: head.split(','),
  told(query) {
    const view = { ...readAssetsView(query), after: null };
    return { filtered: assetsQuery({ ...view, find: '' }), searched: view.find !== '' };
  },
  pages: (platform, _viewer, { query }) => assetPages(platform, readAssetsView(query)),
} as const satisfies ExportWriter;

async function* assetPages(platform: Platform, view: AssetsView) {
  const today = dateIn(officeZone, platform.clock.now());
  const pages = pageAlong<Awaited<ReturnType<typeof listAssets>>['rows'][number], NonNullable<AssetsView['after']>>((after, most) =>
    listAssets(platform.db, { ...view, after }, today, most),
  );
  for await (const rows of pages) {
    const shown = await rowsOf(platform, rows, today);
    yield rows.map((asset, index) => [
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
      aed(asset.cost),
      aed(shown[index]!.value.amount),
      aed(asset.residual),
      String(asset.lifeMonths),
      asset.warrantyUntil ?? '',
      asset.seenOn ?? '',
    ]);
  }
}
