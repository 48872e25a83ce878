import { readRates } from '#app/commerce/currencies/currency-store.server.ts';
import type { Rates } from '#app/commerce/currencies/display-conversion.ts';
import { reservedSlugs, slugOf } from '#app/commerce/supply/supply-fields.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit, listAuditOf } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { isSlug } from '#app/values/ids.ts';
import { currencyDecimals, type Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { isDisplayCurrency } from '#app/values/preferences.ts';
import { moveOn } from '#app/values/status-table.ts';
import type { DeskTour, TourEdition } from '../holidays.tables.ts';
import { searchWordsOf } from '../tour-catalogue.ts';
import {
  contentOf,
  costPerPerson,
  newContent,
  tourFaults,
  tourOf,
  withChangedPrices,
  type TourContent,
  type TourFault,
} from '../tour-content.ts';
import { tourSupplyMachine, type TourEvent } from '../tour-supply-status.ts';
import { forgetCards, readCatalogueTourOf, saveTours, setWithdrawn } from '../tours-store.server.ts';
import {
  endPublished,
  findOpenEdition,
  findPublished,
  insertDeskTour,
  insertEdition,
  insertHouseEdition,
  lockDeskTour,
  moveDeskTour,
  moveEdition,
  saveEdition,
} from './tour-editions-store.server.ts';

export type TourRefusal =
  | 'not-found'
  | 'changed-meanwhile'
  | 'not-possible'
  | 'second-person'
  | 'faults'
  | 'reason'
  | 'title'
  | 'taken'
  | 'nothing-changed';

/** What a cost comes to in fils, at the rates the shop shows prices with; null for a currency it has none of. */
export function filsAt(rates: Rates): (amount: Money) => number | null {
  return ({ amount, currency }) =>
    isDisplayCurrency(currency) ? (amount / 10 ** currencyDecimals[currency] / rates[currency]) * 100 : null;
}

/** Begins a tour that nobody sells yet. Its id is made of its English title and stays. */
export async function startTour(
  platform: Platform,
  ask: { readonly title: string; readonly staffId: string; readonly keep?: Keep<Outcome<string, TourRefusal>> },
): Promise<Outcome<string, TourRefusal>> {
  const tourId = slugOf(ask.title);
  if (ask.title.length < 3 || !isSlug(tourId)) return refuse('title');
  if (reservedSlugs.includes(tourId)) return refuse('taken');
  return transact(platform.db, async (tx): Promise<Outcome<string, TourRefusal>> => {
    const now = platform.clock.now();
    if (await readCatalogueTourOf(tx, tourId)) return refuse('taken');
    if (!(await insertDeskTour(tx, now, { tourId, status: 'draft', changedBy: ask.staffId }))) return refuse('taken');
    await insertEdition(tx, now, { tourId, content: newContent(ask.title), by: ask.staffId });
    await note(tx, platform, ask.staffId, tourId, 'begun', {});
    await ask.keep?.(tx, done(tourId));
    return done(tourId);
  });
}

/**
 * Changes what the next edition of a tour says, and begins one where none is open. `version` is that of the edition the
 * page showed, 0 for none: what a colleague wrote meanwhile is not overwritten. An edition under review goes back first.
 */
export async function changeTour(
  platform: Platform,
  ask: {
    readonly tourId: string;
    readonly staffId: string;
    readonly version: number;
    readonly part: string;
    readonly change: (content: TourContent) => TourContent;
  },
): Promise<Outcome<number, TourRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<number, TourRefusal>> => {
    const tour = await deskTourOf(tx, platform, ask.tourId, ask.staffId);
    if (!tour) return refuse('not-found');
    const now = platform.clock.now();
    const open = await findOpenEdition(tx, ask.tourId);
    if ((open?.version ?? 0) !== ask.version) return refuse('changed-meanwhile');
    if (open?.status === 'in_review' || tour.status === 'archived') return refuse('not-possible');
    const live = open ? null : await readCatalogueTourOf(tx, ask.tourId);
    const before = open?.content ?? (live && (await contentOnSale(tx, ask.tourId, contentOf(live.tour))));
    if (!before) return refuse('not-found');
    const after = ask.change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return done(ask.version);
    const edition = open ?? (await insertEdition(tx, now, { tourId: ask.tourId, content: after, by: ask.staffId }));
    if (open) await saveEdition(tx, now, open, after, ask.staffId);
    await note(tx, platform, ask.staffId, ask.tourId, 'changed', { part: ask.part, edition: edition.number });
    return done(open ? open.version + 1 : edition.version);
  });
}

