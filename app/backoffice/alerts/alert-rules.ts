import type { Instant } from '#app/values/dates.ts';

/*
 * What of the open tasks concerns one colleague, and why. Nothing is written when it comes about: it is reckoned from the
 * tasks as they are, so that an alert ends in the moment in which its matter does.
 */

/** Why a task concerns somebody, the strongest first: the first that holds and is wanted is the reason. */
export const alertReasons = ['late', 'mention', 'approval', 'mine', 'figures'] as const;
export type AlertReason = (typeof alertReasons)[number];

/** A colleague is named in a note. */
export const mentions: readonly string[] = ['ticket-mention', 'record-mention'];
/** Somebody asked for a second person. */
export const approvals: readonly string[] = [
  'bank-approval',
  'dispute-approval',
  'refund-approval',
  'return-approval',
  'own-fare',
  'own-fare-seats',
  'supplier-bank',
  'markup-draft',
  'price-policy',
  'price-experiment',
  'flight-discount',
  'name-fee',
  'campaign',
  'tour-edition',
  'activity-edition',
  'stay-edition',
  'activity-sale',
  'supply-import',
  'evisa-offer',
  'content-edition',
  'mail-wording',
  'letter-wording',
  'credit-approval',
  'role-request',
  'access-request',
  'job-requisition',
  'job-offer-approval',
  'credit-terms-approval',
  'retention-approval',
  'points-approval',
  'rate-jump',
  'asset-charge',
  'asset-write-off',
  'visa-purge',
];
/** A figure crossed the line that was drawn for it. */
export const figureKinds: readonly string[] = ['figure-alert', 'experiment-stopped'];

export interface AlertSubject {
  readonly kind: string;
  /** Instant by which somebody should have looked. */
  readonly due: Instant;
  /** From when on it concerns whoever leads, too. */
  readonly escalates: Instant;
  /** Put off by whoever has it, or by anybody where nobody has; or null. */
  readonly snoozedUntil: Instant | null;
  /** `staff:` and an id, or null. */
  readonly claimedBy: string | null;
  readonly askedBy: string | null;
}

/** Put off, and not back yet. What has escalated is put off no longer. */
export const isAsleep = ({ snoozedUntil, escalates }: Pick<AlertSubject, 'snoozedUntil' | 'escalates'>, now: Instant) =>
  snoozedUntil !== null && snoozedUntil > now && escalates >= now;

/**
 * Why a task concerns a colleague; null when it does not. `who` is `staff:` and an id, `may` whether their role may deal
 * with the task and leads, `without` what they do not want to be told of. What a colleague has taken on is theirs to be
 * late with, until it has been late for as long as it had time; one's own request for a second person is nobody's news but
 * the others'. `countUnread` says the same to the database.
 */
export function reasonOf(
  task: AlertSubject,
  who: string,
  may: { readonly do: boolean; readonly lead: boolean },
  now: Instant,
  without: readonly AlertReason[] = [],
): AlertReason | null {
  const mine = task.claimedBy === who;
  const escalated = task.escalates < now;
  if (isAsleep(task, now)) return null;
  const open = mine || (may.do && task.askedBy !== who && (task.claimedBy === null || (may.lead && escalated)));
  if (!open) return null;
  // What somebody else has taken on concerns who leads for one reason alone.
  const theirs = task.claimedBy !== null && !mine;
  const holds: Readonly<Record<AlertReason, boolean>> = {
    late: task.due < now,
    mention: mine && mentions.includes(task.kind),
    approval: !theirs && approvals.includes(task.kind),
    mine: mine && !mentions.includes(task.kind),
    figures: !theirs && figureKinds.includes(task.kind),
  };
  return alertReasons.find((reason) => holds[reason] && !without.includes(reason)) ?? null;
}
