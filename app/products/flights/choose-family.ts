import { chosenOffers, type FlightBooking } from './booking-draft.ts';
import { ticketTypeOf } from './fare-rules.ts';
import type { FareBrand } from './offer.ts';

/** The booking with a fare family for each of its contracts; a code that is not offered changes nothing. */
export function withFamilies(
  booking: FlightBooking,
  contracts: readonly { readonly offer: { readonly brands: readonly FareBrand[] } }[],
  codes: readonly string[],
): FlightBooking {
  const { selectedOutboundFlight: outbound, selectedReturnFlight: back } = booking;
  if (!outbound) return booking;
  const offered = (contract: number, before: string) => {
    const code = codes[contract] ?? '';
    return contracts[contract]?.offer.brands.some((brand) => brand.code === code) ? code : before;
  };
  const first = offered(0, outbound.brand);
  const separate = chosenOffers(booking).length > 1;
  return {
    ...booking,
    selectedOutboundFlight: { ...outbound, brand: first },
    selectedReturnFlight: back && { ...back, brand: separate ? offered(1, back.brand) : first },
    ticketType: ticketTypeOf(contracts[0]?.offer.brands ?? [], first),
  };
}
