import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { Rounding } from './display-conversion.ts';
import { rateChangeMachine } from './rate-change-status.ts';
import {
  changePolicy,
  findBeforeHand,
  findChange,
  findChangeIn,
  findFeed,
  findNewestFeed,
  insertChange,
  keepFeed,
  listEndedOverrides,
  listPolicies,
  lockPolicy,
  moveChange,
  putIntoForce,
} from './rate-changes-store.server.ts';
import type { RateChange, RateFeed } from './rate-changes.tables.ts';
import {
  crossRate,
  faultOf,
  isFirstPerson,
  longestOverrideDays,
  moveBetween,
  needsSecondPerson,
  settableCurrencies,
  storedRate,
  withSpread,
  type RateFault,
  type SettableCurrency,
  type RateSource,
} from './rate-rules.ts';
import { mostFeedBytes, readDailyRates } from './read-daily-rates.ts';

type Edge = Pick<Platform, 'db' | 'clock'>;
export type RateRefusal =
  | RateFault
  | MoveRefusal
  | 'no-reason'
  | 'end-wrong'
  | 'already-proposed'
  | 'second-person'
  | 'changed-meanwhile'
  | 'no-feed'
  | 'feed-silent'
  | 'feed-unread'
  | 'no-such-change';

/** What became of a rate that was asked for. */
export type RateAnswer = 'live' | 'proposed';

const automatic = 'system';
const feedTimeoutMs = 10_000;
const taskOf = (change: Pick<RateChange, 'id'>) => ({ kind: 'rate-jump', subject: `rate_changes:${change.id}` });

interface Wish {
  readonly target: SettableCurrency;
  readonly rate: number;
  readonly source: RateSource;
  readonly spread: number;
  readonly feedId: string | null;
  readonly endsAt: Date | null;
  readonly reason: string;
  readonly actor: string;
}

/** Asks for a rate: a small move is live at once, a larger one waits. The policy's row must be locked. */
async function ask(tx: Tx, now: Instant, wish: Wish): Promise<Outcome<RateAnswer, RateRefusal>> {
  const live = await findChangeIn(tx, wish.target, 'live');
  if (!live) throw new Error(`no live rate for ${wish.target}`);
  const fault = faultOf(Number(live.rate), wish.rate);
  const sameEnd = live.endsAt?.getTime() === wish.endsAt?.getTime();
  if (fault && !(fault === 'rate-same' && (live.source !== wish.source || !sameEnd))) return refuse(fault);
  const waiting = await findChangeIn(tx, wish.target, 'proposed');
  if (waiting) {
    // A newer file speaks for the older one; what a colleague asked for is theirs.
    if (wish.source !== 'feed' || waiting.source !== 'feed') return refuse('already-proposed');
    if (waiting.rate === storedRate(wish.rate)) return refuse('already-proposed');
    await moveChange(tx, waiting, { status: 'refused', decidedBy: automatic, decidedAt: new Date(now) });
    await closeStaffTask(tx, now, { ...taskOf(waiting), by: automatic });
  }
  const { actor, rate, ...rest } = wish;
  const moved = moveBetween(Number(live.rate), rate);
  const change = await insertChange(tx, { ...rest, rate: storedRate(rate), moved, proposedBy: actor }, now);
  const subject = `rate_changes:${change.id}`;
  const detail = { target: wish.target, from: live.rate, to: change.rate, moved, source: wish.source };
  const why = wish.reason ? { reason: wish.reason } : {};
  await audit(tx, now, { actor, action: 'rate.proposed', subject, detail, ...why });
  if (needsSecondPerson(moved)) {
    const percent = (moved / 100).toFixed(1);
    await openStaffTask(tx, now, {
      ...taskOf(change),
      textKey: 'tasks:rate-jump',
      detail: { target: wish.target, percent },
      askedBy: actor,
    });
    return done('proposed');
  }
  await makeLive(tx, now, { change, live, by: automatic });
  return done('live');
}

async function makeLive(tx: Tx, now: Instant, { change, live, by }: { change: RateChange; live: RateChange; by: string }): Promise<void> {
  await moveChange(tx, live, { status: 'superseded' });
  const settingId = await putIntoForce(tx, change.target, change.rate, now);
  await moveChange(tx, change, { status: 'live', decidedBy: by, decidedAt: new Date(now), settingId });
  const detail = { target: change.target, rate: change.rate };
  await audit(tx, now, { actor: by, action: 'rate.live', subject: `rate_changes:${change.id}`, detail });
}

