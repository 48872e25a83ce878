import type { OfferedItems } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { localTime } from '#app/values/local-time.ts';
import { ageBandNames } from './experience.ts';
import { momentWords } from './experience-words.tsx';
import { findExperienceBooking } from './experience-bookings-store.server.ts';
import { openVisit, placeExperienceOrder } from './place-experience-order.server.ts';

/** The page on which a visit is booked, with day, start, option and party in its address. */
function visitOf(item: string): { readonly experienceId: string; readonly visit: URLSearchParams } | null {
  const found = /^\/experience\/([\w-]+)\/book\?(.+)$/.exec(item);
  return found ? { experienceId: found[1]!, visit: new URLSearchParams(found[2]) } : null;
}

/** Places at a start, as a proposal offers them. */
export function experienceOffers(platform: Platform): OfferedItems {
  return {
    async read(item, language) {
      const named = visitOf(item);
      const open = named && (await openVisit(platform, named.experienceId, named.visit, language));
      if (!open) return null;
      const { experience, visit, quote } = open;
      const t = textsFor(language).of('experiences');
      const { date, start } = visit.session!;
      const bands = ageBandNames.filter((band) => (visit.party[band] ?? 0) > 0);
      const counted = bands.map((band) => ({ grown: band === 'adult' || band === 'senior', count: visit.party[band]! }));
      const sum = (grown: boolean) => counted.filter((one) => one.grown === grown).reduce((all, one) => all + one.count, 0);
      return {
        title: experience.words.title,
        facts: [
          { name: t('facts.when'), value: momentWords(t, localTime(date, start), language) },
          {
            name: t('facts.who'),
            value: bands.map((band) => t(`visit.line.${band}`, { count: visit.party[band]! })).join(comma(language)),
          },
          { name: t('facts.meeting'), value: experience.words.meeting },
        ],
        startsOn: date,
        endsOn: date,
        adults: Math.max(1, sum(true)),
        children: sum(false),
        total: quote.total,
        lines: quote.lines,
      };
    },
    async place({ item, ...rest }) {
      const named = visitOf(item);
      return named ? placeExperienceOrder(platform, { ...rest, ...named }) : { ok: false, refused: 'gone' };
    },
  };
}

/** The address of the visit that an order was placed for, what its booker noted, and where they are fetched. */
export async function visitOfOrder(
  platform: Platform,
  orderId: string,
): Promise<{ readonly item: string; readonly note: string; readonly pickup: string } | null> {
  const own = await findExperienceBooking(platform.db, platform.crypto, orderId);
  if (!own) return null;
  const party = Object.entries(own.party).map(([band, count]): [string, string] => [band, String(count)]);
  const visit = new URLSearchParams([['date', own.date], ['time', own.start], ['option', own.optionKey], ...party]);
  return { item: `/experience/${own.experienceId}/book?${visit}`, note: own.note, pickup: own.pickup };
}
