import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { hourMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { answerPromisedBy } from './answer-time-rules.ts';
import { readHoursOf } from './desk-hours.server.ts';
import { emailIndexOf, insertInquiry } from './inquiries-store.server.ts';
import type { Asked } from './inquiry-form.ts';
import { deskOf, type InquiryKind } from './inquiry-kinds.ts';
import { inquiryMail } from './mail-inquiries.server.ts';
import { isSuspect } from './spam-rules.ts';

const limits = {
  network: { name: 'inquiry:network', most: 60, perMs: hourMs },
  suspect: { name: 'inquiry:suspect', most: 15, perMs: hourMs },
  /** Each inquiry sends a mail to an address that nobody has proved to be theirs. */
  email: { name: 'inquiry:email', most: 10, perMs: hourMs },
} as const satisfies Record<string, Limit>;

export interface Asking {
  readonly kind: InquiryKind;
  /** The tour, stay or experience that it is about. */
  readonly about: { readonly id: string; readonly title: string } | null;
  readonly asked: Asked;
  readonly language: LanguageCode;
  readonly userId: string | null;
  /** The other end's address. */
  readonly address: string;
  /** Null when the form was none of ours. */
  readonly openedMsAgo: number | null;
}

/**
 * Takes an inquiry in: on record with its reference, a task for staff and a mail to the visitor, all in one
 * transaction. `waitSeconds` says how long a refused sender should wait.
 */
export async function ask(
  platform: Platform,
  { kind, about, asked, language, userId, address, openedMsAgo }: Asking,
  keep?: Keep<{ reference: string }>,
): Promise<Outcome<{ reference: string }, 'too-many'> & { waitSeconds?: number }> {
  const { db, clock, crypto, jobs } = platform;
  const suspect = isSuspect({ openedMsAgo, message: asked.message });
  const network = networkOf(address);
  const waits = [
    await takeTry(db, clock, limits.network, network),
    await takeTry(db, clock, limits.email, emailIndexOf(crypto, asked.email)),
    suspect ? await takeTry(db, clock, limits.suspect, network) : 0,
  ];
  const waitSeconds = Math.max(...waits);
  if (waitSeconds > 0) return { ...refuse('too-many'), waitSeconds };
  const id = randomUUID();
  const reference = newReference();
  const now = clock.now();
  await transact(db, async (tx) => {
    await insertInquiry(tx, crypto, {
      id,
      reference,
      kind,
      aboutId: about?.id ?? null,
      aboutTitle: about?.title ?? null,
      language,
      contact: { name: asked.name, email: asked.email, phone: asked.phone },
      message: asked.message,
      startsOn: asked.startsOn,
      endsOn: asked.endsOn,
      adults: asked.adults,
      children: asked.children,
      infants: asked.infants,
      cabin: asked.cabin,
      budgetAmount: asked.budget?.amount ?? null,
      budgetCurrency: asked.budget?.currency ?? null,
      fromPlace: asked.from,
      toPlace: asked.to,
      orderReference: asked.orderReference,
      userId,
      suspect,
      source: 'form',
      visa: asked.visa,
      answerBy: new Date(answerPromisedBy(await readHoursOf(tx, deskOf(kind)), now)),
      createdAt: new Date(now),
    });
    await openStaffTask(tx, now, {
      kind: 'inquiry',
      subject: `inquiries:${id}`,
      textKey: 'tasks:inquiry-waits',
      detail: { reference },
    });
    await jobs.send(tx, inquiryMail, { inquiryId: id, version: 1 });
    await audit(tx, now, {
      actor: userId ? `user:${userId}` : 'guest',
      action: 'inquiry.asked',
      subject: `inquiries:${id}`,
      detail: { kind, suspect },
    });
    await keep?.(tx, { reference });
  });
  return done({ reference });
}
