import { may, type Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { fingerprintOf, withIdempotency } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { answerRequest, type RequestKey } from '../extras/traveller-requests-store.server.ts';

/** Writes down what an airline said to a traveller's request, once for a form. */
export async function passAnswerOn(
  platform: Platform,
  viewer: Viewer & { readonly kind: 'staff' },
  request: RequestKey,
  answer: 'confirmed' | 'refused',
  form: { readonly key: string; readonly requestId: string },
): Promise<'done' | 'permission' | 'not-possible' | 'form-reused' | 'in-progress'> {
  if (!may(viewer, 'flight-orders:work')) return 'permission';
  const who = `staff:${viewer.user.id}`;
  const done = await withIdempotency(
    platform,
    { actor: who, key: form.key, fingerprint: fingerprintOf({ ...request, answer }) },
    async () => ({
      ok: await transact(platform.db, (tx) =>
        answerRequest(tx, platform.jobs, platform.clock.now(), request, answer, { who, requestId: form.requestId }),
      ),
    }),
  );
  if (done.kind === 'running') return 'in-progress';
  if (done.kind === 'other-request') return 'form-reused';
  return done.value.ok ? 'done' : 'not-possible';
}
