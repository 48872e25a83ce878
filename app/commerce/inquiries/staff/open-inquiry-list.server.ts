import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { calendarDate, dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { countInquiries, listDestinations, listInquiriesAsStaff, readContact, readVisaNeeds } from '../inquiries-store.server.ts';
import type { Inquiry } from '../inquiries.tables.ts';
import { ageOf, promiseOf, urgencyOf } from '../inquiry-age-rules.ts';
import { inquiryQueues } from '../inquiry-kinds.ts';
import { columnsOf, filterOf, isVisaQueue, type InquiryListAddress } from './inquiry-list.ts';

const pageSize = 50;

/** One page of a queue, with the counts of its states. */
export async function openInquiryList(platform: Platform, viewer: Clerk, asked: InquiryListAddress, language: LanguageCode) {
  const { db, crypto } = platform;
  const kinds = inquiryQueues[asked.queue];
  const [list, counts, colleagues, destinations] = await Promise.all([
    listInquiriesAsStaff(db, crypto, filterOf(asked, viewer.user.id), { size: pageSize, number: asked.page }),
    countInquiries(db, kinds),
    listStaffWith(db, 'inquiries:work'),
    isVisaQueue(asked.queue) ? listDestinations(db, kinds) : [],
  ]);
  return {
    asked,
    kinds,
    columns: columnsOf(asked.queue),
    works: may(viewer, 'inquiries:work'),
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    destinations: destinations
      .map((code) => ({ code, name: countryName(code, language) }))
      .toSorted((a, b) => a.name.localeCompare(b.name, language)),
    counts,
    matching: list.matching,
    pages: Math.ceil(list.matching / pageSize),
    rows: await inquiryRows(platform, list.rows, language),
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
      about: inquiry.aboutTitle ?? ([inquiry.fromPlace, inquiry.toPlace].filter(Boolean).join(' – ') || null),
      language: inquiry.language,
      startsOn: inquiry.startsOn,
      urgency: urgencyOf(inquiry.startsOn === null ? null : calendarDate(inquiry.startsOn), today),
      people: (inquiry.adults ?? 0) + (inquiry.children ?? 0),
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
