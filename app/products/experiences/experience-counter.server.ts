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
import { addDays, dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import { localTime, localTimeIn } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import { ageBandNames } from './experience.ts';
import { toneOf } from './booking-tone.ts';
import { experienceOffers, visitOfOrder } from './experience-offers.server.ts';
import { findExperienceBooking } from './experience-bookings-store.server.ts';
import { findKnownExperience, readExperienceTitles } from './experiences-store.server.ts';
import { momentWords } from './experience-words.tsx';
import { paidPlaces } from './paid-places.server.ts';

/** Experiences at the counter of commerce. */
export function openExperienceCounter(platform: Platform): ProductCounter {
  const { db } = platform;
  const offers = experienceOffers(platform);
  return {
    kind: 'experience',
    sees: 'booking-orders:view',
    nameItems: (items, language) => readExperienceTitles(db, items, language),

    async describe(orderId, language): Promise<OrderDescription> {
      const own = (await findExperienceBooking(db, platform.crypto, orderId))!;
      const order = (await findOrderAsSystem(db, orderId))!;
      const { experience } = (await findKnownExperience(db, own.experienceId, language))!;
      const [booking] = await findBookings(db, orderId);
      const covered = booking && order.status === 'confirmed' ? await paidPlaces(db, booking) : null;
      const { travellers } = await readPeople(db, platform.crypto, order);
      const t = textsFor(language).of('experiences');
      const { words } = experience;
      const path = `/experience/${experience.id}`;
      const visit = `/experience-visit/${order.reference}`;
      const lead = travellers[0];
      const party = ageBandNames.flatMap((band) => {
        const count = own.party[band] ?? 0;
        return count === 0 ? [] : [t(`visit.line.${band}`, { count })];
      });
      const price = owedOf(order);
      const city = words.city;
      const rungs = booking ? ladderOf(booking.ladder, booking, price, instant(order.createdAt.getTime())) : [];
      return {
        title: words.title,
        starts: own.date,
        way: [
          { label: t('way.choose'), to: path },
          { label: t('way.details'), to: null },
          { label: t('way.pay'), to: null },
        ],
        again: { same: path, other: '/experiences' },
        next: [
          { icon: 'experiences', words: t('next.voucher'), to: visit },
          { icon: 'place', words: t('next.meeting', { place: words.meeting }), to: null },
          { icon: 'clock', words: t('next.early'), to: null },
        ],
        ...calledOffBy(booking ?? null, { words: t('calledOff.another'), to: `${visit}#change` }),
        keptDraft: null,
        fromCity: words.title,
        toCity: city,
        where: { countries: [experience.country], city, setsOff: null, permit: false },
        posterOf: { place: experience.id, art: experience.poster },
        slices: [],
        party: ageBandNames.reduce((sum, band) => sum + (own.party[band] ?? 0), 0),
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
            title: t([`option.${own.optionKey}`, 'option.standard']),
            icon: 'experiences',
            facts: [
              { name: t('facts.when'), value: momentWords(t, localTime(own.date, own.start), language), told: true },
              { name: t('facts.who'), value: party.join(comma(language)) },
              ...(covered && covered.unpaid > 0
                ? [{ name: t('facts.paid'), value: t('facts.paidOf', { paid: covered.places, places: booking!.places }) }]
                : []),
              { name: t('facts.where'), value: [city, countryName(experience.country, language)].join(comma(language)), told: true },
              { name: t('facts.meeting'), value: words.meeting, told: true },
              ...(experience.pickup ? [{ name: t('facts.pickup'), value: own.pickup || t('facts.pickupOpen') }] : []),
              ...(booking ? [{ name: t('facts.operator'), value: booking.operator }] : []),
            ],
            members:
              booking && lead && booking.status !== 'cart_held' && booking.status !== 'expired'
                ? [
                    {
                      name: `${lead.givenNames} ${lead.surname}`.trim(),
                      state: t(`states.${booking.status}`),
                      tone: toneOf(booking.status),
                      note:
                        own.answerBy && booking.status === 'requested'
                          ? t('states.answerBy', {
                              date: formatDate(localTimeIn('Asia/Dubai', instant(own.answerBy.getTime())).slice(0, 10), language, 'long'),
                            })
                          : null,
                      link: { words: t(`states.link.${stageOf(booking.status)}`), to: visit },
                    },
                  ]
                : [],
            // Terms of cancelling what is called off already help nobody.
            table:
              booking && isCalledOff(booking.status)
                ? null
                : {
                    title: t('cancel.title'),
                    note: t('cancel.byUs'),
                    columns: [t('ladder.until'), t('ladder.keeps')],
                    rows: rungs.map((rung) => [
                      rung.until === null ? t('ladder.after') : momentWords(t, localTimeIn(experience.zone, rung.until), language),
                      rung.kept.amount === 0 ? t('ladder.nothing') : formatMoney(rung.kept, language),
                    ]),
                  },
          },
        ],
      };
    },

    async partOfTrip(orderId): Promise<TripPart> {
      const own = (await findExperienceBooking(db, platform.crypto, orderId))!;
      const order = (await findOrderAsSystem(db, orderId))!;
      const { experience } = (await findKnownExperience(db, own.experienceId, 'en'))!;
      const day = own.date as CalendarDate;
      return {
        from: day,
        until: day,
        role: 'visits',
        returns: false,
        countries: [experience.country],
        // Nothing is taken before the operator says yes.
        decides: experience.instant
          ? null
          : { who: 'operator', by: addDays(dateIn('Asia/Dubai', platform.clock.now()), 1), lost: money(0, order.currency) },
      };
    },

    keptAt: (orderId, at) => keptOfBookings(db, orderId, at),

    async reviewed(orderId, language) {
      const visited = await findVisited(db, orderId);
      if (!visited) return null;
      const { experience } = (await findKnownExperience(db, visited.item, language))!;
      return { id: experience.id, subject: experience.words.title, completedOn: visited.completedOn };
    },
    pageOf: (id) => `/experience/${id}`,

    // The voucher is a page of its own, made to be shown on a telephone.
    listPapers: async () => [],
    openPaper: async () => null,

    offers,
    renewals: renewItems(platform, offers, (orderId) => visitOfOrder(platform, orderId)),

    // Its own pages lead to an order; the review page without one is not theirs.
    reviewDraft: async (): Promise<DraftOutcome> => ({ kind: 'none' }),
    placeDraft: async (): Promise<DraftPlaced> => ({ kind: 'refused', reason: 'draft-incomplete', reference: null, seats: [] }),
  };
}
