import type { Booking } from '#app/commerce/bookings/bookings.tables.ts';
import { calledOffBy, isCalledOff } from '#app/commerce/bookings/booking-status.ts';
import { findVisited, keptOfBookings } from '#app/commerce/bookings/booking-product.server.ts';
import { findBookings } from '#app/commerce/bookings/bookings-store.server.ts';
import { ladderOf } from '#app/commerce/bookings/cancellation-ladder-rules.ts';
import { bookingCalendar } from '#app/commerce/bookings/booking-calendar.server.ts';
import { setVoucher } from '#app/commerce/bookings/voucher-document.server.ts';
import type { OrderDescription, Paper, PaperEntry } from '#app/commerce/orders/order-description.ts';
import { findOrderAsSystem, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import { owedOf } from '#app/commerce/orders/owed-price.ts';
import type { DraftOutcome, DraftPlaced, ProductCounter, TripPart } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { addDays, dateIn, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findTourAsSold, readTourTitles } from '../tours-store.server.ts';
import { mayChange } from './holiday-terms.ts';
import type { HolidayBooking } from './holiday-bookings.tables.ts';
import { findHolidayBooking } from './holiday-draft-store.server.ts';
import type { HolidayPerson } from './holiday-form.ts';
import { holidayOffers } from './holiday-offers.server.ts';
import { renewHoliday } from './renew-holiday.server.ts';
import { roomWords } from './room-words.server.ts';

/** The way to change a booking, or to answer an operator that cancelled; nothing where neither is possible. */
function changeOf(
  booked: Pick<HolidayBooking, 'setsOff'>,
  booking: Pick<Booking, 'status' | 'choiceBy'>,
  orderStatus: string,
  reference: string,
  now: Instant,
  language: LanguageCode,
): Pick<OrderDescription, 'change'> {
  const t = textsFor(language).of('tour-booking');
  const to = `/booking/change/${reference}`;
  if (orderStatus !== 'confirmed') return {};
  if (booking.status === 'operator_cancelled') {
    const date = booking.choiceBy ? formatDate(dateIn('Asia/Dubai', booking.choiceBy.getTime() as Instant), language, 'long') : '';
    return { change: { heading: t('change.headingCancelled'), words: t('change.transfer'), to, urgent: t('change.operator', { date }) } };
  }
  // What is overdue can be gone back on, whatever the day; its page says what is paid first.
  return booking.status === 'overdue' || mayChange(booked.setsOff, booking.status, dateIn('Asia/Dubai', now))
    ? { change: { heading: t('change.heading'), words: t('change.title'), to, urgent: null } }
    : {};
}

/** Tours at the counter of commerce. */
export function openHolidayCounter(platform: Platform): ProductCounter {
  const { db, crypto } = platform;
  const sold = async (orderId: string, language: LanguageCode) => {
    const [booked, order, [booking]] = await Promise.all([
      findHolidayBooking(db, orderId),
      findOrderAsSystem(db, orderId),
      findBookings(db, orderId),
    ]);
    const tour = await findTourAsSold(db, booked!.tourId, language);
    return { booked: booked!, order: order!, booking: booking!, tour: tour! };
  };
  return {
    kind: 'holiday',
    sees: 'booking-orders:view',
    offers: holidayOffers(platform),
    renewals: renewHoliday(platform),
    nameItems: (items, language) => readTourTitles(db, items, language),

    async describe(orderId, language): Promise<OrderDescription> {
      const { booked, order, booking, tour } = await sold(orderId, language);
      const { travellers } = await readPeople<HolidayPerson>(db, crypto, order);
      const t = textsFor(language).of('tour-booking');
      const long = (day: string) => formatDate(day, language, 'long');
      const price = owedOf(order);
      const from = order.createdAt.getTime() as Instant;
      const rungs = ladderOf(booking.ladder, booking, price, from);
      const extras = booked.trip.extras.map((code) => t(`extras.${code}.title`)).join(comma(language));
      return {
        title: tour.words.title,
        starts: booked.setsOff,
        way: (['trip', 'travellers', 'review', 'pay'] as const).map((step) => ({ label: t(`steps.${step}`), to: null })),
        again: { same: `/booking/${tour.id}?departure=${booked.setsOff}`, other: '/holidays' },
        next: [
          { icon: 'document', words: t('next.voucher'), to: null },
          { icon: 'passport', words: t('next.visa'), to: `/e-visa?to=${tour.countries[0]}` },
          { icon: 'clock', words: t('next.meet'), to: null },
        ],
        ...changeOf(booked, booking, order.status, order.reference, platform.clock.now(), language),
        ...calledOffBy(booking, { words: t('change.transfer'), to: `/booking/change/${order.reference}` }),
        keptDraft: null,
        fromCity: tour.words.title,
        toCity: countryName(tour.countries[0] ?? '', language),
        where: { countries: tour.countries, city: null, setsOff: null, permit: false },
        posterOf: { place: tour.id, art: tour.poster },
        slices: [],
        contracts: [],
        travellers: travellers.map((person) => ({
          name: `${person.surname} / ${person.givenNames}`,
          type: person.type,
          passport: person.document
            ? {
                code: person.document.issuedBy,
                country: countryName(person.document.issuedBy, language),
                lastDigits: person.document.number.slice(-3),
                expires: person.document.expires,
              }
            : null,
          tickets: [],
          requests: [],
        })),
        parts: [
          {
            title: t('part'),
            icon: 'route',
            facts: [
              { name: t('facts.departs'), value: long(booked.setsOff), told: true },
              { name: t('facts.returns'), value: long(booked.returns), told: true },
              { name: t('facts.rooms'), value: roomWords(booked.trip, language) },
              ...(extras ? [{ name: t('facts.extras'), value: extras }] : []),
              { name: t('facts.standing'), value: t(`standing.${booking.status}`) },
              ...(booking.voucher ? [{ name: t('facts.voucher'), value: booking.voucher }] : []),
            ],
            members: [],
            // Terms of cancelling what is called off already help nobody.
            table: isCalledOff(booking.status)
              ? null
              : {
                  title: t('ladder.title'),
                  note: t('ladder.note'),
                  columns: [t('ladder.when'), t('ladder.kept')],
                  rows: rungs.map(({ until, kept }) => [
                    until === null ? t('ladder.after') : t('ladder.until', { date: long(dateIn(booking.zone, (until - 1) as Instant)) }),
                    formatMoney(kept, language),
                  ]),
                },
          },
        ],
      };
    },

    async partOfTrip(orderId): Promise<TripPart> {
      const { booked, tour } = await sold(orderId, 'en');
      const until = addDays(booked.setsOff, tour.days - 1);
      return { from: booked.setsOff, until, role: 'sleeps', returns: false, countries: tour.countries, decides: null };
    },

    keptAt: (orderId, at) => keptOfBookings(db, orderId, at),

    async reviewed(orderId, language) {
      const visited = await findVisited(db, orderId);
      if (!visited) return null;
      const tour = (await findTourAsSold(db, visited.item, language))!;
      return { id: tour.id, subject: tour.words.title, completedOn: visited.completedOn };
    },
    pageOf: (id) => `/tour/${id}`,

    async listPapers(orderId): Promise<readonly PaperEntry[]> {
      const [booking] = await findBookings(db, orderId);
      if (!booking?.voucher || isCalledOff(booking.status)) return [];
      return [
        { name: 'voucher.pdf', kind: 'voucher', traveller: null },
        { name: 'trip.ics', kind: 'calendar', traveller: null },
      ];
    },

    async openPaper(orderId, name, language): Promise<Paper | null> {
      if (name !== 'voucher.pdf' && name !== 'trip.ics') return null;
      const { booked, order, booking, tour } = await sold(orderId, language);
      if (!booking.voucher || isCalledOff(booking.status)) return null;
      if (name === 'trip.ics')
        return { name, type: 'text/calendar', content: bookingCalendar(booking, { title: tour.words.title, reference: order.reference }) };
      const { travellers } = await readPeople<HolidayPerson>(db, crypto, order);
      const t = textsFor(language).of('tour-booking');
      const content = await setVoucher(
        platform,
        { ...booking, voucher: booking.voucher },
        {
          language,
          title: tour.words.title,
          reference: order.reference,
          facts: [
            { label: t('facts.departs'), value: formatDate(booked.setsOff, language, 'long') },
            { label: t('facts.returns'), value: formatDate(booked.returns, language, 'long') },
            { label: t('facts.rooms'), value: roomWords(booked.trip, language) },
          ],
          travellers: travellers.map((person) => `${person.givenNames} ${person.surname}`),
        },
      );
      return { name, type: 'application/pdf', content };
    },

    // Its own pages lead to an order; the review page without one is not theirs.
    reviewDraft: async (): Promise<DraftOutcome> => ({ kind: 'none' }),
    placeDraft: async (): Promise<DraftPlaced> => ({ kind: 'refused', reason: 'draft-incomplete', reference: null, seats: [] }),
  };
}
