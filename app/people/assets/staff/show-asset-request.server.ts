import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { plainLine, plainText, plainVersion } from '#app/values/plain-text.ts';
import { askedStates } from '../asset-request-rules.ts';
import { listOpenRequests } from '../asset-requests-store.server.ts';
import type { AssetRequest } from '../asset-requests.tables.ts';
import { assetKinds } from '../asset-kinds.ts';
import { findAssetsOf } from '../assets-store.server.ts';
import { officeZone } from '../office-zone.ts';
import { workOnAssetRequest } from '../work-asset-request.server.ts';

/** A request as its card shows it: how far each thing has come, and whether this colleague may change it. */
export async function showAssetRequest({ db, clock }: Pick<Platform, 'db' | 'clock'>, viewer: Clerk, request: AssetRequest) {
  const by = request.decidedBy?.replace('staff:', '') ?? null;
  const [held, names] = await Promise.all([request.userId ? findAssetsOf(db, request.userId) : [], findStaffNames(db, by ? [by] : [])]);
  const { id, version, status, userId, neededBy, reason } = request;
  const things = status === 'handed' ? request.kinds.map((kind) => ({ kind, state: 'signed' as const })) : askedStates(request.kinds, held);
  const late = status === 'asked' && neededBy < dateIn(officeZone, clock.now());
  return { id, version, status, late, userId, neededBy, reason, things, by: by && (names.get(by) ?? null), works: may(viewer, 'hr:work') };
}
export type ShownRequest = Awaited<ReturnType<typeof showAssetRequest>>;

/** What is asked for and not all signed for, for the asset desk: of each what is missing still. */
export async function showOpenRequests({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const requests = await listOpenRequests(db);
  const names = await findStaffNames(
    db,
    requests.flatMap(({ userId }) => userId ?? []),
  );
  const today = dateIn(officeZone, clock.now());
  return Promise.all(
    requests.map(async ({ reference, userId, kinds, neededBy }) => ({
      reference,
      name: userId && (names.get(userId) ?? null),
      neededBy,
      late: neededBy < today,
      kinds: askedStates(kinds, userId ? await findAssetsOf(db, userId) : []).flatMap(({ kind, state }) =>
        state === 'signed' ? [] : kind,
      ),
    })),
  );
}

export const requestIntents = ['assets-change', 'assets-refuse', 'assets-reopen'] as const;

/** A form of the card that was not done: why, which fields are wrong, and what was typed. */
export interface SentRequest {
  readonly intent: string;
  readonly code: string;
  readonly wrong: readonly ('kind' | 'neededBy' | 'reason')[];
  readonly kinds: readonly string[];
  readonly neededBy: string;
  readonly reason: string;
}

/** Does what a form of the card asks for; null when it was done. */
export async function sendAssetRequest(
  platform: Pick<Platform, 'db' | 'clock'>,
  sent: { readonly viewer: Clerk; readonly request: AssetRequest | null; readonly form: FormData; readonly requestId: string },
): Promise<SentRequest | null> {
  const { viewer, request, form, requestId } = sent;
  const intent = requestIntents.find((one) => one === form.get('intent')) ?? 'assets-change';
  const typed = {
    intent,
    kinds: assetKinds.filter((kind) => form.getAll('kind').includes(kind)),
    neededBy: plainLine(form.get('neededBy'), 10),
    reason: plainText(form.get('reason'), 300).slice(0, 300),
  };
  const refused = (code: string, ...wrong: SentRequest['wrong']) => ({ ...typed, code, wrong });
  if (!may(viewer, 'hr:work')) return refused('not-yours-to-do');
  if (!request) return refused('not-there');
  const work = { id: request.id, version: plainVersion(form.get('version')), staffId: viewer.user.id, requestId };
  const answer = async (how: Parameters<typeof workOnAssetRequest>[1]) => {
    const worked = await workOnAssetRequest(platform, how);
    return worked.ok ? null : refused(worked.refused);
  };
  if (intent === 'assets-reopen') return answer({ ...work, event: 'reopen' });
  if (intent === 'assets-refuse')
    return typed.reason.length < 3 ? refused('incomplete', 'reason') : answer({ ...work, event: 'refuse', reason: typed.reason });
  const neededBy = parseCalendarDate(typed.neededBy);
  if (!neededBy || typed.kinds.length === 0)
    return refused('incomplete', ...(typed.kinds.length === 0 ? ['kind' as const] : []), ...(neededBy ? [] : ['neededBy' as const]));
  return answer({ ...work, event: 'change', kinds: typed.kinds, neededBy });
}
