import { platformContext } from '#app/platform/request-context.ts';
import { dateIn } from '#app/values/dates.ts';
import { mostLabels as most } from '../asset-label-rules.ts';
import { readTag } from '../asset-tag-rules.ts';
import { findAssetsByTag, listAssets } from '../assets-store.server.ts';
import { readAssetsView } from '../assets-view.ts';
import { officeZone } from '../office-zone.ts';
import { setAssetLabels } from '../set-asset-paper.server.ts';
import type { Route } from './+types/asset-labels-api.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, env } = context.get(platformContext);
  const asked = url.searchParams;
  const assets =
    asked.get('all') === '1'
      ? // Everything that the list matches, on whatever page of it.
        (await listAssets(db, { ...readAssetsView(asked), after: null }, dateIn(officeZone, clock.now()), most)).rows
      : await findAssetsByTag(
          db,
          asked
            .getAll('asset')
            .slice(0, most)
            .flatMap((typed) => readTag(typed) ?? []),
        );
  if (assets.length === 0) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(await setAssetLabels(assets, env.publicUrl)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="labels.pdf"',
      'Cache-Control': 'private, no-store',
    },
  });
}
