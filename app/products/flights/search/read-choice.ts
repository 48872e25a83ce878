import { readPassengers } from '../read-mirror.ts';
import type { FlightChoice } from '../select-flights.server.ts';

/** What a "choose" button sends: `offer` (once, or twice for two one-ways), `brand`, `adults`, `children`, `infants`. Null when it makes no sense. */
export function readChoice(form: FormData): FlightChoice | null {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const count = (name: string) => (/^\d{1,2}$/.test(text(name)) ? Number(text(name)) : 0);
  const offerIds = form.getAll('offer').filter((id): id is string => typeof id === 'string' && /^[\w.-]{3,400}$/.test(id));
  const ages = text('ages')
    .split(',')
    .filter((age) => /^\d{1,2}$/.test(age))
    .map(Number);
  const passengers = readPassengers({ adults: count('adults'), children: count('children'), infants: count('infants'), childAges: ages });
  if (offerIds.length === 0 || offerIds.length > 2 || !passengers) return null;
  return { offerIds, brand: text('brand').slice(0, 40), passengers };
}
