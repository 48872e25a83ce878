import { messageSend } from '#app/commerce/messages/message-jobs.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { withdrawChange } from './carry-out-change.server.ts';
import { acceptChange, keepFlights, quoteChange } from './change-flights.server.ts';
import type { Flights } from '../flights-context.ts';
import { beginChangePayment } from './pay-change.server.ts';
import type { FlightPress, Pressed } from '../order/press-flights.server.ts';

const whole = (typed: FormDataEntryValue | null) => (/^\d{1,12}$/.test(String(typed ?? '')) ? Number(typed) : -1);

/** What a button on the page of a change does, for the traveller and for staff; null for one that is none of its buttons. */
export async function pressChange(platform: Platform, flights: Flights, press: FlightPress): Promise<Pressed | null> {
  const { form, asker, here, order } = press;
  const refused = (why: string): Pressed => ({ to: `${here}?refused=${why}` });
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 400);
  switch (form.get('intent')) {
    case 'quote': {
      const quoted = await quoteChange(platform, flights, { ...asker, contract: whole(form.get('contract')), offerId: text('offer') });
      return quoted.ok ? { to: `${here}#quote` } : refused(quoted.refused);
    }
    case 'accept': {
      const seen = { number: whole(form.get('number')), seenTotal: whole(form.get('seen')) };
      const accepted = await acceptChange(platform, flights, { ...asker, ...seen });
      if (!accepted.ok) return refused(accepted.refused);
      if (accepted.value.difference === 0) return { to: press.record };
      return asker.by === 'customer' ? pay(platform, press) : { to: here };
    }
    case 'pay':
      return asker.by === 'customer' ? pay(platform, press) : null;
    case 'send':
      if (asker.by !== 'staff') return null;
      await transact(platform.db, (tx) =>
        platform.jobs.send(tx, messageSend, {
          template: 'flights-offered',
          orderId: order.id,
          version: order.version,
          language: order.language,
        }),
      );
      return { to: `${here}?sent` };
    case 'keep': {
      const kept = await keepFlights(platform, asker);
      return kept.ok ? { to: press.record } : refused(kept.refused);
    }
    case 'withdraw': {
      const kept = await withdrawChange(platform, asker);
      return kept.ok ? { to: press.record } : refused(kept.refused);
    }
    default:
      return null;
  }
}

async function pay(platform: Platform, press: FlightPress): Promise<Pressed> {
  const returnTo = { success: press.record, failure: press.here };
  const begun = await beginChangePayment(platform, press.provider, { orderId: press.order.id, returnTo, language: press.language });
  return begun.ok ? { to: begun.value.redirectTo, away: true } : { to: `${press.here}?refused=${begun.refused}` };
}
