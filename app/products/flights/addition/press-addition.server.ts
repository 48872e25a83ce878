import type { Platform } from '#app/platform/platform.server.ts';
import { findOpenAddition } from './additions-store.server.ts';
import { chooseAdditions, dropAddition, offerAddition } from './choose-additions.server.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightPress, Pressed } from '../order/press-flights.server.ts';
import { beginAdditionPayment, takeFreeAddition } from './pay-addition.server.ts';
import { readMore, readSeat } from './addition-form.ts';

const whole = (typed: FormDataEntryValue | null) => (/^\d{1,12}$/.test(String(typed ?? '')) ? Number(typed) : -1);

/** What a button on the page that adds to a ticketed order does, for the traveller and for staff; null for none of its buttons. */
export async function pressAddition(platform: Platform, flights: Flights, press: FlightPress): Promise<Pressed | null> {
  const { form, asker, here, record, order } = press;
  const refused = (why: string, more: Readonly<Record<string, string>> = {}): Pressed => ({
    to: `${here}?${new URLSearchParams({ refused: why, ...more })}`,
  });
  const seen = { ...asker, number: whole(form.get('number')), seenTotal: whole(form.get('seen')) };
  const chosen = async () => (await findOpenAddition(platform.db, order.id))?.chosen ?? null;
  switch (form.get('intent')) {
    case 'choose': {
      const kept = await chooseAdditions(platform, flights, { ...asker, wanted: readMore(form, await chosen()) });
      return kept.ok ? { to: `${here}#${kept.value ? 'choice' : 'more'}` } : refused(kept.refused);
    }
    case 'seat':
    case 'unseat': {
      const wanted = readSeat(form, await chosen(), form.get('intent') === 'seat');
      const at = { segment: String(form.get('segment')).slice(0, 2), traveller: String(form.get('traveller')).slice(0, 2) };
      if (!wanted) return refused('no-seat', at);
      const kept = await chooseAdditions(platform, flights, { ...asker, wanted });
      return kept.ok ? { to: `${here}#seats` } : refused(kept.refused, { ...at, seat: String(form.get('seat') ?? '').slice(0, 4) });
    }
    case 'pay': {
      if (asker.by !== 'customer') return null;
      const returnTo = { success: record, failure: here };
      const begun = await beginAdditionPayment(platform, flights, press.provider, { ...seen, returnTo, language: press.language });
      return begun.ok ? { to: begun.value.redirectTo, away: true } : refused(begun.refused);
    }
    case 'take': {
      const taken = await takeFreeAddition(platform, flights, seen);
      return taken.ok ? { to: record } : refused(taken.refused);
    }
    case 'drop': {
      const dropped = await dropAddition(platform, seen);
      return dropped.ok ? { to: here } : refused(dropped.refused);
    }
    case 'send': {
      if (asker.by !== 'staff') return null;
      const offered = await offerAddition(platform, seen);
      return offered.ok ? { to: `${here}?sent` } : refused(offered.refused);
    }
    default:
      return null;
  }
}
