import { beforeAll, describe, expect, it } from 'vitest';
import { quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { money } from '#app/values/money.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { createDraft, findDraft } from './booking-draft-store.server.ts';
import { emptyBooking, stepNumbers, withFlights } from './booking-draft.ts';
import { quoteChange } from '../change/change-flights.server.ts';
import { changeClosed } from '../change/change-rules.ts';
import { directionCodes, familyOfDirections } from '../fares/fare-rules.ts';
import { openFlightCounter } from '../flight-counter.server.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import { findTickets } from '../order/flight-store.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { FamilyRules, FareBrand, FareRule, Offer, Slice } from '../offer.ts';
import { payLaterOf } from '../order/pay-later-rules.ts';
import { HouseShopping, untouchedStock } from '../supplier/house-supplier.server.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { theWorld } from '../world/open-world.server.ts';

const platform = await openCataloguePlatform();

const refused: FareRule = { permission: 'not-allowed', penalty: null };
const forFee = (dirhams: number): FareRule => ({ permission: 'allowed', penalty: money(dirhams * 100, 'AED') });
const { fares: _fares, fareTotal: _total, ...plain } = anOffer().brands[0]!;
const light: FamilyRules = { ...plain, code: 'light', nameKey: 'fares:family.light' };
const flex: FamilyRules = {
  ...plain,
  code: 'flex',
  nameKey: 'fares:family.flex',
  checkedBag: { pieces: 1, kilograms: 30 },
  seatChoice: 'allowed',
  changeBefore: forFee(0),
  refundBefore: forFee(50),
  noShow: forFee(300),
};
const priced = (rules: FamilyRules, dirhams: number): FareBrand => ({
  ...rules,
  fares: [{ type: 'adult', count: 1, base: money(dirhams * 100, 'AED'), taxes: [] }],
  fareTotal: money(dirhams * 100, 'AED'),
});
/** The stricter of Light and Flex is Light in everything. */
const pair = (out: FamilyRules, home: FamilyRules, dirhams: number): FareBrand => {
  const code = `${out.code}-${home.code}`;
  return { ...priced(light, dirhams), code, nameKey: `fares:family.${code}`, directions: [out, home] };
};

function sliceOn(from: string, to: string, flight: string, day: string): Slice {
  const [slice] = anOffer({ flight }).slices;
  const [segment] = slice!.segments;
  const departs = { ...segment!.departs, local: `${day}T07:45`, utc: `${day}T03:45:00Z` };
  const arrives = { ...segment!.arrives, local: `${day}T11:25`, utc: `${day}T11:25:00Z` };
  return { ...slice!, from, to, segments: [{ ...segment!, from, to, departs, arrives }] };
}

/** Dubai to London and back on a day, in Light, Flex and both ways of having one of each. */
const returnOn = (day: string, outDay = '2026-12-05'): Offer => ({
  ...anOffer({ supplier: 'd1' }),
  id: `d1.${outDay}.${day}`,
  expiresAt: '2027-01-01T00:00:00.000Z',
  slices: [sliceOn('DXB', 'LHR', 'EK1', outDay), sliceOn('LHR', 'DXB', 'EK2', day)],
  brands: [priced(light, 2000), priced(flex, 3000)],
  byDirection: {
    families: [
      [light, flex],
      [light, flex],
    ],
    brands: [pair(light, flex, 2500), pair(flex, light, 2600)],
  },
});
const offers = [returnOn('2026-12-12'), returnOn('2026-12-15'), returnOn('2026-12-12', '2026-12-06')];
const [offer] = offers as [Offer];

class Airline extends ScriptedSupplier implements BookableSupplier {}
const sale = await openTestSale(platform, [new Airline({ code: 'd1', offers })]);
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform, sale.flights);
});

const search = {
  slices: [
    { from: 'DXB', to: 'LHR', date: '2026-12-05' },
    { from: 'LHR', to: 'DXB', date: '2026-12-12' },
  ],
  passengers: { adults: 1, children: 0, infants: 0 },
  cabin: 'economy',
  maxStops: 2,
} as const;

