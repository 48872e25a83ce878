import { platformContext } from '#app/platform/request-context.ts';
import { readTag } from '../asset-tag-rules.ts';
import { findAssetsByTag } from '../assets-store.server.ts';
import { setAssetLabels } from '../set-asset-paper.server.ts';
import type { Route } from './+types/asset-labels-api.ts';

/** Sheets of 24 labels; ten sheets at a time. */
const most = 240;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, env } = context.get(platformContext);
  const tags = url.searchParams
    .getAll('asset')
    .slice(0, most)
    .flatMap((typed) => readTag(typed) ?? []);
  const assets = await findAssetsByTag(db, tags);
  if (assets.length === 0) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(await setAssetLabels(assets, env.publicUrl)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': 'inline; filename="labels.pdf"',
      'Cache-Control': 'private, no-store',
    },
  });
}
