import { platformContext } from '#app/platform/request-context.ts';
import { instant } from '#app/values/dates.ts';
import { checkIn } from '../check-in.server.ts';
import { findOperatorByToken } from '../operators-store.server.ts';
import type { Route } from './+types/operator-sync-api.ts';

/** More than this are sent in several pieces. */
const mostScans = 100;

/** Takes what was scanned, also while there was no network: a list of codes with the times of their scanning. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const operator = await findOperatorByToken(platform, params.token);
  if (!operator) throw new Response('Not found', { status: 404 });
  const results: { code: string; result: string; places: number | null; unpaid: number }[] = [];
  for (const { code, at } of readScans((await request.formData()).get('scans'))) {
    const checked = await checkIn(platform, { operatorId: operator.id, code, at: instant(at) });
    results.push({
      code,
      result: checked.ok ? 'in' : checked.refused,
      places: checked.ok ? checked.value.places : null,
      unpaid: checked.ok ? checked.value.unpaid : 0,
    });
  }
  return Response.json({ results });
}

function readScans(sent: FormDataEntryValue | null): { code: string; at: number }[] {
  let list: unknown;
  try {
    list = JSON.parse(typeof sent === 'string' ? sent : '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.slice(0, mostScans).flatMap((one: unknown) => {
    const { code, at } = (one ?? {}) as { code?: unknown; at?: unknown };
    return typeof code === 'string' && code.length <= 300 && typeof at === 'number' && Number.isFinite(at) ? [{ code, at }] : [];
  });
}
