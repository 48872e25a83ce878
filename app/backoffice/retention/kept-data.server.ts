import { keptDays as webhookDays } from '../webhooks/webhook-rules.ts';
import { countOldDeliveries } from '../webhooks/webhooks-store.server.ts';
import { callPaperDays } from '#app/commerce/consultations/call-paper-rules.ts';
import { countOverPapers } from '#app/commerce/consultations/call-papers-store.server.ts';
import { countOverWaits } from '#app/commerce/consultations/waits-store.server.ts';
import { countOldCodes } from '#app/commerce/customers/account-codes-store.server.ts';
import { countOldLinks } from '#app/commerce/customers/account-links-store.server.ts';
import { endedLinkDays, endedSessionDays } from '#app/commerce/customers/account-mails.server.ts';
import { keptMs as exportKeptMs } from '#app/commerce/exports/export-status.ts';
import { countExpired } from '#app/commerce/exports/exports-store.server.ts';
import { unconfirmedDays } from '#app/commerce/newsletter/mail-newsletter.server.ts';
import { countUnconfirmed as countUnconfirmedReaders } from '#app/commerce/newsletter/newsletter-store.server.ts';
import { countUnconfirmed } from '#app/commerce/price-alerts/guest-alerts-store.server.ts';
import { confirmWithinMs } from '#app/commerce/price-alerts/price-alert-rules.ts';
import { countOldShares } from '#app/commerce/trip-pack/trip-shares-store.server.ts';
import { countOldShownQuotes, shownDays } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { countOldFlightSearches, flightSearchDaysKept } from '#app/commerce/traffic/traffic-store.server.ts';
import { copyHours } from '#app/commerce/privacy/erasure-rules.ts';
import { countOldCopies } from '#app/commerce/privacy/privacy-requests-store.server.ts';
import { countUnconfirmed as countUnconfirmedJobAlerts } from '#app/people/recruitment/job-alerts-store.server.ts';
import { countOldUploads, countOverdue } from '#app/people/recruitment/job-papers-store.server.ts';
import { unsentDays } from '#app/people/recruitment/work-recruitment.server.ts';
import { countOldSessions } from '#app/platform/account-store.server.ts';
import { auditAddressDays, countOldAuditAddresses } from '#app/platform/audit-addresses-store.server.ts';
import { countOldKeys, keyDays } from '#app/platform/idempotency.server.ts';
import { countOldMails } from '#app/platform/mail-log-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { keptKinds, type KeptKind, type RetentionPolicy } from '#app/platform/retention-rules.ts';
import { listPolicies, sumRetention } from '#app/platform/retention-store.server.ts';
import { countOldDrafts as countFlightDrafts, flightDraftDays } from '#app/products/flights/booking/booking-draft-store.server.ts';
import { countOldQuotes, quoteKeptDays } from '#app/products/flights/quotes/flight-quotes-store.server.ts';
import {
  countOldDrafts as countHolidayDrafts,
  draftDays as holidayDraftDays,
} from '#app/products/holidays/booking/holiday-draft-store.server.ts';
import { findDue } from '#app/products/visas/compliance/purge-visas.server.ts';
import { countAbandoned } from '#app/products/visas/evisa/evisa-groups-store.server.ts';
import { draftDays as visaDraftDays } from '#app/products/visas/evisa/start-evisa.server.ts';
import { addDays, addMilliseconds, dateIn, dayMs, hourMs, type Instant } from '#app/values/dates.ts';

/** What of one kind of data is over, and how long it is kept. */
interface KeptData {
  /** The setting that its period is; null where the period is part of the program. */
  readonly policy: RetentionPolicy | null;
  /** Days; null for data whose owner chose the time. Of a policy only what it starts with. */
  readonly days: number | null;
  /** The job that lets it go, by its name in the queue. */
  readonly job: string;
  /** Where the certificates of what went lie; null where the counts of each day are all that is kept. */
  readonly proof: string | null;
  /** How many will be over at an instant. `days` is the period that holds, or the one that is wished for. */
  readonly due: (platform: Pick<Platform, 'db' | 'clock'>, at: Instant, days: number) => Promise<number>;
}

