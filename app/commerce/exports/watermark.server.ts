import type { Viewer } from '#app/platform/access.ts';
import type { RequestFacts } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { csvLine } from '#app/values/csv.ts';
import type { Instant } from '#app/values/dates.ts';

/**
 * A table that an auditor takes out of the house ends with a line that says who took it, when and by which request, whichever
 * page it came from: whoever finds it elsewhere finds the row of the audit. Every other answer stays as it is.
 */
export function watermarked(
  response: Response,
  viewer: Viewer,
  { now, language, requestId }: { readonly now: Instant } & Pick<RequestFacts, 'language' | 'requestId'>,
): Response {
  const table = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
  if (!table || !response.body || viewer.kind !== 'staff' || !viewer.staff.roles.includes('auditor')) return response;
  const moment = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  const words = textsFor(language).of('staff-exports')('watermark', { name: viewer.staff.displayName, moment, request: requestId });
  const line = new TextEncoder().encode(`${csvLine([words])}\r\n`);
  const marked = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({ flush: (controller) => controller.enqueue(line) }),
  );
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(marked, { status: response.status, headers });
}
