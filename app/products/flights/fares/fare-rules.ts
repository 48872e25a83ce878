import type { BaggageAllowance, FamilyRules, FareBrand, FareRule, Offer, Permission, Segment, Slice } from '../offer.ts';

/*
 * Fare families side by side (rules 30, 36 to 39 and 43). What an airline does not say is shown as unknown.
 */

/** The specification's ticket types; `standard` is the default. */
export type TicketType = 'light' | 'standard' | 'flex';

export type FareFeature =
  | 'cabinBag'
  | 'checkedBag'
  | 'lapInfantBag'
  | 'seat'
  | 'change'
  | 'changeLate'
  | 'refund'
  | 'refundLate'
  | 'noShow'
  | 'miles'
  | 'upgrade';

export type FareCell =
  /** Undefined: the airline does not say. */
  | { readonly kind: 'bag'; readonly bag: BaggageAllowance | null | undefined }
  | { readonly kind: 'permission'; readonly permission: Permission }
  | { readonly kind: 'rule'; readonly rule: FareRule }
  | { readonly kind: 'miles'; readonly percent: number | null };

export interface FareRow {
  readonly feature: FareFeature;
  /** One for each brand, in their order. */
  readonly cells: readonly FareCell[];
  /** The families are not all the same here: worth looking at. */
  readonly differs: boolean;
}

const readers: Readonly<Record<FareFeature, (family: FamilyRules) => FareCell>> = {
  cabinBag: (brand) => ({ kind: 'bag', bag: brand.cabinBag }),
  checkedBag: (brand) => ({ kind: 'bag', bag: brand.checkedBag }),
  lapInfantBag: (brand) => ({ kind: 'bag', bag: brand.lapInfantBag }),
  seat: (brand) => ({ kind: 'permission', permission: brand.seatChoice }),
  change: (brand) => ({ kind: 'rule', rule: brand.changeBefore }),
  changeLate: (brand) => ({ kind: 'rule', rule: brand.changeAfter }),
  refund: (brand) => ({ kind: 'rule', rule: brand.refundBefore }),
  refundLate: (brand) => ({ kind: 'rule', rule: brand.refundAfter }),
  noShow: (brand) => ({ kind: 'rule', rule: brand.noShow }),
  miles: (brand) => ({ kind: 'miles', percent: brand.milesPercent }),
  upgrade: (brand) => ({ kind: 'permission', permission: brand.upgrade }),
};

export const fareFeatures = Object.keys(readers) as readonly FareFeature[];

/** What a baby on a lap checks in is told where one travels. */
export function compareFamilies(brands: readonly FamilyRules[], babies = false): FareRow[] {
  return fareFeatures
    .filter((feature) => babies || feature !== 'lapInfantBag')
    .map((feature) => {
      const cells = brands.map(readers[feature]);
      return { feature, cells, differs: new Set(cells.map((cell) => JSON.stringify(cell))).size > 1 };
    });
}

/** `light`, `standard` and `flex` by place in the list, cheapest first: the middle family is the standard one. */
export function ticketTypeOf(brands: readonly FareBrand[], code: string): TicketType {
  return ticketTypeAt(
    brands.findIndex((brand) => brand.code === code),
    brands.length,
  );
}

/** The same by place, from 0, among so many. */
export function ticketTypeAt(index: number, families: number): TicketType {
  if (index < 0 || families === 1) return 'standard';
  if (index === 0) return 'light';
  return index === families - 1 && families > 2 ? 'flex' : 'standard';
}

/** The family of a ticket type; the cheapest where an offer does not have it. Throws for an offer without families. */
export function brandOfType(brands: readonly FareBrand[], type: TicketType): FareBrand {
  const brand = brands.find((each) => ticketTypeOf(brands, each.code) === type) ?? brands[0];
  if (!brand) throw new RangeError('An offer has at least one fare family');
  return brand;
}

type OfferedFamilies = Pick<Offer, 'brands' | 'byDirection'>;

/** The family with that code, one for the whole offer or a pair of its directions; null when it is not offered. */
export function findFamily(offer: OfferedFamilies, code: string): FareBrand | null {
  return [...offer.brands, ...(offer.byDirection?.brands ?? [])].find((brand) => brand.code === code) ?? null;
}

