import { findVisited, keptOfBookings } from '#app/commerce/bookings/booking-product.server.ts';
import { calledOffBy, isCalledOff, stageOf } from '#app/commerce/bookings/booking-status.ts';
import { renewItems } from '#app/commerce/baskets/renew-item.server.ts';
import { findBookings } from '#app/commerce/bookings/bookings-store.server.ts';
import { ladderOf } from '#app/commerce/bookings/cancellation-ladder-rules.ts';
import type { OrderDescription } from '#app/commerce/orders/order-description.ts';
import { findOrderAsSystem, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import { owedOf } from '#app/commerce/orders/owed-price.ts';
import type { DraftOutcome, DraftPlaced, ProductCounter, TripPart } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { addDays, instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { mayAskForChange } from './change-stay.server.ts';
import { roomsOfOrder, stayOffers } from './stay-offers.server.ts';
import { findStayBooking } from './stay-bookings-store.server.ts';
import { momentWords, partyWords } from './stay-words.tsx';
import { findKnownStaycation, readStaycationTitles } from './staycations-store.server.ts';

/** Stays at the counter of commerce. */
export function openStayCounter(platform: Platform): ProductCounter {
  const { db } = platform;
  const offers = stayOffers(platform);
  return {
    kind: 'staycation',
    sees: 'booking-orders:view',
    nameItems: (items, language) => readStaycationTitles(db, items, language),

    async describe(orderId, language): Promise<OrderDescription> {
      const own = (await findStayBooking(db, platform.crypto, orderId))!;
      const order = (await findOrderAsSystem(db, orderId))!;
      const stay = (await findKnownStaycation(db, own.staycationId, language))!.stay;
      const [booking] = await findBookings(db, orderId);
      const { travellers } = await readPeople(db, platform.crypto, order);
      const t = textsFor(language).of('staycations');
      const path = `/staycations/${stay.id}`;
      const date = (day: string) => formatDate(day, language, 'long');
      const lead = travellers[0];
      const price = owedOf(order);
      const rungs = booking ? ladderOf(booking.ladder, booking, price, instant(order.createdAt.getTime())) : [];
      const room = stay.words.rooms[own.roomKey]?.name ?? own.roomKey;
      const place = [stay.words.area, countryName(stay.country, language)].join(comma(language));
      return {
        title: stay.words.title,
        starts: own.arrival,
        way: [
          { label: t('way.choose'), to: path },
          { label: t('way.details'), to: null },
          { label: t('way.pay'), to: null },
        ],
        again: { same: path, other: '/staycations' },
        next: [
          { icon: 'mail', words: t('next.voucher'), to: null },
          { icon: 'clock', words: t('next.checkIn', { time: stay.checkIn }), to: null },
          { icon: 'card', words: t('next.card'), to: null },
        ],
        ...(booking && mayAskForChange(booking, order, platform.clock.now())
          ? {
              change: {
                heading: t('change.heading'),
                words: t('change.title'),
                to: `/staycations/change/${order.reference}`,
                urgent: null,
              },
            }
          : {}),
        ...calledOffBy(booking ?? null, { words: t('calledOff.another'), to: `/contact?about=booking&order=${order.reference}` }),
        keptDraft: null,
        fromCity: stay.words.title,
        toCity: stay.words.area,
        where: { countries: [stay.country], city: stay.words.area, setsOff: null, permit: false },
        posterOf: { place: stay.id, art: stay.poster },
        slices: [],
        party: own.adults + own.childAges.length,
        contracts: [],
        travellers: travellers.map((person) => ({
          name: [person.surname, person.givenNames].filter(Boolean).join(' / '),
          type: person.type,
          passport: null,
          tickets: [],
          requests: [],
        })),
        parts: [
          {
            title: booking && booking.places > 1 ? `${room} × ${booking.places}` : room,
            icon: 'staycations',
            facts: [
              { name: t('facts.arrival'), value: [date(own.arrival), stay.checkIn].join(comma(language)), told: true },
              {
                name: t('facts.departure'),
                value: [date(addDays(own.arrival, own.nights)), stay.checkOut].join(comma(language)),
                told: true,
              },
              { name: t('facts.nights'), value: t('nights', { count: own.nights }) },
              { name: t('facts.guests'), value: partyWords(t, { adults: own.adults, childAges: own.childAges }, 'guests') },
              { name: t('facts.board'), value: t(`board.${own.board}`) },
              { name: t('facts.where'), value: place, told: true },
            ],
            members:
              booking?.voucher && lead
                ? [
                    {
                      name: `${lead.givenNames} ${lead.surname}`.trim(),
                      state: t(`states.${booking.status}`),
                      tone: booking.status === 'cancelled' || booking.status === 'operator_cancelled' ? 'danger' : 'ok',
                      note: t('states.voucher', { number: booking.voucher }),
                      link: { words: t(`states.link.${stageOf(booking.status)}`), to: `/stay-voucher/${order.reference}` },
                    },
                  ]
                : [],
            // Terms of cancelling what is called off already help nobody.
            table:
              booking && isCalledOff(booking.status)
                ? null
                : {
                    title: t('cancel.title'),
                    note: t('ladder.note'),
                    columns: [t('ladder.until'), t('ladder.keeps')],
                    rows: rungs.map((rung) => [
                      rung.until === null ? t('ladder.after') : momentWords(t, localTimeIn(stay.zone, rung.until), language),
                      rung.kept.amount === 0 ? t('ladder.nothing') : formatMoney(rung.kept, language),
                    ]),
                  },
          },
        ],
      };
    },

    async partOfTrip(orderId): Promise<TripPart> {
      const own = (await findStayBooking(db, platform.crypto, orderId))!;
      const { stay } = (await findKnownStaycation(db, own.staycationId, 'en'))!;
      const until = addDays(own.arrival, own.nights);
      return { from: own.arrival, until, role: 'sleeps', returns: false, countries: [stay.country], decides: null };
    },

    keptAt: (orderId, at) => keptOfBookings(db, orderId, at),

    async reviewed(orderId, language) {
      const visited = await findVisited(db, orderId);
      if (!visited) return null;
      const { stay } = (await findKnownStaycation(db, visited.item, language))!;
      return { id: stay.id, subject: stay.words.title, completedOn: visited.completedOn };
    },
    pageOf: (id) => `/staycations/${id}`,

    // The voucher is a page of its own, made to be shown on a telephone.
    listPapers: async () => [],
    openPaper: async () => null,

    offers,
    renewals: renewItems(platform, offers, (orderId) => roomsOfOrder(platform, orderId)),

    // Its own pages lead to an order; the review page without one is not theirs.
    reviewDraft: async (): Promise<DraftOutcome> => ({ kind: 'none' }),
    placeDraft: async (): Promise<DraftPlaced> => ({ kind: 'refused', reason: 'draft-incomplete', reference: null, seats: [] }),
  };
}