const daysBefore = (at: Instant, days: number) => new Date(addMilliseconds(at, -days * dayMs));
/** Cases are found by the day, so that a day ahead is a day less to wait. */
const visaCases =
  (policy: 'papers' | 'forms'): KeptData['due'] =>
  async (platform, at, days) =>
    (await findDue(platform, policy, days - Math.round((at - platform.clock.now()) / dayMs))).length;

const register: Readonly<Record<KeptKind, KeptData>> = {
  'visa-papers': { policy: 'papers', days: null, job: 'visa-purge', proof: '/admin/visa-compliance/retention', due: visaCases('papers') },
  'visa-forms': { policy: 'forms', days: null, job: 'visa-purge', proof: '/admin/visa-compliance/retention', due: visaCases('forms') },
  'visa-drafts': { policy: null, days: visaDraftDays, job: 'evisa.daily', proof: null, due: ({ db }, at) => countAbandoned(db, at) },
  'flight-drafts': {
    policy: null,
    days: flightDraftDays,
    job: 'flight.resume',
    proof: null,
    due: ({ db }, at) => countFlightDrafts(db, at),
  },
  'flight-quotes': {
    policy: null,
    days: quoteKeptDays,
    job: 'flight.resume',
    proof: '/admin/audit-log?action=flight-quote.forgotten',
    due: ({ db }, at) => countOldQuotes(db, at),
  },
  'holiday-drafts': {
    policy: null,
    days: holidayDraftDays,
    job: 'holidays.tidy',
    proof: null,
    due: ({ db }, at) => countHolidayDrafts(db, at),
  },
  'mail-words': {
    policy: 'mail-words',
    days: null,
    job: 'mail.forget',
    proof: null,
    due: ({ db }, at, days) => countOldMails(db, at, 'words', days),
  },
  'mail-rows': {
    policy: 'mail-rows',
    days: null,
    job: 'mail.forget',
    proof: null,
    due: ({ db }, at, days) => countOldMails(db, at, 'rows', days),
  },
  links: {
    policy: null,
    days: endedLinkDays,
    job: 'account.link-sweep',
    proof: null,
    due: async ({ db }, at, days) => {
      const before = daysBefore(at, days);
      return (await countOldLinks(db, before)) + (await countOldCodes(db, before)) + (await countOldShares(db, before));
    },
  },
  sessions: {
    policy: null,
    days: endedSessionDays,
    job: 'account.link-sweep',
    proof: null,
    due: ({ db }, at, days) => countOldSessions(db, daysBefore(at, days)),
  },
  'form-keys': {
    policy: null,
    days: keyDays,
    job: 'payments.reconcile',
    proof: null,
    due: ({ db, clock }, at, days) => countOldKeys(db, days - (at - clock.now()) / dayMs),
  },
  'audit-addresses': {
    policy: null,
    days: auditAddressDays,
    job: 'payments.reconcile',
    proof: null,
    due: ({ db }, at, days) => countOldAuditAddresses(db, daysBefore(at, days)),
  },
  'price-alerts': {
    policy: null,
    days: confirmWithinMs / dayMs,
    job: 'price-alert.check',
    proof: null,
    due: ({ db }, at, days) => countUnconfirmed(db, daysBefore(at, days)),
  },
  newsletter: {
    policy: null,
    days: unconfirmedDays,
    job: 'newsletter.tidy',
    proof: null,
    due: ({ db }, at, days) => countUnconfirmedReaders(db, daysBefore(at, days)),
  },
  'consultation-waits': {
    policy: null,
    days: null,
    job: 'consultations.watch',
    proof: null,
    due: ({ db }, at) => countOverWaits(db, at),
  },
  'consultation-papers': {
    policy: null,
    days: callPaperDays,
    job: 'consultations.watch',
    proof: null,
    due: ({ db }, at) => countOverPapers(db, at),
  },
  exports: { policy: null, days: exportKeptMs / dayMs, job: 'exports.watch', proof: null, due: ({ db }, at) => countExpired(db, at) },
  'webhook-log': {
    policy: null,
    days: webhookDays,
    job: 'webhooks.forget',
    proof: '/admin/webhooks',
    due: ({ db }, at) => countOldDeliveries(db, daysBefore(at, webhookDays)),
  },
  'shown-prices': {
    policy: null,
    days: shownDays,
    job: 'orders.expire',
    proof: null,
    due: ({ db }, at) => countOldShownQuotes(db, at),
  },
  'flight-searches': {
    policy: null,
    days: flightSearchDaysKept,
    job: 'analytics.add-up',
    proof: null,
    due: ({ db }, at) => countOldFlightSearches(db, dateIn('Asia/Dubai', at)),
  },
  'privacy-copies': {
    policy: null,
    days: (copyHours * hourMs) / dayMs,
    job: 'privacy.sweep',
    proof: '/admin/privacy-requests',
    due: ({ db }, at) => countOldCopies(db, new Date(at)),
  },
  applications: {
    policy: null,
    days: null,
    job: 'recruitment.watch',
    proof: '/admin/audit-log?action=job.purged',
    due: ({ db }, at) => countOverdue(db, dateIn('Asia/Dubai', at)),
  },
  'cv-uploads': {
    policy: null,
    days: unsentDays,
    job: 'recruitment.watch',
    proof: null,
    due: ({ db }, at, days) => countOldUploads(db, daysBefore(at, days)),
  },
  'job-alerts': {
    policy: null,
    days: unsentDays,
    job: 'recruitment.watch',
    proof: null,
    due: ({ db }, at, days) => countUnconfirmedJobAlerts(db, daysBefore(at, days)),
  },
};

