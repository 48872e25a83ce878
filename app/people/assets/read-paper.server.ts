import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { AssetPaper } from './assets.tables.ts';
import { openPaperFile } from './hand-over.server.ts';

/** The signed PDF as an answer, with a line in the audit that somebody had it; null where none is stored. The caller has judged access. */
export async function readPaper(
  platform: Platform,
  paper: AssetPaper,
  reader: { readonly staffId: string; readonly requestId: string },
): Promise<Response | null> {
  const pdf = await openPaperFile(platform, paper);
  if (!pdf) return null;
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: `staff:${reader.staffId}`,
      action: 'asset-paper.read',
      subject: `asset_papers:${paper.id}`,
      requestId: reader.requestId,
    }),
  );
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${paper.reference}.pdf"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