/** Somebody at the ticket step, in Light. */
async function visitor() {
  const booking = {
    ...withFlights(emptyBooking, search, [offer], 'light'),
    passengerDetails: aParty(offer.passengers),
    contactInfo: { email: 'layla@example.com', phone: '+971501234567', secondPhone: '' },
    currentStep: stepNumbers['ticket-type'],
  };
  const { cookie } = await createDraft(platform, { booking, checkedBags: {} });
  const jar = cookie.split(';')[0]!;
  return {
    page: async () => (await app.send('/flight-ticket-type', { cookie: jar })).text(),
    choose: (form: Record<string, string>) =>
      app.send('/flight-ticket-type', { cookie: jar, form: { flights: offer.id, intent: 'save', ...form } }),
    async families() {
      const draft = await findDraft(platform, new Request('http://localhost/', { headers: { cookie: jar } }), { kind: 'anonymous' });
      const { selectedOutboundFlight, selectedReturnFlight, ticketType } = draft!.booking;
      return [selectedOutboundFlight!.brand, selectedReturnFlight!.brand, ticketType];
    },
  };
}

describe('a family for each direction, chosen at the ticket step', () => {
  it('is one choice beside the families of the whole, and the stricter rule is told in words', async () => {
    const who = await visitor();
    const before = await who.page();
    expect(before).toContain('Another ticket for each direction');
    expect(before).toContain('Refund and no-show go by the stricter one');
    await who.choose({ 'family.0': 'each', 'family.0.0': 'light', 'family.0.1': 'flex' });
    expect(await who.families()).toEqual(['light-flex', 'light-flex', 'standard']);
    const after = await who.page();
    expect(after).toMatch(/<input(?=[^>]*value="each")[^>]*checked/);
    expect(after).toContain('For the whole ticket');
  });
  it('counts without JavaScript when somebody picks in a direction and leaves the family of the whole as it was', async () => {
    const who = await visitor();
    await who.choose({ 'family.0': 'light', 'family.0.0': 'flex', 'family.0.1': 'light' });
    expect(await who.families()).toEqual(['flex-light', 'flex-light', 'standard']);
    await who.choose({ 'family.0': 'flex', 'family.0.0': 'flex', 'family.0.1': 'light' });
    expect(await who.families()).toEqual(['flex', 'flex', 'standard']);
  });
  it('counts with JavaScript only where the whole says so, however often a choice was kept meanwhile', async () => {
    const who = await visitor();
    const chosen = { alive: 'yes', 'family.0': 'flex', 'family.0.0': 'light', 'family.0.1': 'light' };
    await who.choose({ ...chosen, intent: 'autosave' });
    await who.choose(chosen);
    expect(await who.families()).toEqual(['flex', 'flex', 'standard']);
    await who.choose({ ...chosen, 'family.0': 'each', 'family.0.0': 'light', 'family.0.1': 'flex', intent: 'autosave' });
    await who.choose({ ...chosen, 'family.0': 'light', 'family.0.0': 'light', 'family.0.1': 'flex' });
    expect((await who.families())[0]).toBe('light');
  });
  it('is the family of the whole when both directions are in the same', async () => {
    const who = await visitor();
    await who.choose({ 'family.0': 'each', 'family.0.0': 'flex', 'family.0.1': 'flex' });
    expect((await who.families())[0]).toBe('flex');
  });
  it.each(['gold', 'flex-gold', ''])('leaves the draft alone for what is not offered: "%s"', async (code) => {
    const who = await visitor();
    await who.choose({ 'family.0': 'each', 'family.0.0': code, 'family.0.1': 'flex' });
    await who.choose({ 'family.0': code });
    expect((await who.families())[0]).toBe('light');
  });
});

