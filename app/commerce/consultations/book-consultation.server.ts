import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { hourMs, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { consultationMail, consultationWaitsOffer } from './consultation-jobs.server.ts';
import {
  consultationEmailIndex,
  countOpen,
  insertConsultation,
  SlotTaken,
  type ConsultationContact,
  type NewConsultation,
} from './consultations-store.server.ts';
import { findFreeAt } from './find-slots.server.ts';
import { spanOf, type WishedDays } from './wait-rules.ts';
import { insertWait } from './waits-store.server.ts';

const limits = {
  network: { name: 'consultation:network', most: 30, perMs: hourMs },
  /** Each booking sends a mail to an address that nobody has proved to be theirs. */
  email: { name: 'consultation:email', most: 6, perMs: hourMs },
} as const satisfies Record<string, Limit>;
/** One person keeps so many times at once. */
const mostOpen = 2;

export type Wish = Pick<NewConsultation, 'topic' | 'channel' | 'callLanguage' | 'language' | 'zone' | 'country' | 'userId'> & {
  readonly contact: ConsultationContact;
  readonly words: string;
  /** Days in which a time is waited for; null for whoever is not waiting for one. */
  readonly days?: WishedDays | null;
};

export type BookingRefusal = 'too-many' | 'too-many-open' | 'slot-taken';

/**
 * Gives a visitor a time, or with `at` null keeps the wish for one, on the waiting list where it names days. Officers are tried in turn, each in a transaction of its
 * own: the first whose quarter hours are still free has the call.
 */
export async function bookConsultation(
  platform: Platform,
  { days, ...wish }: Wish,
  at: Instant | null,
  /** The other end's address; null where it is staff who asks. */
  address: string | null,
  more: {
    readonly actor?: string;
    readonly fromInquiry?: string;
    readonly keep?: Keep<Outcome<{ id: string; reference: string }, never>>;
  } = {},
): Promise<Outcome<{ id: string; reference: string }, BookingRefusal>> {
  const { db, clock, crypto } = platform;
  const emailIndex = consultationEmailIndex(crypto, wish.contact.email);
  if (address !== null) {
    const waits = [await takeTry(db, clock, limits.network, networkOf(address)), await takeTry(db, clock, limits.email, emailIndex)];
    if (Math.max(...waits) > 0) return refuse('too-many');
    if ((await countOpen(db, emailIndex)) >= mostOpen) return refuse('too-many-open');
  }
  const made = { id: randomUUID(), reference: newReference() };
  const actor = more.actor ?? (wish.userId ? `user:${wish.userId}` : 'guest');
  const write = async (tx: Tx, given: NewConsultation['given']) => {
    const now = clock.now();
    await insertConsultation(tx, crypto, now, { ...wish, ...made, given, fromInquiry: more.fromInquiry ?? null }, actor);
    const waits = !given && days ? days : null;
    if (waits) {
      await insertWait(tx, now, made.id, spanOf(wish.zone, waits));
      // What is free in those days already is offered at once.
      await platform.jobs.send(tx, consultationWaitsOffer, {});
    }
    const template = given ? 'booked' : more.fromInquiry ? 'invited' : waits ? 'waiting' : 'requested';
    await platform.jobs.send(tx, consultationMail, { consultationId: made.id, template, version: 1 });
    // Staff who invite somebody wait for them, not the other way round.
    if (!given && !more.fromInquiry)
      await openStaffTask(tx, now, {
        kind: 'consultation',
        subject: `consultations:${made.id}`,
        textKey: 'tasks:consultation-waits',
        detail: { reference: made.reference },
      });
    await audit(tx, now, { actor, action: 'consultation.asked', subject: `consultations:${made.id}`, detail: { topic: wish.topic } });
    await more.keep?.(tx, done(made));
  };
  if (at === null) {
    await transact(db, (tx) => write(tx, null));
    return done(made);
  }
  for (const officerId of await findFreeAt(platform, { language: wish.callLanguage, topic: wish.topic }, at)) {
    try {
      await transact(db, (tx) => write(tx, { at, officerId }));
      return done(made);
    } catch (fault) {
      if (!(fault instanceof SlotTaken)) throw fault;
    }
  }
  return refuse('slot-taken');
}