/** What is on sale has no costs of its own: those of the edition it came from go on. */
async function contentOnSale(tx: Tx, tourId: string, live: TourContent): Promise<TourContent> {
  const published = await findPublished(tx, tourId);
  return published ? { ...live, costs: published.content.costs } : live;
}

const approvalOf = (tourId: string) => ({ kind: 'tour-edition', subject: `tours:${tourId}`, detail: { tour: tourId } });

export type EditionWork = 'submit' | 'send-back' | 'publish' | 'drop';

/**
 * One step of the open edition. Publishing is for a second person, who had no hand in it, and needs a
 * content without faults; it writes the tour for the shop in the same transaction.
 */
export async function workEdition(
  platform: Platform,
  ask: { readonly tourId: string; readonly staffId: string; readonly version: number; readonly work: EditionWork; readonly reason: string },
): Promise<Outcome<readonly TourFault[], TourRefusal>> {
  const rates = await readRates(platform.db, platform.clock);
  const answer = await transact(platform.db, async (tx): Promise<Outcome<readonly TourFault[], TourRefusal>> => {
    const now = platform.clock.now();
    const tour = isSlug(ask.tourId) ? await lockDeskTour(tx, ask.tourId) : null;
    const open = tour && (await findOpenEdition(tx, ask.tourId));
    if (!tour || !open) return refuse('not-found');
    if (open.version !== ask.version) return refuse('changed-meanwhile');
    // What was put away comes back by its own move, never by the way of an edition.
    if (tour.status === 'archived' && (ask.work === 'submit' || ask.work === 'publish')) return refuse('not-possible');
    if (ask.work === 'drop' ? tour.status === 'draft' || open.status !== 'draft' : (open.status === 'draft') !== (ask.work === 'submit'))
      return refuse('not-possible');
    if (ask.work === 'send-back' && ask.reason === '') return refuse('reason');
    const faults = tourFaults(open.content, costPerPerson(open.content.costs, filsAt(rates)));
    // Selling under cost is a choice; whoever publishes sees it said.
    if ((ask.work === 'submit' || ask.work === 'publish') && faults.some((fault) => fault !== 'below-cost')) return refuse('faults');
    if (ask.work === 'publish' && (await writersOf(tx, ask.tourId, open)).has(ask.staffId)) return refuse('second-person');
    if (ask.work === 'publish') await publish(tx, platform, tour, open, ask.staffId);
    else await moveEdition(tx, now, open, ask.work, { reason: ask.reason });
    // A tour that was never on sale goes the same way as its first edition.
    if ((tour.status === 'draft' || tour.status === 'in_review') && ask.work !== 'drop' && ask.work !== 'publish')
      await moveDeskTour(tx, now, tour, ask.work, ask.staffId);
    await note(tx, platform, ask.staffId, ask.tourId, ask.work, { edition: open.number }, ask.reason);
    await followApproval(tx, now, approvalOf(ask.tourId), { waits: ask.work === 'submit', by: `staff:${ask.staffId}` });
    return done(faults);
  });
  if (answer.ok && ask.work === 'publish') forgetCards(platform.db);
  return answer;
}

/** Far more than an edition is ever changed. */
const mostChanges = 1_000;

/** Whoever had a hand in an edition: who began it, who changed it last, and by the audit everybody between. */
export async function writersOf(
  db: Db,
  tourId: string,
  edition: Pick<TourEdition, 'number' | 'writtenBy' | 'changedBy'>,
): Promise<ReadonlySet<string>> {
  const changed = (await listAuditOf(db, `tours:${tourId}`, mostChanges))
    .filter(({ action, detail }) => action === 'tour.changed' && detail['edition'] === edition.number)
    .map(({ actor }) => actor.replace(/^staff:/, ''));
  return new Set([edition.writtenBy, edition.changedBy, ...changed]);
}

