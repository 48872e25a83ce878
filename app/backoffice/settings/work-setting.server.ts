import { isDeepStrictEqual } from 'node:util';
import { readLetterLimits } from '#app/commerce/campaigns/letter-limits.server.ts';
import { forgetDeskHours, readDeskHours } from '#app/commerce/inquiries/desk-hours.server.ts';
import type { InvoiceSeller } from '#app/commerce/invoices/invoice-lines.ts';
import { readSeller, saveSeller } from '#app/commerce/invoices/invoices-store.server.ts';
import { withYearBegun, type NumberSeries } from '#app/commerce/invoices/number-series.ts';
import { isPrefixTaken, readNumberSeries, saveNumberSeries, yearOfNumbers } from '#app/commerce/invoices/number-series-store.server.ts';
import { forgetSeries } from '#app/commerce/invoices/staff/check-numbers.server.ts';
import { readOfferedWays } from '#app/commerce/payments/offered-ways.server.ts';
import { readTaxes } from '#app/commerce/pricing/pricing-store.server.ts';
import { treatmentOn, withBegun, type TaxSetting } from '#app/commerce/pricing/tax-rules.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { forgetShownBrand, readBranding } from '#app/platform/branding.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readHouseFacts, type HouseFactsEdge } from '#app/platform/house-facts.server.ts';
import { readRefundLimits } from '#app/platform/refund-limits.server.ts';
import { readSecondFactorRule } from '#app/platform/second-factor-rule.server.ts';
import { begunAt, type SecondFactorRule } from '#app/platform/second-factor-rule.ts';
import { hasSecondFactor } from '#app/platform/second-factor-store.server.ts';
import { settingMachine, type SettingEvent, type SettingSection } from '#app/platform/setting-status.ts';
import { forgetOfferedLanguages, readShopLanguages } from '#app/platform/shop-languages.server.ts';
import { findSettingChange, insertSetting, lockOpenSetting, nextSettingVersion, saveSetting } from '#app/platform/settings-store.server.ts';
import type { SettingChange } from '#app/platform/settings.tables.ts';
import { readDiscountLimits } from '#app/products/flights/quotes/discount-limits.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { differences, linesOf, needsFinance, needsSecond, type SettingValues } from './setting-forms.ts';

type Edge = Pick<Platform, 'db' | 'clock' | 'env'>;
type Value = SettingValues[SettingSection];

export const settingDecisions = ['apply', 'agree', 'send-back', 'drop'] as const;
export type SettingDecision = (typeof settingDecisions)[number];
export type SettingRefusal =
  | 'permission'
  | 'changed'
  | 'same'
  | 'under-way'
  | 'own'
  | 'not-now'
  | 'no-reason'
  | 'own-factor'
  | 'finance'
  | 'past-day'
  | 'begun'
  | 'past-year'
  | 'prefix-taken';

interface Ask {
  readonly viewer: Viewer;
  readonly section: SettingSection;
  readonly requestId: string;
}

/** What counts of a section in this moment. */
export function readSetting({ db, env, clock }: HouseFactsEdge & Pick<Platform, 'clock'>, section: SettingSection): Promise<Value> {
  if (section === 'company') return readSeller(db);
  if (section === 'public') return readHouseFacts({ db, env });
  if (section === 'languages') return readShopLanguages(db);
  if (section === 'branding') return readBranding(db);
  if (section === 'second-factor') return readSecondFactorRule(db);
  if (section === 'hours') return readDeskHours(db);
  if (section === 'taxes') return readTaxes(db, clock.now());
  if (section === 'numbers') return readNumberSeries(db, clock.now());
  if (section === 'limits') return readRefundLimits(db);
  if (section === 'letters') return readLetterLimits(db);
  return section === 'discounts' ? readDiscountLimits(db) : readOfferedWays(db);
}

const isSame = (section: SettingSection, one: Value, other: Value) =>
  differences(linesOf(section, one), linesOf(section, other)).length === 0;

/**
 * Keeps what is to stand as a draft: nothing changes by it. `version` is that of the draft the form showed, 0 when it showed
 * none; a draft that a colleague wrote meanwhile is not written over.
 */
