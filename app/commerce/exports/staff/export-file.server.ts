import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { csvLine } from '#app/values/csv.ts';

/** A table that leaves the house: the audit row that says who took what, and the answer that carries it. */
export async function exportTable(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  file: {
    readonly name: string;
    readonly by: string;
    readonly action: string;
    readonly subject: string;
    readonly detail: Readonly<Record<string, string | number | boolean>>;
    readonly requestId: string;
    readonly lines: readonly (readonly string[])[];
  },
): Promise<Response> {
  const { by, action, subject, detail, requestId } = file;
  const now = clock.now();
  await transact(db, (tx) => audit(tx, now, { actor: `staff:${by}`, action, subject, detail, requestId }));
  // The mark tells spreadsheets that the file is UTF-8.
  return new Response(`\uFEFF${file.lines.map((line) => csvLine(line)).join('\r\n')}\r\n`, {
    headers: {
      // The files that leave are known by this: text/csv.
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file.name}-${new Date(now).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