/** The family with that code, or the cheapest: a code may be gone after a new price. */
export function brandOf(offer: OfferedFamilies, code: string): FareBrand {
  return findFamily(offer, code) ?? brandOfType(offer.brands, 'light');
}

/** An offer in which a family is as it was sold. */
export function withFamily(offer: Offer, sold: FareBrand): Offer {
  const asSold = (brands: readonly FareBrand[]) => brands.map((brand) => (brand.code === sold.code ? sold : brand));
  const { byDirection } = offer;
  return {
    ...offer,
    brands: asSold(offer.brands),
    ...(byDirection ? { byDirection: { ...byDirection, brands: asSold(byDirection.brands) } } : {}),
  };
}

/**
 * The fare basis of a family whose flights became others without a new fare: a direction of as many flights keeps its own, of
 * another nothing is known any more.
 */
export function basisOnFlights(brand: FareBrand, was: readonly Slice[], now: readonly Slice[]): FareBrand {
  if (!brand.fareBasis) return brand;
  let at = 0;
  const bySlice = was.map(({ segments }) => brand.fareBasis!.slice(at, (at += segments.length)));
  return {
    ...brand,
    fareBasis: now.flatMap(({ segments }, slice) => (bySlice[slice]?.length === segments.length ? bySlice[slice] : segments.map(() => ''))),
  };
}

/** The offer of a contract on flights that its airline flies instead: the fare that was sold stays. */
export function onFlights(offer: Offer, slices: readonly Slice[]): Offer {
  const moved = (brands: readonly FareBrand[]) => brands.map((brand) => basisOnFlights(brand, offer.slices, slices));
  const { byDirection } = offer;
  return {
    ...offer,
    slices,
    brands: moved(offer.brands),
    ...(byDirection ? { byDirection: { ...byDirection, brands: moved(byDirection.brands) } } : {}),
  };
}

/** The rules of one direction: its own where the directions differ, else those of the whole. `slice` counts within the offer. */
export function rulesOfDirection(brand: FareBrand, slice: number): FamilyRules {
  return brand.directions?.[slice] ?? brand;
}

/** Codes of what each direction is in; empty where an offer does not tell directions apart. */
export function directionCodes({ brands, byDirection }: OfferedFamilies, brand: FareBrand): string[] {
  if (brand.directions) return brand.directions.map(({ code }) => code);
  const rank = brands.findIndex(({ code }) => code === brand.code);
  // The shorter list ends in its best family, as where the whole offer is put together.
  return (byDirection?.families ?? []).map((list) => list[Math.min(rank, list.length - 1)]!.code);
}

/** The fare with these families in its directions; null when they are not offered together. */
export function familyOfDirections(offer: OfferedFamilies, codes: readonly string[]): FareBrand | null {
  const all = [...offer.brands, ...(offer.byDirection?.brands ?? [])];
  return all.find((brand) => codes.length > 0 && directionCodes(offer, brand).join() === codes.join()) ?? null;
}

/** The ticket types of a fare: one, or those of its directions. */
export function ticketTypesIn(offer: OfferedFamilies, brand: Pick<FareBrand, 'code' | 'directions'>): TicketType[] {
  return (brand.directions ?? [brand]).map(({ code }) => ticketTypeOf(offer.brands, code));
}

/** Two one-ways combined are two contracts: a change of one leaves the other as it is, and this must be said. */
export function contractsOf(offers: readonly Pick<Offer, 'tickets'>[]): number {
  return offers.reduce((sum, offer) => sum + offer.tickets, 0);
}

/** Cabins of the segments in order, when they are not all the same. */
export function mixedCabins(offer: Pick<Offer, 'slices'>): readonly string[] | null {
  const cabins = offer.slices.flatMap((slice) => slice.segments.map((segment) => segment.cabin));
  return new Set(cabins).size > 1 ? cabins : null;
}

/** The fare basis of each flight, where the seller says it; of contracts with the families they are sold in. */
export function basisBySegment(
  contracts: readonly { readonly offer: Pick<Offer, 'slices'>; readonly brand: Pick<FareBrand, 'fareBasis'> }[],
): ReadonlyMap<Segment, string> {
  return new Map(
    contracts.flatMap(({ offer, brand: { fareBasis = [] } }) =>
      offer.slices
        .flatMap(({ segments }) => segments)
        .flatMap((segment, at): [Segment, string][] => (fareBasis[at] ? [[segment, fareBasis[at]]] : [])),
    ),
  );
}
