import { pageThrough } from '#app/commerce/exports/page-through.ts';
import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { calendarDate, dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import {
  countInquiries,
  countMatchingInquiries,
  listDestinations,
  listInquiriesAsStaff,
  placeOfInquiry,
  readContact,
  readVisaNeeds,
  type InquiryAfter,
} from '../inquiries-store.server.ts';
import type { Inquiry } from '../inquiries.tables.ts';
import { ageOf, promiseOf, urgencyOf } from '../inquiry-age-rules.ts';
import { inquiryQueueNames, inquiryQueues } from '../inquiry-kinds.ts';
import { filterOf, isVisaQueue, readInquiryAddress, type InquiryListAddress } from './inquiry-list.ts';

const pageSize = 50;

/** One page of a queue, with the counts of its states. */
export async function openInquiryList(platform: Platform, viewer: Clerk, asked: InquiryListAddress, language: LanguageCode) {
  const { db, crypto } = platform;
  const kinds = inquiryQueues[asked.queue];
  const filter = filterOf(asked, viewer.user.id);
  const [found, matching, counts, colleagues, destinations] = await Promise.all([
    listInquiriesAsStaff(db, crypto, filter, { after: asked.after, size: pageSize + 1 }),
    countMatchingInquiries(db, crypto, filter),
    countInquiries(db, kinds),
    listStaffWith(db, 'inquiries:work', { also: [asked.owner] }),
    isVisaQueue(asked.queue) ? listDestinations(db, kinds) : [],
  ]);
  const shown = found.slice(0, pageSize);
  return {
    asked,
    kinds,
    works: may(viewer, 'inquiries:work'),
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    destinations: destinations
      .map((code) => ({ code, name: countryName(code, language) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, language)),
    counts,
    matching,
    next: found.length > pageSize ? placeOfInquiry(filter, shown.at(-1)!) : null,
    rows: await inquiryRows(platform, shown, language),
  };
}

/** Rows of a list as they are read: by the page and by a file that leaves the house. */
export async function inquiryRows(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  found: readonly Inquiry[],
  language: LanguageCode,
) {
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const names = await findStaffNames(db, [...new Set(found.flatMap(({ ownerId }) => ownerId ?? []))]);
  const named = (code: string | null) => code && countryName(code, language);
  return found.map((inquiry) => {
    const visa = readVisaNeeds(crypto, inquiry);
    return {
      id: inquiry.id,
      reference: inquiry.reference,
      kind: inquiry.kind,
      status: inquiry.status,
      name: readContact(crypto, inquiry).name,
      about: inquiry.aboutTitle,
      places: [inquiry.fromPlace, inquiry.toPlace].flatMap((place) => place || []),
      language: inquiry.language,
      startsOn: inquiry.startsOn,
      urgency: urgencyOf(inquiry.startsOn === null ? null : calendarDate(inquiry.startsOn), today),
      people: (inquiry.adults ?? 0) + (inquiry.children ?? 0) + (inquiry.infants ?? 0),
      budget: inquiry.budgetAmount === null ? null : money(inquiry.budgetAmount, 'AED'),
      source: inquiry.source,
      nationality: named(visa.nationality),
      residence: named(visa.residence),
      destination: named(visa.destination),
      purpose: visa.purpose,
      refusedBefore: visa.refusedBefore,
      suspect: inquiry.suspect,
      asked: inquiry.createdAt.toISOString(),
      answerBy: inquiry.answerBy.toISOString(),
      promise: promiseOf(inquiry, now),
      age: ageOf(instant(inquiry.createdAt.getTime()), now),
      owner: inquiry.ownerId === null ? null : (names.get(inquiry.ownerId) ?? '–'),
      ownerId: inquiry.ownerId,
    };
  });
}

export type InquiryRow = Awaited<ReturnType<typeof inquiryRows>>[number];

const head =
  'reference,kind,state,name,about,first_day,people,budget_aed,passport,residence,destination,purpose,refused_before,language,source,asked_utc,answer_by_utc,owner';

/** Which of the lists an address of the export means. */
const queueIn = (query: URLSearchParams) => inquiryQueueNames.find((name) => name === query.get('queue')) ?? 'flights';

/** The filtered list as a table: who asked for what and how it stands; no words, no address, no telephone. */
export const inquiriesExport = {
  action: 'inquiries.exported',
  subject: 'inquiries:list',
  head: head.split(','),
  told: (query) => ({ queue: queueIn(query), searched: readInquiryAddress(queueIn(query), query).find !== '' }),
  pages: (platform, viewer, { query, language }) => inquiryPages(platform, viewer, readInquiryAddress(queueIn(query), query), language),
} as const satisfies ExportWriter;

async function* inquiryPages(platform: Platform, viewer: Clerk, asked: InquiryListAddress, language: LanguageCode) {
  const filter = filterOf(asked, viewer.user.id);
  const pages = pageThrough<Inquiry, InquiryAfter>(
    (after, size) => listInquiriesAsStaff(platform.db, platform.crypto, filter, { after, size }),
    (last) => placeOfInquiry(filter, last),
  );
  for await (const found of pages) yield (await inquiryRows(platform, found, language)).map(lineOf);
}

const lineOf = (row: InquiryRow): string[] => [
  row.reference,
  row.kind,
  row.status,
  row.name,
  row.about ?? row.places.join(' – '),
  row.startsOn ?? '',
  row.people ? String(row.people) : '',
  row.budget ? String(Math.trunc(row.budget.amount / 100)) : '',
  row.nationality ?? '',
  row.residence ?? '',
  row.destination ?? '',
  row.purpose ?? '',
  row.refusedBefore === null ? '' : row.refusedBefore ? 'yes' : 'no',
  row.language,
  row.source,
  row.asked,
  row.answerBy,
  row.owner ?? '',
];