/** Keeps a rate by hand, until a moment at the latest; `until` is a Dubai midnight or null for as long as it stands. */
export async function setRate(
  platform: Edge,
  work: {
    readonly target: SettableCurrency;
    readonly rate: number;
    readonly until: Date | null;
    readonly reason: string;
    readonly staffId: string;
  },
): Promise<Outcome<RateAnswer, RateRefusal>> {
  const reason = work.reason.trim();
  if (reason.length < 3) return refuse('no-reason');
  return transact(platform.db, async (tx): Promise<Outcome<RateAnswer, RateRefusal>> => {
    const now = platform.clock.now();
    const policy = await lockPolicy(tx, work.target);
    if (!policy) return refuse('rate-wrong');
    const ahead = work.until ? work.until.getTime() - now : 0;
    if (work.until && (ahead <= 0 || ahead > longestOverrideDays * 86_400_000)) return refuse('end-wrong');
    // What follows the bank is set aside for a time; without an end it would follow nobody and nobody would know.
    if (policy.follows === 'feed' && !work.until) return refuse('end-wrong');
    const source = policy.follows === 'feed' ? 'override' : 'house';
    const endsAt = source === 'override' ? work.until : null;
    return ask(tx, now, {
      target: work.target,
      rate: work.rate,
      source,
      spread: 0,
      feedId: null,
      endsAt,
      reason,
      actor: `staff:${work.staffId}`,
    });
  });
}

/** Says yes or no to a rate that waits. Nobody approves what they asked for; anybody may withdraw it. */
export async function decideRate(
  platform: Edge,
  work: { readonly id: string; readonly approve: boolean; readonly staffId: string },
): Promise<Outcome<RateAnswer | 'refused', RateRefusal>> {
  const by = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<RateAnswer | 'refused', RateRefusal>> => {
    const now = platform.clock.now();
    const asked = await findChange(tx, work.id);
    if (!asked) return refuse('no-such-change');
    await lockPolicy(tx, asked.target);
    const change = (await findChange(tx, work.id))!;
    const move = moveOn(rateChangeMachine, change.status, work.approve ? 'approve' : 'refuse', 'staff');
    if (!move.ok) return refuse(move.refused);
    if (!work.approve) {
      await moveChange(tx, change, { status: 'refused', decidedBy: by, decidedAt: new Date(now) });
      await closeStaffTask(tx, now, { ...taskOf(change), by });
      await audit(tx, now, { actor: by, action: 'rate.refused', subject: `rate_changes:${change.id}` });
      return done('refused');
    }
    const feed = change.feedId ? await findFeed(tx, change.feedId) : null;
    if (isFirstPerson(by, change, feed)) return refuse('second-person');
    if (change.endsAt && change.endsAt.getTime() <= now) return refuse('end-wrong');
    const live = await findChangeIn(tx, change.target, 'live');
    await makeLive(tx, now, { change, live: live!, by });
    await closeStaffTask(tx, now, { ...taskOf(change), by });
    return done('live');
  });
}

/** Fetches the bank's file. Nothing changes by it: it is kept, and compared. */
export async function fetchFeed(
  platform: Edge & Pick<Platform, 'env' | 'log'>,
  actor: string | null,
): Promise<Outcome<string, RateRefusal>> {
  let text: string;
  try {
    const answer = await fetch(platform.env.RATES_URL, {
      signal: AbortSignal.timeout(feedTimeoutMs),
      headers: { Accept: 'application/xml' },
    });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    if (Number(answer.headers.get('content-length') ?? 0) > mostFeedBytes) throw new Error('too long');
    text = await answer.text();
  } catch (fault) {
    platform.log.warn({ fault: String(fault) }, 'the daily rates did not come');
    return refuse('feed-silent');
  }
  return readFeed(platform, { text, origin: 'bank', actor });
}

