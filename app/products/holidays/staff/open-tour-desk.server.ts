import { readRates } from '#app/commerce/currencies/currency-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { foldText } from '#app/values/fold-text.ts';
import { isSlug } from '#app/values/ids.ts';
import { money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { RegionCode } from '#app/values/regions.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { listDeskDepartures } from '../booking/departures-store.server.ts';
import { houseTerms } from '../booking/holiday-price.ts';
import { departuresOf } from '../departure-rules.ts';
import { todayAtDesk } from '../find-tours.server.ts';
import {
  completeness,
  contentChanges,
  contentOf,
  costPerPerson,
  marginOf,
  tourCode,
  tourFaults,
  type TourContent,
} from '../tour-content.ts';
import { tourSupplyMachine, type TourState } from '../tour-supply-status.ts';
import { houseWriter, readCatalogueTourOf } from '../tours-store.server.ts';
import { filsAt, writersOf } from './edit-tour.server.ts';
import { findDeskTour, listCurrentEditions, listDeskTours, listEditions, listTourHeads } from './tour-editions-store.server.ts';

export interface TourListAsk {
  readonly find: string;
  readonly state: TourState | null;
  readonly region: RegionCode | null;
}

/** Every tour as the desk has it, with what is sold of its next departure, its margin and its languages. */
export async function openTourList(platform: Platform, ask: TourListAsk, language: LanguageCode) {
  const { db, clock } = platform;
  const today = todayAtDesk(platform);
  const [heads, desk, editions, rates] = await Promise.all([
    listTourHeads(db),
    listDeskTours(db),
    listCurrentEditions(db),
    readRates(db, clock),
  ]);
  const known = new Map(desk.map((row) => [row.tourId, row]));
  const live = new Map(heads.map((head) => [head.row.id, head]));
  const ids = [...new Set([...live.keys(), ...known.keys()])].sort();
  const sold = new Map((await listDeskDepartures(db, ids, today)).map((row) => [`${row.tourId}/${row.setsOff}`, row]));
  const rows = ids.map((id) => {
    const head = live.get(id);
    const own = editions.filter(({ tourId }) => tourId === id);
    const open = own.find(({ status }) => status !== 'published') ?? null;
    const content = open?.content ?? own[0]?.content ?? null;
    const facts = head?.row ?? null;
    const rule = facts ? { weekday: facts.departureWeekday, months: facts.departureMonths } : null;
    const next = rule ? (departuresOf(rule, today, 1)[0] ?? null) : null;
    const departure = next && sold.get(`${id}/${next}`);
    const price = facts?.priceAmount ?? content?.facts.price.amount ?? 0;
    const cost = content ? costPerPerson(content.costs, filsAt(rates)) : null;
    const told = head?.texts.find((text) => text.language === language) ?? head?.texts.find((text) => text.language === 'en');
    return {
      id,
      code: tourCode(id, facts?.days ?? content?.facts.days ?? 1),
      title: told?.title ?? content?.words.en.title ?? id,
      region: facts?.region ?? content!.facts.region,
      nights: facts?.nights ?? content!.facts.nights,
      next,
      sold: departure ? departure.sold : 0,
      capacity: departure ? departure.capacity : (facts?.groupSize ?? content!.facts.groupSize),
      price: money(price, 'AED'),
      margin: cost === null ? null : marginOf(price, cost).percent,
      languages: languageCodes.filter((code) =>
        open ? completeness(open.content, code).missing.length === 0 : head?.texts.some((text) => text.language === code),
      ),
      status: known.get(id)?.status ?? ('published' as TourState),
      edition: open?.status ?? null,
    };
  });
  const wanted = foldText(ask.find);
  const found = rows.filter(
    (row) =>
      (ask.region === null || row.region === ask.region) &&
      (wanted === '' || foldText(`${row.title} ${row.code} ${row.id}`).includes(wanted)),
  );
  const inState = (row: (typeof rows)[number], state: TourState) =>
    row.status === state || (state === 'in_review' && row.edition === 'in_review');
  const state = ask.state;
  return {
    counts: (['published', 'in_review', 'draft', 'paused', 'archived'] as const).map((one) => ({
      state: one,
      tours: found.filter((row) => inState(row, one)).length,
    })),
    all: found.length,
    rows: state === null ? found : found.filter((row) => inState(row, state)),
  };
}

/** One tour as the desk writes it: what the open edition says, else what is on sale; null when there is none of this id. */
export async function openTourRecord(platform: Platform, id: string, compared: number | null) {
  const { db, clock } = platform;
  if (!isSlug(id)) return null;
  const [desk, live, editions, rates] = await Promise.all([
    findDeskTour(db, id),
    readCatalogueTourOf(db, id),
    listEditions(db, id),
    readRates(db, clock),
  ]);
  const open = editions.find(({ status }) => status === 'draft' || status === 'in_review') ?? null;
  const onSale = editions.find(({ status }) => status === 'published') ?? null;
  const selling = live && { ...contentOf(live.tour), ...(onSale ? { costs: onSale.content.costs } : {}) };
  const content: TourContent | null = open?.content ?? selling ?? editions[0]?.content ?? null;
  if (!content) return null;
  const names = await findStaffNames(db, [...new Set(editions.flatMap((one) => [one.writtenBy, one.changedBy, one.decidedBy ?? '']))]);
  const writers = open ? await writersOf(db, id, open) : [];
  const nameOf = (who: string | null) => (who === null || who === 'catalogue' || who === houseWriter ? null : (names.get(who) ?? '–'));
  const status: TourState = desk?.status ?? 'published';
  const cost = costPerPerson(content.costs, filsAt(rates));
  const prices = [content.facts.price.amount, ...(content.terms?.seasons ?? []).map(({ price }) => price)];
  // A chosen edition is compared with the one before it, the open one with what is on sale.
  const chosen = editions.find(({ number }) => number === compared) ?? open;
  const before = chosen && (chosen === open ? selling : (editions.find(({ number }) => number === chosen.number - 1)?.content ?? null));
  return {
    id,
    code: tourCode(id, content.facts.days),
    status,
    content,
    house: houseTerms,
    onSale: live !== null && live !== undefined && status === 'published',
    edition: open && {
      number: open.number,
      status: open.status,
      version: open.version,
      writers: [...writers],
      changedBy: nameOf(open.changedBy),
      reason: open.reason,
    },
    moves: movesFrom(tourSupplyMachine, status, 'staff').filter(
      (event) =>
        event === 'pause' ||
        event === 'resume' ||
        event === 'archive' ||
        (event === 'take-back' && live !== null) ||
        (event === 'begin-again' && live === null),
    ),
    faults: tourFaults(content, cost),
    languages: languageCodes.map((code) => ({ code, ...completeness(content, code) })),
    cost: cost === null ? null : money(cost, 'AED'),
    margins: cost === null ? [] : [...new Set(prices)].map((price) => ({ price: money(price, 'AED'), ...marginOf(price, cost) })),
    versions: editions.map((one) => ({
      number: one.number,
      status: one.status,
      writtenBy: nameOf(one.writtenBy),
      writtenAt: one.writtenAt.toISOString(),
      decidedBy: nameOf(one.decidedBy),
      decidedAt: one.decidedAt?.toISOString() ?? null,
    })),
    compared: chosen?.number ?? null,
    changes: chosen && before ? contentChanges(before, chosen.content) : [],
  };
}
export type TourRecord = NonNullable<Awaited<ReturnType<typeof openTourRecord>>>;
