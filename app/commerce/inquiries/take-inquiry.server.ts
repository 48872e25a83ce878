import { randomUUID } from 'node:crypto';
import { newReference } from '#app/platform/crypto.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { answerPromisedBy } from './answer-time-rules.ts';
import { readHoursOf } from './desk-hours.server.ts';
import { insertInquiry, type InquiryContact } from './inquiries-store.server.ts';
import { deskOf, type InquiryKind } from './inquiry-kinds.ts';
import { nothingTold } from './inquiry-needs.ts';

/** An inquiry that staff write down for somebody, with a task for the desk; says its reference. The caller audits and writes to them. */
export async function takeInquiry(
  tx: Tx,
  { crypto, clock }: Pick<Platform, 'crypto' | 'clock'>,
  taken: {
    readonly kind: InquiryKind;
    readonly contact: InquiryContact;
    readonly message: string;
    readonly language: LanguageCode;
    readonly userId: string | null;
    /** ISO 3166 alpha-2. */
    readonly country: string | null;
  },
): Promise<string> {
  const id = randomUUID();
  const reference = newReference();
  const now = clock.now();
  await insertInquiry(tx, crypto, {
    id,
    reference,
    kind: taken.kind,
    aboutId: null,
    aboutTitle: null,
    language: taken.language,
    contact: taken.contact,
    message: taken.message,
    startsOn: null,
    endsOn: null,
    adults: null,
    children: null,
    budgetAmount: null,
    budgetCurrency: null,
    fromPlace: null,
    toPlace: null,
    orderReference: null,
    userId: taken.userId,
    suspect: false,
    source: 'call',
    visa: { ...nothingTold, destination: taken.country },
    answerBy: new Date(answerPromisedBy(await readHoursOf(tx, deskOf(taken.kind)), now)),
    createdAt: new Date(now),
  });
  await openStaffTask(tx, now, {
    kind: 'inquiry',
    subject: `inquiries:${id}`,
    textKey: 'tasks:inquiry-waits',
    detail: { reference },
  });
  return reference;
}
