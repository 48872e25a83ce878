import type { Platform } from '#app/platform/platform.server.ts';
import { keepFlights } from '../change/change-flights.server.ts';
import type { Flights } from '../flights-context.ts';
import { acceptLeaving, quoteLeaving, type LeaveClerk } from './leave-flights.server.ts';
import type { FlightPress, Pressed } from '../order/press-flights.server.ts';

const whole = (typed: FormDataEntryValue | null) => (/^\d{1,12}$/.test(String(typed ?? '')) ? Number(typed) : -1);

/** What a button on the page does on which some travellers leave, for the traveller and for staff; null for one that is none of its buttons. */
export async function pressLeave(
  platform: Platform,
  flights: Flights,
  { form, asker, here, record }: FlightPress,
  clerk?: LeaveClerk,
): Promise<Pressed | null> {
  const refused = (why: string, kept = ''): Pressed => ({ to: `${here}?refused=${why}${kept}` });
  switch (form.get('intent')) {
    case 'quote': {
      const chosen = [...new Set(form.getAll('who').map(whole))].filter((traveller) => traveller >= 0).slice(0, 18);
      const quoted = await quoteLeaving(platform, flights, { ...asker, travellers: chosen });
      if (quoted.ok) return { to: `${here}#quote` };
      return refused(quoted.refused, chosen.map((traveller) => `&who=${traveller}`).join(''));
    }
    case 'accept': {
      const accepted = await acceptLeaving(platform, {
        ...asker,
        number: whole(form.get('number')),
        seenRefund: whole(form.get('seen')),
        ...(clerk ? { clerk } : {}),
      });
      return accepted.ok ? { to: `${here}?done` } : refused(accepted.refused);
    }
    case 'keep': {
      const kept = await keepFlights(platform, asker);
      return kept.ok ? { to: record } : refused(kept.refused);
    }
    default:
      return null;
  }
}