describe('an order in Light there and Flex home', () => {
  const chosen = () => {
    const draft = aDraft(offer);
    const outbound = { ...draft.booking.selectedOutboundFlight!, brand: 'light-flex' };
    return { ...draft, booking: { ...draft.booking, selectedOutboundFlight: outbound, selectedReturnFlight: outbound } };
  };
  let buyers = 0;
  const bought = async () => {
    buyers += 1;
    return sale.paid((await sale.placed(chosen(), { address: `10.9.${buyers}.1` })).id);
  };

  it('is sold at the price of the pair, under a name that says both', async () => {
    const order = await bought();
    expect(order.status).toBe('ticketed');
    const description = await openFlightCounter(platform, sale.flights).describe(order.id, 'es');
    const [contract] = description.contracts;
    expect(contract).toMatchObject({ family: 'Ligero a la ida, Flexible a la vuelta', refund: refused });
    expect(contract!.directions).toMatchObject([
      { from: 'DXB', to: 'LHR', change: refused, checkedBag: null },
      { from: 'LHR', to: 'DXB', change: forFee(0), checkedBag: { kilograms: 30 } },
    ]);
  });
  it('has an e-ticket with the bags of each direction, and its own rule for a change of each', async () => {
    const order = await bought();
    const [ticket] = await findTickets(platform.db, order.id);
    const paper = await openFlightCounter(platform, sale.flights).openPaper(order.id, `e-ticket-${ticket!.number}.pdf`, 'en');
    const text = readPdf(paper!.content as Buffer).text.replaceAll(/\s+/g, ' ');
    expect(text).toContain('Light out, Flex back');
    expect(text).toMatch(/Change before departure, .?DXB.? – .?LHR/);
    expect(text).toMatch(/Change before departure, .?LHR.? – .?DXB/);
    expect(text).toContain('Refund and no-show go by the stricter fare');
  });
  it('gives back what the stricter family gives back', async () => {
    const order = await bought();
    platform.clock.advance(25 * 3_600_000);
    const quote = await quoteCancel(platform, sale.product, { orderId: order.id, by: 'customer', who: 'guest' });
    if (!quote.ok) throw new Error(quote.refused);
    expect(quote.value.lines.filter(({ paid }) => paid.amount === 250_000).map(({ refunded }) => refunded.amount)).toEqual([0]);
  });
  it('may change the way home by the rule of Flex, and neither the way out nor both', async () => {
    const order = await bought();
    const asked = (offerId: string) =>
      quoteChange(platform, sale.flights, { orderId: order.id, by: 'customer', who: 'guest', contract: 0, offerId });
    expect(await asked(offers[2]!.id)).toMatchObject({ ok: false, refused: 'not-allowed' });
    const home = await asked(offers[1]!.id);
    if (!home.ok) throw new Error(home.refused);
    expect(home.value.brand).toBe('light-flex');
    expect(home.value.quote.lines.filter(({ kind }) => kind === 'change-fee').map(({ code }) => code)).toEqual(['1.ours']);
  });
});

describe('what hangs on a pair of families', () => {
  it('lets flights be kept as long as the stricter of them does', () => {
    const now = Date.parse('2026-11-21T08:00:00Z') as Parameters<typeof payLaterOf>[1];
    const keptIn = (brand: FareBrand) => payLaterOf([{ offer, brand, keepsMs: 72 * 3_600_000 }], now);
    expect(keptIn(offer.byDirection!.brands[0]!)).toMatchObject({ allowed: false, because: 'family' });
    expect(keptIn(offer.brands[1]!)).toMatchObject({ allowed: true });
  });
  it('lets a change be asked for while one direction may be changed', () => {
    const now = Date.parse('2026-11-21T08:00:00Z') as Parameters<typeof changeClosed>[3];
    const leaves = Date.parse('2026-12-05T03:45:00Z') as typeof now;
    expect(changeClosed('ticketed', offer.byDirection!.brands[0]!, leaves, now)).toBeNull();
    expect(changeClosed('ticketed', offer.brands[0]!, leaves, now)).toBe('not-allowed');
  });
});

describe('the returns of the house', () => {
  it('have each pair of families at a price between those of the two, found again by its directions', async () => {
    const house = new HouseShopping(await theWorld(), untouchedStock);
    const now = Date.UTC(2026, 10, 21, 8);
    const found = await house.search({ search: { ...search, passengers: { adults: 2, children: 1, infants: 1 } }, chosen: [] }, { now });
    if (found.outcome !== 'ok') throw new Error('nothing was found');
    const made = found.value.offer(0);
    const again = await house.price(made.id, made.passengers, { now });
    if (again.outcome !== 'ok') throw new Error('the price is gone');
    const { brands, byDirection } = again.value;
    expect(byDirection!.brands).toHaveLength(6);
    const totalOf = (code: string) => [...brands, ...byDirection!.brands].find((brand) => brand.code === code)!.fareTotal.amount;
    for (const pairOf of byDirection!.brands) {
      const [out, home] = directionCodes(again.value, pairOf) as [string, string];
      expect(familyOfDirections(again.value, [out, home])).toBe(pairOf);
      const ends = [totalOf(out), totalOf(home)].toSorted((a, b) => a - b);
      expect(pairOf.fareTotal.amount).toBeGreaterThan(ends[0]!);
      expect(pairOf.fareTotal.amount).toBeLessThan(ends[1]!);
    }
  });
  it('are one family where there is one direction', async () => {
    const house = new HouseShopping(await theWorld(), untouchedStock);
    const now = Date.UTC(2026, 10, 21, 8);
    const found = await house.search({ search: { ...search, slices: [search.slices[0]] }, chosen: [] }, { now });
    if (found.outcome !== 'ok') throw new Error('nothing was found');
    expect(found.value.offer(0).byDirection).toBeUndefined();
  });
});
