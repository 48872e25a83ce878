import { readRates } from '#app/commerce/currencies/currency-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { foldText } from '#app/values/fold-text.ts';
import { keysetPage, type RowKey } from '#app/values/keyset-page.ts';
import { money } from '#app/values/money.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { listDeskDepartures } from '../booking/departures-store.server.ts';
import { departuresOf } from '../departure-rules.ts';
import { todayAtDesk } from '../find-tours.server.ts';
import { completeness, costPerPerson, marginOf, tourCode } from '../tour-content.ts';
import type { TourState } from '../tour-supply-status.ts';
import { filsAt } from './edit-tour.server.ts';
import { listCurrentEditions, listDeskTours, listTourHeads } from './tour-editions-store.server.ts';
import { tourList, type TourView } from './tour-list.ts';

/** Every tour as the desk has it, with what is sold of its next departure, its margin and its languages. */
export async function listToursAsStaff(platform: Platform, language: LanguageCode) {
  const { db, clock } = platform;
  const today = todayAtDesk(platform);
  const [heads, desk, editions, rates] = await Promise.all([
    listTourHeads(db),
    listDeskTours(db),
    listCurrentEditions(db),
    readRates(db, clock),
  ]);
  const editionsOf = Map.groupBy(editions, ({ tourId }) => tourId);
  const known = new Map(desk.map((row) => [row.tourId, row]));
  const live = new Map(heads.map((head) => [head.row.id, head]));
  const ids = [...new Set([...live.keys(), ...known.keys()])].sort();
  const sold = new Map((await listDeskDepartures(db, ids, today)).map((row) => [`${row.tourId}/${row.setsOff}`, row]));
  return ids.map((id) => {
    const head = live.get(id);
    const own = editionsOf.get(id) ?? [];
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
}
export type ListedTour = Awaited<ReturnType<typeof listToursAsStaff>>[number];

const sortKeys: Readonly<Record<(typeof tourList.sorts)[number], (row: ListedTour) => RowKey>> = {
  title: ({ title }) => title,
  code: ({ code }) => code,
  nights: ({ nights }) => nights,
  next: ({ next }) => next,
  sold: ({ sold }) => sold,
  price: ({ price }) => price.amount,
  margin: ({ margin }) => margin,
  languages: ({ languages }) => languages.length,
};

const inQueue = (row: ListedTour, queue: TourView['queue']) =>
  queue === 'all' || row.status === queue || (queue === 'in_review' && row.edition === 'in_review');

/** Whether a tour is among those that are searched for, in whichever tab. */
function meets({ find, filters: { region } }: TourView) {
  const wanted = foldText(find);
  return (row: ListedTour) =>
    (region === '' || row.region === region) && (wanted === '' || foldText(`${row.title} ${row.code} ${row.id}`).includes(wanted));
}

/** Every tour that a list matches, on whatever page of it. */
export async function listToursMatching(platform: Platform, view: TourView, language: LanguageCode): Promise<ListedTour[]> {
  return (await listToursAsStaff(platform, language)).filter((row) => meets(view)(row) && inQueue(row, view.queue));
}

/** One page of the tours in the order that is asked, and how many each tab has. */
export async function openTourList(
  platform: Platform,
  view: TourView,
  { language, most }: { readonly language: LanguageCode; readonly most: number },
) {
  const found = (await listToursAsStaff(platform, language)).filter(meets(view));
  const sort = tourList.sorts.find((one) => one === view.sort) ?? 'title';
  const { shown, next } = keysetPage(
    found.filter((row) => inQueue(row, view.queue)),
    { key: sortKeys[sort], id: ({ id }) => id, descending: view.descending, after: view.after, most, language },
  );
  return {
    rows: shown,
    next,
    queues: tourList.queues.map((queue) => ({ queue, tours: found.filter((row) => inQueue(row, queue)).length })),
  };
}