/** Keeps a daily file, fetched or brought by somebody. Answers its id. */
export async function readFeed(
  platform: Edge,
  file: { readonly text: string; readonly origin: RateFeed['origin']; readonly actor: string | null },
): Promise<Outcome<string, RateRefusal>> {
  const read = readDailyRates(file.text);
  const now = platform.clock.now();
  if (!read || Date.parse(read.day) > now + 86_400_000) return refuse('feed-unread');
  const actor = file.actor ?? automatic;
  return transact(platform.db, async (tx): Promise<Outcome<string, RateRefusal>> => {
    const { id, isNew } = await keepFeed(tx, { ...read, origin: file.origin, readBy: actor }, now);
    const detail = { day: read.day, origin: file.origin };
    if (isNew) await audit(tx, now, { actor, action: 'rate-feed.read', subject: `rate_feeds:${id}`, detail });
    return done(id);
  });
}

export interface FeedLine {
  readonly target: SettableCurrency;
  readonly next: number;
  /** Why a file does not touch this currency. */
  readonly kept: 'house' | 'override' | null;
}

/** What a file would set: the crossed rate of each currency with its margin. */
export async function compareFeed(platform: Edge, feed: RateFeed): Promise<FeedLine[]> {
  const policies = await listPolicies(platform.db);
  const lines: FeedLine[] = [];
  for (const target of settableCurrencies) {
    const policy = policies.find((one) => one.target === target);
    const crossed = crossRate(target, feed.perEuro);
    if (!policy || crossed === null) continue;
    const live = await findChangeIn(platform.db, target, 'live');
    const overridden = live?.source === 'override' && (live.endsAt?.getTime() ?? 0) > platform.clock.now();
    const kept = policy.follows === 'house' ? 'house' : overridden ? 'override' : null;
    lines.push({ target, next: withSpread(crossed, policy.spread), kept });
  }
  return lines;
}

export interface FeedResult {
  readonly live: number;
  readonly proposed: number;
  readonly same: number;
}

/** Asks for the rates of a file, for every currency that follows the bank and is not kept by hand just now. */
export async function applyFeed(
  platform: Edge,
  work: { readonly feedId: string; readonly actor: string | null },
): Promise<Outcome<FeedResult, RateRefusal>> {
  const feed = await findFeed(platform.db, work.feedId);
  if (!feed) return refuse('no-feed');
  const newest = await findNewestFeed(platform.db);
  if (newest && newest.day > feed.day) return refuse('changed-meanwhile');
  const count = { live: 0, proposed: 0, same: 0 };
  for (const target of settableCurrencies) {
    const answer = await followFeed(platform, { target, feed, actor: work.actor ?? automatic, endOverride: false });
    count[answer.ok ? answer.value : 'same'] += 1;
  }
  return done(count);
}

async function followFeed(
  platform: Edge,
  work: { readonly target: SettableCurrency; readonly feed: RateFeed; readonly actor: string; readonly endOverride: boolean },
): Promise<Outcome<RateAnswer, RateRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<RateAnswer, RateRefusal>> => {
    const now = platform.clock.now();
    const policy = await lockPolicy(tx, work.target);
    const crossed = crossRate(work.target, work.feed.perEuro);
    if (!policy || policy.follows !== 'feed' || crossed === null) return refuse('no-feed');
    const live = await findChangeIn(tx, work.target, 'live');
    if (!work.endOverride && live?.source === 'override' && (live.endsAt?.getTime() ?? 0) > now) return refuse('no-feed');
    return ask(tx, now, {
      target: work.target,
      rate: withSpread(crossed, policy.spread),
      source: 'feed',
      spread: policy.spread,
      feedId: work.feed.id,
      endsAt: null,
      reason: '',
      actor: work.actor,
    });
  });
}

/** Whom a currency follows and with what margin. Following the bank, it takes the newest file's rate at once. */
export async function setPolicy(
  platform: Edge,
  work: {
    readonly target: SettableCurrency;
    readonly follows: 'feed' | 'house';
    readonly spread: number;
    readonly version: number;
    readonly staffId: string;
  },
): Promise<Outcome<RateAnswer | 'kept', RateRefusal>> {
  const actor = `staff:${work.staffId}`;
  const kept = await transact(platform.db, async (tx): Promise<Outcome<null, RateRefusal>> => {
    const now = platform.clock.now();
    const { target, follows, spread } = work;
    if (!(await changePolicy(tx, work, { follows, spread, changedBy: actor }, now))) return refuse('changed-meanwhile');
    await audit(tx, now, { actor, action: 'rate-policy.changed', subject: `rate_policies:${target}`, detail: { follows, spread } });
    return done(null);
  });
  if (!kept.ok) return kept;
  const feed = work.follows === 'feed' ? await findNewestFeed(platform.db) : null;
  if (!feed) return done('kept');
  const followed = await followFeed(platform, { target: work.target, feed, actor, endOverride: false });
  return followed.ok ? followed : done('kept');
}