export async function draftSetting(
  { db, clock, env }: Edge,
  ask: Ask & { readonly value: Value; readonly reason: string; readonly version: number },
): Promise<Outcome<null, SettingRefusal>> {
  const { viewer, section, value, reason } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'settings:edit')) return refuse('permission');
  const by = `staff:${viewer.user.id}`;
  return transact(db, async (tx): Promise<Outcome<null, SettingRefusal>> => {
    const now = clock.now();
    const before = await readSetting({ db: tx, env, clock }, section);
    if (isSame(section, before, value)) return refuse('same');
    if (section === 'second-factor' && (await wouldOwe(tx, viewer, value as SecondFactorRule))) return refuse('own-factor');
    if (section === 'taxes' && beginsBehind(value as TaxSetting, now)) return refuse('past-day');
    const numbered = section === 'numbers' ? await numbersRefused(tx, value as NumberSeries, now) : null;
    if (numbered) return refuse(numbered);
    const open = await lockOpenSetting(tx, section);
    if (open && !moveOn(settingMachine, open.status, 'rewrite', 'author').ok) return refuse('under-way');
    if ((open?.rowVersion ?? 0) !== ask.version) return refuse('changed');
    const touchedBy = [...new Set([...(open?.touchedBy ?? []), by])];
    const change = { before, value, reason, writtenBy: by, touchedBy, writtenAt: new Date(now) };
    if (open) await saveSetting(tx, open, { ...change, answer: '' });
    else if (!(await insertSetting(tx, { section, ...change }))) return refuse('changed');
    await audit(tx, now, { actor: by, action: 'setting.drafted', subject: `settings:${section}`, reason, requestId: ask.requestId });
    return done(null);
  });
}

/** Makes a draft of what stood before an applied change: putting back is a change like any other, seen before it counts. */
export async function putBackSetting(
  edge: Edge,
  ask: Ask & { readonly id: string; readonly reason: string },
): Promise<Outcome<null, SettingRefusal>> {
  const change = await findSettingChange(edge.db, ask.id);
  if (!change || change.section !== ask.section || change.status !== 'applied') return refuse('not-now');
  const before = change.before as Value;
  const now = edge.clock.now();
  // What was still ahead then, and has begun since, is put back as what holds.
  const value =
    ask.section === 'taxes'
      ? withBegun(before as TaxSetting, todayAt(now))
      : ask.section === 'numbers'
        ? withYearBegun(before as NumberSeries, yearOfNumbers(now))
        : before;
  return draftSetting(edge, { ...ask, value, version: 0 });
}

