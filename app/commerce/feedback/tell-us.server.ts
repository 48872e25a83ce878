import { randomUUID } from 'node:crypto';
import { answerPromisedBy } from '../inquiries/answer-time-rules.ts';
import { readHoursOf } from '../inquiries/desk-hours.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Told } from './feedback-form.ts';
import { insertFeedback } from './feedback-store.server.ts';

const perNetwork = { name: 'feedback:network', most: 20, perMs: hourMs };

/** Puts feedback on record with its reference; a complaint also opens a task with the day its answer is promised for. */
export async function tellUs(
  platform: Platform,
  from: { readonly told: Told; readonly language: LanguageCode; readonly userId: string | null; readonly address: string },
  keep?: Keep<{ reference: string }>,
): Promise<Outcome<{ reference: string }, 'too-many'>> {
  const { db, clock, crypto } = platform;
  const { told, language, userId } = from;
  if ((await takeTry(db, clock, perNetwork, networkOf(from.address))) > 0) return refuse('too-many');
  const now = clock.now();
  const id = randomUUID();
  const reference = newReference();
  const complaint = told.kind === 'complaint';
  await transact(db, async (tx) => {
    const answerBy = complaint ? new Date(answerPromisedBy(await readHoursOf(tx, 'helpdesk'), now)) : null;
    await insertFeedback(tx, crypto, { id, reference, language, userId, answerBy, createdAt: new Date(now), ...told });
    if (complaint)
      await openStaffTask(tx, now, {
        kind: 'complaint',
        subject: `feedback:${id}`,
        textKey: 'tasks:complaint-waits',
        detail: { reference },
      });
    await audit(tx, now, {
      actor: userId ? `user:${userId}` : 'guest',
      action: 'feedback.told',
      subject: `feedback:${id}`,
      detail: { kind: told.kind },
    });
    await keep?.(tx, { reference });
  });
  return done({ reference });
}
