import type { OfferedItems } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { addDays } from '#app/values/dates.ts';
import { openRooms, placeStayOrder } from './place-stay-order.server.ts';
import { findStayBooking } from './stay-bookings-store.server.ts';
import { momentWords, partyWords } from './stay-words.tsx';
import { localTime } from '#app/values/local-time.ts';

/** The page on which chosen rooms are booked, with days, guests, room and plan in its address. */
function roomsOf(item: string): { readonly stayId: string; readonly visit: URLSearchParams } | null {
  const found = /^\/staycations\/([\w-]+)\/book\?(.+)$/.exec(item);
  return found ? { stayId: found[1]!, visit: new URLSearchParams(found[2]) } : null;
}

/** Rooms for days, as a proposal offers them. */
export function stayOffers(platform: Platform): OfferedItems {
  return {
    async read(item, language, shopper = null) {
      const named = roomsOf(item);
      const open = named && (await openRooms(platform, named.stayId, named.visit, language, shopper));
      if (!open) return null;
      const { stay, room, rooms, terms, plan, quote } = open;
      const t = textsFor(language).of('staycations');
      const name = stay.words.rooms[room.key]?.name ?? room.key;
      const departure = addDays(plan.arrival, plan.nights);
      return {
        title: stay.words.title,
        facts: [
          { name: t('facts.arrival'), value: momentWords(t, localTime(plan.arrival, stay.checkIn), language) },
          { name: t('facts.departure'), value: momentWords(t, localTime(departure, stay.checkOut), language) },
          { name: t('facts.nights'), value: t('nights', { count: plan.nights }) },
          { name: t('facts.guests'), value: partyWords(t, plan.party, 'guests') },
          { name: t('facts.board'), value: `${rooms > 1 ? `${name} × ${rooms}` : name}${comma(language)}${t(`board.${terms.board}`)}` },
        ],
        startsOn: plan.arrival,
        endsOn: departure,
        adults: plan.party.adults,
        children: plan.party.childAges.length,
        total: quote.total,
        lines: quote.lines,
      };
    },
    async place({ item, ...rest }) {
      const named = roomsOf(item);
      return named ? placeStayOrder(platform, { shopper: null, ...rest, ...named }) : { ok: false, refused: 'gone' };
    },
  };
}

/** The address of the rooms that an order was placed for, and what its booker noted. */
export async function roomsOfOrder(platform: Platform, orderId: string): Promise<{ readonly item: string; readonly note: string } | null> {
  const own = await findStayBooking(platform.db, platform.crypto, orderId);
  if (!own) return null;
  const visit = new URLSearchParams({
    date: own.arrival,
    nights: String(own.nights),
    adults: String(own.adults),
    ...(own.childAges.length > 0 && { ages: own.childAges.join(',') }),
    room: own.roomKey,
    plan: own.planKey,
  });
  return { item: `/staycations/${own.staycationId}/book?${visit}`, note: own.note };
}