async function publish(tx: Tx, platform: Platform, tour: DeskTour, open: TourEdition, staffId: string): Promise<void> {
  const now = platform.clock.now();
  const { tourId, content } = open;
  const before = await readCatalogueTourOf(tx, tourId);
  await endPublished(tx, now, tourId);
  await moveEdition(tx, now, open, 'publish', { decidedBy: staffId });
  const written = tourOf(tourId, content);
  const entry = { tour: written, searchWords: searchWordsOf(written, countryName) };
  await saveTours(tx, [before ? { ...entry, addedAt: before.addedAt } : entry], now);
  if (tour.status === 'in_review') await moveDeskTour(tx, now, tour, 'publish', staffId);
  // A paused tour is brought up to date and stays paused.
  if (tour.status === 'paused') await setWithdrawn(tx, tourId, new Date(now));
}

/** Takes a tour off sale, puts it back on, or puts it away. Bookings that are made stay as they are. */
export async function moveTour(
  platform: Platform,
  ask: { readonly tourId: string; readonly staffId: string; readonly event: TourEvent },
): Promise<Outcome<true, TourRefusal>> {
  const answer = await transact(platform.db, async (tx): Promise<Outcome<true, TourRefusal>> => {
    const now = platform.clock.now();
    const tour = await deskTourOf(tx, platform, ask.tourId, ask.staffId);
    if (!tour) return refuse('not-found');
    const live = await readCatalogueTourOf(tx, ask.tourId);
    const fits = ask.event === 'take-back' ? live !== null : ask.event === 'begin-again' ? live === null : true;
    const byEdition = ask.event === 'submit' || ask.event === 'send-back' || ask.event === 'publish';
    if (byEdition || !fits || !moveOn(tourSupplyMachine, tour.status, ask.event, 'staff').ok) return refuse('not-possible');
    await moveDeskTour(tx, now, tour, ask.event, ask.staffId);
    if (ask.event === 'pause') await setWithdrawn(tx, ask.tourId, new Date(now));
    if (ask.event === 'resume') await setWithdrawn(tx, ask.tourId, null);
    await note(tx, platform, ask.staffId, ask.tourId, ask.event, {});
    // What is put away is decided by nobody; taken out again, its edition waits as it did.
    const open = await findOpenEdition(tx, ask.tourId);
    const waits = open?.status === 'in_review' && ask.event !== 'archive';
    await followApproval(tx, now, approvalOf(ask.tourId), { waits, by: `staff:${open?.changedBy ?? ask.staffId}` });
    return done(true);
  });
  if (answer.ok) forgetCards(platform.db);
  return answer;
}

/** Changes every price of a tour by hundredths of a per cent and hands it to a second person. */
export async function submitPriceChange(
  platform: Platform,
  ask: { readonly tourId: string; readonly staffId: string; readonly hundredths: number },
): Promise<Outcome<true, TourRefusal>> {
  const open = isSlug(ask.tourId) && (await findOpenEdition(platform.db, ask.tourId));
  if (open) return refuse('not-possible');
  const change = (content: TourContent) => withChangedPrices(content, ask.hundredths);
  const changed = await changeTour(platform, { ...ask, version: 0, part: 'prices', change });
  if (!changed.ok) return changed;
  if (changed.value === 0) return refuse('nothing-changed');
  const submitted = await workEdition(platform, { ...ask, version: changed.value, work: 'submit', reason: '' });
  return submitted.ok ? done(true) : submitted;
}

/** The tour at the desk, locked. One of the house catalogue is taken over, with what it says now as its first edition. */
async function deskTourOf(tx: Tx, platform: Platform, tourId: string, staffId: string): Promise<DeskTour | null> {
  if (!isSlug(tourId)) return null;
  const known = await lockDeskTour(tx, tourId);
  if (known) return known;
  const live = await readCatalogueTourOf(tx, tourId);
  if (!live) return null;
  const now = platform.clock.now();
  if (await insertDeskTour(tx, now, { tourId, status: 'published', changedBy: staffId }))
    await insertHouseEdition(tx, now, tourId, contentOf(live.tour));
  return lockDeskTour(tx, tourId);
}

function note(
  tx: Tx,
  platform: Platform,
  staffId: string,
  tourId: string,
  action: string,
  detail: Readonly<Record<string, unknown>>,
  reason = '',
): Promise<unknown> {
  return audit(tx, platform.clock.now(), {
    actor: `staff:${staffId}`,
    action: `tour.${action}`,
    subject: `tours:${tourId}`,
    detail,
    ...(reason === '' ? {} : { reason }),
  });
}
