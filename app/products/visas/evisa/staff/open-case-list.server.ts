import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { findQuotes } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffNames, listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { money, sumMoney } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { openTyped } from '../evisa-applications-store.server.ts';
import { countPapers } from '../evisa-documents-store.server.ts';
import { everyPart, courierRefund, refundOf } from '../evisa-refund.ts';
import { findRefunds } from '../evisa-refunds-store.server.ts';
import { findOffers } from '../evisa-offers-store.server.ts';
import { countQueues, cursorOf, findCasesAsStaff, isLate, queueCount } from './evisa-desk-store.server.ts';
import type { CaseView } from './evisa-desk-view.ts';
import { findRefusedHere } from '../visa-passports-store.server.ts';
import { readCaseFlags } from './read-case-flags.server.ts';
import { evisaQueues } from './evisa-queues.ts';

const pageSize = 50;

/** One page of the list of cases as an officer reads it, with the counts of every queue. */
export async function openCaseList(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  viewer: Viewer & { readonly kind: 'staff' },
  view: CaseView,
  language: LanguageCode,
) {
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const me = viewer.user.id;
  const [found, counts, offers, named, colleagues] = await Promise.all([
    view.board ? [] : findCasesAsStaff(db, crypto, view, { me, today, most: pageSize + 1 }),
    countQueues(db, now),
    findOffers(db),
    listDeskViews(db, 'evisa', me),
    listStaffWith(db, 'visas:decide', { also: [view.officer] }),
  ]);
  const rows = found.slice(0, pageSize);
  const [names, papers, quotes, refunds, refused] = await Promise.all([
    findStaffNames(
      db,
      rows.flatMap((row) => row.officer ?? []),
    ),
    countPapers(db, view.columns.includes('papers') ? rows.map((row) => row.id) : []),
    findQuotes(db, view.columns.includes('paid') ? rows.map((row) => row.orderId) : []),
    findRefunds(db, view.columns.includes('paid') ? rows.map((row) => row.id) : []),
    findRefusedHere(db, view.columns.includes('flags') ? rows.map((row) => row.id) : []),
  ]);
  const paidOf = ({ id, orderId, position }: (typeof rows)[number]) => {
    const quote = quotes.get(orderId);
    if (!quote) return null;
    const ofParty = position === 0 ? courierRefund(quote.lines, everyPart) : [];
    const parts = [...refundOf(quote.lines, position, everyPart), ...ofParty].map(({ amount }) => amount);
    const back = refunds.filter(({ applicationId }) => applicationId === id).reduce((sum, { amount }) => sum + amount, 0);
    return { paid: sumMoney(parts, quote.currency), back: back > 0 ? money(back, quote.currency) : null };
  };
  const typeOf = ({ country, typeCode }: (typeof rows)[number]) =>
    offers.find(({ code }) => code === country)?.types.find(({ code }) => code === typeCode);
  const last = rows.at(-1);
  return {
    view,
    me,
    named,
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    late: counts.late,
    queues: evisaQueues.map((queue) => ({ queue, cases: queueCount(queue, counts.byState) })),
    countries: offers
      .map(({ code }) => ({ code, name: countryName(code, language) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    next: found.length > pageSize && last ? cursorOf(view, last) : null,
    works: may(viewer, 'visas:decide'),
    rows: rows.map((row) => {
      const typed = openTyped(crypto, row);
      return {
        id: row.id,
        reference: row.reference,
        number: row.position + 1,
        name: `${typed.givenNames ?? ''} ${typed.surname ?? ''}`.trim(),
        nationality: typed.nationality ? countryName(typed.nationality, language) : '',
        country: countryName(row.country, language),
        type: { code: row.typeCode, words: typeOf(row) ?? null },
        express: row.speed === 'express',
        arrival: row.arrival,
        status: row.status,
        due: row.deliverBy,
        late: isLate(row, today),
        waiting: row.waits,
        received: row.receivedAt!.toISOString(),
        authority: row.authorityReference,
        flags: view.columns.includes('flags') ? readCaseFlags(row, typed, refused, today) : [],
        /** Of this traveller's part of the order, and what of it goes back. */
        paid: paidOf(row),
        papers: papers.get(row.id) ?? { papers: 0, marked: 0 },
        officer: row.officer && { name: names.get(row.officer) ?? '–', mine: row.officer === me },
      };
    }),
  };
}