/** Days ahead that are looked at for what is due next. */
export const aheadDays = 7;
/** Days over which what went is added up. */
const recentDays = 30;

export interface KeptLine {
  readonly kind: KeptKind;
  readonly policy: RetentionPolicy | null;
  /** Days; null for data whose owner chose the time. */
  readonly days: number | null;
  readonly job: string;
  readonly proof: string | null;
  /** When its job last looked, ISO; null before the first time. */
  readonly lastAt: string | null;
  /** What went in the last thirty days. */
  readonly gone: number;
  /** What is over now and waits for the job, and what will be over in a week. Of visas at most what one run takes. */
  readonly due: number;
  readonly soon: number;
}

/** Every kind of data that goes by the clock, or those asked for. */
export async function readKeptData(platform: Platform, kinds: readonly KeptKind[] = keptKinds): Promise<KeptLine[]> {
  const { db, clock } = platform;
  const now = clock.now();
  const [policies, sums] = await Promise.all([listPolicies(db), sumRetention(db, addDays(dateIn('Asia/Dubai', now), 1 - recentDays))]);
  return Promise.all(
    kinds.map(async (kind) => {
      const { policy, days: fixed, job, proof, due } = register[kind];
      const days = policy ? policies.find(({ code }) => code === policy)!.days : fixed;
      const sum = sums.get(kind);
      return {
        kind,
        policy,
        days,
        job,
        proof,
        lastAt: sum?.lastAt.toISOString() ?? null,
        gone: sum?.gone ?? 0,
        due: await due(platform, now, days ?? 0),
        soon: await due(platform, addMilliseconds(now, aheadDays * dayMs), days ?? 0),
      };
    }),
  );
}

/** How many would go at once if a kind were kept for so many days. */
export function countDueWith(platform: Platform, kind: KeptKind, days: number): Promise<number> {
  return register[kind].due(platform, platform.clock.now(), days);
}

export const kindOfPolicy = (policy: RetentionPolicy): KeptKind => keptKinds.find((kind) => register[kind].policy === policy)!;

/** What no job lets go: the law keeps it, or its owner does. Each has words for how long and why. */
export const keptWithoutClock = ['orders', 'accounts', 'travellers', 'readers', 'consents', 'tickets', 'staff', 'audit'] as const;
