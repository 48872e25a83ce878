import { chosenOffers, type FlightBooking, type SelectedFlight } from './booking-draft.ts';
import { directionCodes, familyOfDirections, findFamily, ticketTypeOf } from '../fares/fare-rules.ts';
import type { FlightContract } from '../flight-price.ts';
import type { Offer } from '../offer.ts';

/** The booking with a fare family for each of its contracts; a code that is not offered changes nothing. */
export function withFamilies(
  booking: FlightBooking,
  contracts: readonly { readonly offer: Pick<Offer, 'brands' | 'byDirection'> }[],
  codes: readonly string[],
): FlightBooking {
  const { selectedOutboundFlight: outbound, selectedReturnFlight: back } = booking;
  if (!outbound) return booking;
  const brands = chosenOffers(booking).map(({ brand }, contract) => {
    const code = codes[contract] ?? '';
    const offer = contracts[contract]?.offer;
    return offer && findFamily(offer, code) ? code : brand;
  });
  const withBrands = (flight: SelectedFlight, from: number): SelectedFlight => ({
    ...flight,
    brand: brands[from]!,
    ...(flight.further ? { further: flight.further.map((ticket, at) => ({ ...ticket, brand: brands[from + 1 + at]! })) } : {}),
  });
  // One ticket for both directions is in one family.
  const home = back && back.offerId !== outbound.offerId ? 1 + (outbound.further?.length ?? 0) : 0;
  return {
    ...booking,
    selectedOutboundFlight: withBrands(outbound, 0),
    selectedReturnFlight: back && withBrands(back, home),
    ticketType: ticketTypeOf(contracts[0]?.offer.brands ?? [], brands[0]!),
  };
}

/** In place of a family for the whole ticket: what is chosen for each direction counts. */
export const eachDirection = 'each';

/** Names of the fields of a contract's families, and of one of its directions. */
export const familyField = (contract: number) => `family.${contract}`;
export const directionField = (contract: number, slice: number) => `family.${contract}.${slice}`;

/** Sent by a page whose scripts are alive: they turn the choice for the whole to the directions as soon as one is chosen there. */
export const aliveField = 'alive';

/**
 * The code of what a form chose for a contract. Without JavaScript somebody may choose in a direction and leave the
 * family of the whole as it was: then they meant the direction. With it the whole says what is meant, and directions that
 * were chosen before count for nothing. Empty when nothing offered was chosen.
 */
export function chosenFamily(form: FormData, contract: number, { offer, brand }: FlightContract): string {
  const field = (name: string) => String(form.get(name) ?? '');
  const whole = field(familyField(contract));
  const directions = (offer.byDirection?.families ?? []).map((_, slice) => field(directionField(contract, slice)));
  const before = directionCodes(offer, brand);
  const left = form.get(aliveField) !== 'yes' && whole === (brand.directions ? eachDirection : brand.code);
  const turned = directions.every((code) => code !== '') && directions.join() !== before.join();
  if (whole === eachDirection || (left && turned)) return familyOfDirections(offer, directions)?.code ?? '';
  return whole;
}
