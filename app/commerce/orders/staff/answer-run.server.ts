import { data, redirect } from 'react-router';
import type { Clerk } from '#app/platform/access.ts';
import { fingerprintOf, readFormKey, withIdempotency, type Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';

/** Why no run was begun, in the words of the page; what was picked stays picked. */
export const refuseRun = (refused: string, status: number) => data({ refused }, { status });

/** Begins what a form asks for once for its key, and goes to the page of that run. A second press is the first one. */
export async function answerRun(
  platform: Platform,
  asked: {
    readonly clerk: Clerk;
    readonly form: FormData;
    /** All of the form that the run goes by: its key serves nothing else. */
    readonly about: Readonly<Record<string, unknown>>;
    /** Where a run is shown. */
    readonly at: (run: string) => string;
    /** How the way there is said; 303 where nothing is. */
    readonly status?: 302;
    /** What is said where none of them can be done. */
    readonly none?: string;
  },
  start: (keep: Keep<string>) => Promise<string | null>,
) {
  const key = readFormKey(asked.form);
  if (!key) return refuseRun('form-keyless', 400);
  const sent = { actor: `staff:${asked.clerk.user.id}`, key, fingerprint: fingerprintOf(asked.about) };
  const answer = await withIdempotency<string | null>(platform, sent, (progress) => start(progress.answer));
  if (answer.kind === 'other-request') return refuseRun('form-reused', 422);
  if (answer.kind === 'running') return refuseRun('in-progress', 409);
  return answer.value === null ? refuseRun(asked.none ?? 'not-possible', 400) : redirect(asked.at(answer.value), asked.status ?? 303);
}