/** What becomes of the change under way. Applying asks for a second person where one is needed. */
export async function decideSetting(
  { db, clock }: Edge,
  ask: Ask & { readonly decision: SettingDecision; readonly version: number; readonly answer: string },
): Promise<Outcome<'applied' | 'asked' | 'sent-back' | 'dropped', SettingRefusal>> {
  const { viewer, section, decision, answer } = ask;
  if (viewer.kind !== 'staff') return refuse('permission');
  if (!may(viewer, decision === 'agree' || decision === 'send-back' ? 'settings:agree' : 'settings:edit')) return refuse('permission');
  const by = `staff:${viewer.user.id}`;
  const outcome = await transact(db, async (tx): Promise<Outcome<'applied' | 'asked' | 'sent-back' | 'dropped', SettingRefusal>> => {
    const now = clock.now();
    const change = await lockOpenSetting(tx, section);
    if (!change) return refuse('not-now');
    if (change.rowVersion !== ask.version) return refuse('changed');
    const own = change.touchedBy.includes(by);
    if (decision === 'agree' && own) return refuse('own');
    if (decision === 'agree' && needsFinance(section) && !viewer.staff.roles.includes('finance')) return refuse('finance');
    if (decision === 'send-back' && !own && answer.length < 3) return refuse('no-reason');
    const event: SettingEvent =
      decision === 'apply' && needsSecond(section, change.before as Value, change.value as Value) ? 'ask' : decision;
    const move = moveOn(settingMachine, change.status, event, decision === 'agree' ? 'second' : 'author');
    if (!move.ok) return refuse('not-now');
    if (section === 'taxes' && (move.to === 'applied' || move.to === 'waiting') && hasBegun(change, now)) return refuse('begun');
    if (section === 'numbers' && (move.to === 'applied' || move.to === 'waiting')) {
      const numbered = await numbersRefused(tx, change.value as NumberSeries, now);
      if (numbered) return refuse(numbered);
    }
    if (move.to === 'applied' && section === 'second-factor' && (await wouldOwe(tx, viewer, change.value as SecondFactorRule)))
      return refuse('own-factor');
    const moved = { change, by, now };
    if (move.to === 'applied') await applySetting(tx, moved);
    else
      await saveSetting(tx, change, {
        status: move.to,
        ...(move.to === 'waiting' ? {} : { answer, decidedBy: by, decidedAt: new Date(now) }),
      });
    await followApproval(
      tx,
      now,
      { kind: 'setting-change', subject: `setting_changes:${change.id}`, detail: { section } },
      { waits: move.to === 'waiting', by },
    );
    await audit(tx, now, {
      actor: by,
      action: `setting.${move.to}`,
      subject: `settings:${section}`,
      reason: answer || change.reason,
      // What a section says is the house's own, never a person's.
      detail: { change: change.id, ...(move.to === 'applied' ? { before: change.before, value: change.value } : {}) },
      requestId: ask.requestId,
    });
    const became = { applied: 'applied', waiting: 'asked', draft: 'sent-back', dropped: 'dropped' } as const;
    return done(became[move.to]);
  });
  if (outcome.ok && section === 'hours') forgetDeskHours(db);
  if (outcome.ok && section === 'languages') forgetOfferedLanguages(db);
  if (outcome.ok && section === 'branding') forgetShownBrand(db);
  if (outcome.ok && section === 'numbers') forgetSeries(db);
  return outcome;
}

const todayAt = (now: Instant) => dateIn('Asia/Dubai', now);

/** Whether a change of taxes is said to hold from a day that is not ahead: what was sold since was taxed as it stood. */
function beginsBehind({ next }: TaxSetting, now: Instant): boolean {
  return next !== null && next.from <= todayAt(now);
}

/**
 * Whether a day has come since a change of taxes was drafted that makes it another than it says: its own, or the one of
 * what it was to replace, where today would be taxed otherwise by it.
 */
function hasBegun({ before, value }: Pick<SettingChange, 'before' | 'value'>, now: Instant): boolean {
  const [was, is] = [before as TaxSetting, value as TaxSetting];
  const today = todayAt(now);
  if (beginsBehind(is, now)) return true;
  return beginsBehind(was, now) && !isDeepStrictEqual(withBegun(was, today).now, treatmentOn(is, today));
}

/** Why numbers cannot begin so: the year is there already, or a prefix is the other series' own. */
async function numbersRefused(tx: Tx, value: NumberSeries, now: Instant): Promise<'past-year' | 'prefix-taken' | null> {
  if (value.next && value.next.year <= yearOfNumbers(now)) return 'past-year';
  return (await isPrefixTaken(tx, value)) ? 'prefix-taken' : null;
}

/** Nobody closes the desk to themselves: whoever makes a role of theirs have a second factor has one first. */
async function wouldOwe(tx: Tx, viewer: Viewer, rule: SecondFactorRule): Promise<boolean> {
  if (viewer.kind !== 'staff' || !viewer.staff.roles.some((role) => rule.roles.includes(role))) return false;
  return !(await hasSecondFactor(tx, viewer.user.id));
}

async function applySetting(tx: Tx, { change, by, now }: { change: SettingChange; by: string; now: Instant }): Promise<void> {
  const version = await nextSettingVersion(tx, change.section);
  const rule = change.section === 'second-factor' ? begunAt(change.value as SecondFactorRule, await readSecondFactorRule(tx), now) : null;
  await saveSetting(tx, change, { status: 'applied', version, decidedBy: by, decidedAt: new Date(now), ...(rule ? { value: rule } : {}) });
  // Documents read who sells from a table of their own.
  if (change.section === 'company') await saveSeller(tx, change.value as InvoiceSeller);
  // Numbers read what they begin with beside their counter.
  if (change.section === 'numbers') await saveNumberSeries(tx, now, change.value as NumberSeries);
}