/** Takes a currency out of what visitors may choose, or back into it. Its rate stays in force for what was reckoned with it. */
export async function showCurrency(
  platform: Edge,
  work: {
    readonly target: SettableCurrency;
    readonly shown: boolean;
    readonly reason: string;
    readonly version: number;
    readonly staffId: string;
  },
): Promise<Outcome<'shown' | 'hidden', RateRefusal>> {
  const reason = work.reason.trim();
  if (reason.length < 3) return refuse('no-reason');
  const actor = `staff:${work.staffId}`;
  const word = work.shown ? 'shown' : 'hidden';
  return transact(platform.db, async (tx): Promise<Outcome<'shown' | 'hidden', RateRefusal>> => {
    const now = platform.clock.now();
    if (!(await changePolicy(tx, work, { isShown: work.shown, changedBy: actor }, now))) return refuse('changed-meanwhile');
    await audit(tx, now, { actor, action: `currency.${word}`, subject: `rate_policies:${work.target}`, reason });
    return done(word);
  });
}

/** To what prices are rounded where they are shown in a currency. What is charged stays as it is. */
export async function setRounding(
  platform: Edge,
  work: { readonly target: SettableCurrency; readonly rounding: Rounding; readonly version: number; readonly staffId: string },
): Promise<Outcome<'rounded', RateRefusal>> {
  const actor = `staff:${work.staffId}`;
  const { target, rounding } = work;
  return transact(platform.db, async (tx): Promise<Outcome<'rounded', RateRefusal>> => {
    const now = platform.clock.now();
    const before = await lockPolicy(tx, target);
    if (!before || !(await changePolicy(tx, work, { rounding, changedBy: actor }, now))) return refuse('changed-meanwhile');
    const detail = { from: before.rounding, to: rounding };
    await audit(tx, now, { actor, action: 'currency.rounded', subject: `rate_policies:${target}`, detail });
    return done('rounded');
  });
}

/**
 * Ends what is kept by hand before its time: the bank's rate counts again, or where no file of the bank was read yet what was in
 * force before.
 */
export async function endOverride(
  platform: Edge,
  work: { readonly target: SettableCurrency; readonly staffId: string },
): Promise<Outcome<RateAnswer, RateRefusal>> {
  const actor = `staff:${work.staffId}`;
  const feed = await findNewestFeed(platform.db);
  if (feed) return followFeed(platform, { target: work.target, feed, actor, endOverride: true });
  return transact(platform.db, async (tx): Promise<Outcome<RateAnswer, RateRefusal>> => {
    await lockPolicy(tx, work.target);
    const live = await findChangeIn(tx, work.target, 'live');
    const before = live?.source === 'override' ? await findBeforeHand(tx, work.target) : null;
    if (!before) return refuse('no-feed');
    const { source, spread, feedId } = before;
    return ask(tx, platform.clock.now(), {
      target: work.target,
      rate: Number(before.rate),
      source,
      spread,
      feedId,
      endsAt: null,
      reason: '',
      actor,
    });
  });
}

/** Overrides whose time is over go back to the bank's rate; without a file somebody must say what counts. */
export async function endOverrides(platform: Edge & Pick<Platform, 'log'>): Promise<void> {
  const feed = await findNewestFeed(platform.db);
  const over = await listEndedOverrides(platform.db, platform.clock.now());
  const failed = await eachRow(platform, 'rate', over, async (change) => {
    const answer = feed && (await followFeed(platform, { target: change.target, feed, actor: automatic, endOverride: true }));
    if (answer?.ok) return;
    await transact(platform.db, (tx) =>
      openStaffTask(tx, platform.clock.now(), {
        kind: 'rate-ended',
        subject: `rate_changes:${change.id}`,
        textKey: 'tasks:rate-ended',
        detail: { target: change.target },
      }),
    );
  });
  mustAllBeTaken(failed);
}
