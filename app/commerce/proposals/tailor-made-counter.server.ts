import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate, dateIn, instant } from '#app/values/dates.ts';
import { bookingCalendar } from '../bookings/booking-calendar.server.ts';
import { findVisited, keptOfBookings } from '../bookings/booking-product.server.ts';
import { isCalledOff } from '../bookings/booking-status.ts';
import { findBookings } from '../bookings/bookings-store.server.ts';
import { ladderOf } from '../bookings/cancellation-ladder-rules.ts';
import { setVoucher } from '../bookings/voucher-document.server.ts';
import type { OrderDescription, Paper, PaperEntry } from '../orders/order-description.ts';
import { findOrderAsSystem, readPeople } from '../orders/orders-store.server.ts';
import { owedOf } from '../orders/owed-price.ts';
import type { DraftOutcome, DraftPlaced, ProductCounter, TripPart } from '../product-counter.ts';
import { proposalAddress } from './proposal-link.server.ts';
import { findVersionOfOrder } from './proposals-store.server.ts';
import { readTripGroup } from './trip-people.server.ts';

/** Trips made of the lines of a proposal, at the counter of commerce. */
export function openTailorMadeCounter(platform: Platform): ProductCounter {
  const { db, crypto } = platform;
  const sold = async (orderId: string) => {
    const [found, order, [booking]] = await Promise.all([
      findVersionOfOrder(db, crypto, orderId),
      findOrderAsSystem(db, orderId),
      findBookings(db, orderId),
    ]);
    return { found, order: order!, booking: booking! };
  };
  return {
    kind: 'tailor-made',
    sees: 'inquiries:view',

    async describe(orderId, language): Promise<OrderDescription> {
      const { found, order, booking } = await sold(orderId);
      const { travellers } = await readPeople(db, crypto, order);
      const group = await readTripGroup(platform, order);
      const t = textsFor(language).of('proposal');
      const long = (day: string) => formatDate(day, language, 'long');
      const asksForNames =
        group?.open && group.whole < group.places
          ? t('order.next.people', { missing: group.places - group.whole, places: group.places, day: long(group.dueOn) })
          : null;
      const path = found ? proposalAddress(platform.secret, found.proposal.id) : '/contact';
      const title = found?.version.content.title ?? t('order.title');
      const rungs = ladderOf(booking.ladder, booking, owedOf(order), instant(order.createdAt.getTime()));
      return {
        title,
        starts: booking.startsLocal.slice(0, 10),
        way: [
          { label: t('order.way.read'), to: path },
          { label: t('order.way.accept'), to: null },
          { label: t('order.way.pay'), to: null },
        ],
        again: { same: path, other: '/contact' },
        next: [
          ...(asksForNames ? [{ icon: 'users' as const, words: asksForNames, to: `/trip-people/${order.reference}` }] : []),
          { icon: 'document', words: t('order.next.voucher'), to: null },
          { icon: 'message', words: t('order.next.clerk'), to: path },
        ],
        keptDraft: null,
        fromCity: title,
        toCity: t('order.title'),
        // A proposal names its places in words only.
        where: { countries: [], city: null, setsOff: null, permit: false },
        posterOf: { place: 'tailor-made', art: { scene: 'desert', palette: 'gold', landmark: null } },
        slices: [],
        contracts: [],
        travellers: travellers.map((person) => ({
          name: `${person.surname} / ${person.givenNames}`,
          type: person.type,
          passport: null,
          tickets: [],
          requests: [],
        })),
        parts: [
          {
            title: t('order.part'),
            icon: 'route',
            facts: [
              { name: t('facts.starts'), value: long(booking.startsLocal.slice(0, 10)) },
              { name: t('facts.ends'), value: long(dateIn(booking.zone, instant(booking.endsAt.getTime()))) },
              { name: t('facts.party'), value: t('facts.people', { count: booking.places }) },
              ...(found?.version.content.lines ?? []).map(({ words, quantity }, index) => ({
                name: t('facts.line', { number: index + 1 }),
                value: quantity > 1 ? `${words} × ${quantity}` : words,
              })),
              ...(booking.voucher ? [{ name: t('facts.voucher'), value: booking.voucher }] : []),
            ],
            members: group?.open
              ? [
                  {
                    name: t('facts.named'),
                    state: t('facts.namedOf', { whole: group.whole, places: group.places }),
                    tone: group.whole < group.places ? 'warn' : 'ok',
                    note: asksForNames,
                    link: { words: textsFor(language).of('trip-people')('title'), to: `/trip-people/${order.reference}` },
                  },
                ]
              : [],
            // Terms of cancelling what is called off already help nobody.
            table: isCalledOff(booking.status)
              ? null
              : {
                  title: t('ladder.title'),
                  note: t('ladder.note'),
                  columns: [t('ladder.when'), t('ladder.kept')],
                  rows: rungs.map(({ until, kept }) => [
                    until === null ? t('ladder.after') : t('ladder.until', { date: long(dateIn(booking.zone, instant(until - 1))) }),
                    formatMoney(kept, language),
                  ]),
                },
          },
        ],
      };
    },

    async partOfTrip(orderId): Promise<TripPart> {
      const { booking } = await sold(orderId);
      const from = calendarDate(booking.startsLocal.slice(0, 10));
      const until = dateIn(booking.zone, instant(booking.endsAt.getTime()));
      return { from, until, role: 'sleeps', returns: false, countries: [], decides: null };
    },

    keptAt: (orderId, at) => keptOfBookings(db, orderId, at),

    // The title of a proposal is written for one reader: strangers read only what kind of trip it was.
    async reviewed(orderId, language) {
      const visited = await findVisited(db, orderId);
      return visited && { id: 'tailor-made', subject: textsFor(language).of('proposal')('order.title'), completedOn: visited.completedOn };
    },

    async listPapers(orderId): Promise<readonly PaperEntry[]> {
      const [booking] = await findBookings(db, orderId);
      if (!booking?.voucher || booking.status === 'cancelled') return [];
      return [
        { name: 'voucher.pdf', kind: 'voucher', traveller: null },
        { name: 'trip.ics', kind: 'calendar', traveller: null },
      ];
    },

    async openPaper(orderId, name, language): Promise<Paper | null> {
      if (name !== 'voucher.pdf' && name !== 'trip.ics') return null;
      const { found, order, booking } = await sold(orderId);
      if (!booking.voucher || booking.status === 'cancelled') return null;
      const t = textsFor(language).of('proposal');
      const title = found?.version.content.title ?? t('order.title');
      if (name === 'trip.ics')
        return { name, type: 'text/calendar', content: bookingCalendar(booking, { title, reference: order.reference }) };
      const { travellers } = await readPeople(db, crypto, order);
      const content = await setVoucher(
        platform,
        { ...booking, voucher: booking.voucher },
        {
          language,
          title,
          reference: order.reference,
          facts: [
            { label: t('facts.starts'), value: formatDate(booking.startsLocal.slice(0, 10), language, 'long') },
            ...(found?.version.content.lines ?? []).map(({ words, quantity }, index) => ({
              label: t('facts.line', { number: index + 1 }),
              value: quantity > 1 ? `${words} × ${quantity}` : words,
            })),
          ],
          travellers: travellers.map((person) => `${person.givenNames} ${person.surname}`),
        },
      );
      return { name, type: 'application/pdf', content };
    },

    // It is bought on the page of its proposal.
    reviewDraft: async (): Promise<DraftOutcome> => ({ kind: 'none' }),
    placeDraft: async (): Promise<DraftPlaced> => ({ kind: 'refused', reason: 'draft-incomplete', reference: null, seats: [] }),
  };
}
