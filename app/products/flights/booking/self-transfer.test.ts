import { beforeAll, describe, expect, test } from 'vitest';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { confirmCancel, giveUpOrder, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { PricingRules } from '#app/commerce/pricing/quote.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { checkedInOf } from '#app/commerce/orders/order-description.ts';
import { dayMs } from '#app/values/dates.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { findDraft } from './booking-draft-store.server.ts';
import { chosenOffers, mirrorOf, type FlightDraft } from './booking-draft.ts';
import { withFamilies } from './choose-family.ts';
import { notInstead } from '../change/change-rules.ts';
import { quoteChange } from '../change/change-flights.server.ts';
import { chooseFlight } from './choose-flight.server.ts';
import { priceFacts } from '../search/facts-price.ts';
import { findFamily } from '../fares/fare-rules.ts';
import { aDraft, aParty, openTestSale, type TestSale } from '../order/flight-order-testing.ts';
import { flightProduct } from '../flight-product.server.ts';
import { openFlightCounter } from '../flight-counter.server.ts';
import { quoteOffer, segmentsOf } from '../flight-price.ts';
import { findTickets, getFlightOrder } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { directionsOf, endOfFirst, joinTickets } from '../join-tickets.ts';
import type { OfferFacts } from '../search/offer-facts.ts';
import { formatOfferId, parseOfferId, type FlightSearch, type LocalMoment, type Offer } from '../offer.ts';
import { priceDraft } from './price-draft.server.ts';
import { findFlightQuoteAsStaff, findOptions } from '../quotes/flight-quotes-store.server.ts';
import { mailFlightQuotes } from '../quotes/mail-flight-quotes.server.ts';
import { priceOption } from '../quotes/price-option.server.ts';
import { takeOption } from '../quotes/take-option.server.ts';
import { draftFlightQuote, workFlightQuote } from '../quotes/work-flight-quote.server.ts';
import { restoreDraft } from './restore-draft.server.ts';
import { splitTickets, wholeId } from './split-tickets.ts';
import { openHouseInventory } from '../supplier/house-inventory.server.ts';
import type { OfferSet } from '../supplier/flight-supplier.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';
import { theWorld } from '../world/open-world.server.ts';

const platform = await openTestPlatform();
const anonymous = { kind: 'anonymous' } as const;
/** A child's fare is three quarters and a baby's a tenth, each rounded: a party in which the sum of two tickets shows. */
const family = { adults: 1, children: 1, childAges: [8], infants: 1 };
let house: BookableSupplier;
let sale: TestSale;
let flights: Flights;
let rules: PricingRules;
/** The booking for which the airline writes no tickets. */
let refused: string | null = null;

beforeAll(async () => {
  const open = openHouseInventory(platform, await theWorld());
  house = {
    ...open,
    ticket: async (request, call) =>
      request.locator === refused ? { outcome: 'failed', refused: 'sold-out' } : open.ticket(request, call),
  };
  sale = await openTestSale(platform, [house]);
  flights = { ...sale.flights, world: await theWorld() };
  rules = await getPricingRules(platform.db, platform.clock.now());
}, 120_000);

const out = { from: 'MNL', to: 'LHR', date: '2027-02-09' };
const home = { from: 'LHR', to: 'MNL', date: '2027-02-19' };
const searchFor = (...slices: FlightSearch['slices']): FlightSearch => ({
  slices,
  passengers: family,
  cabin: 'economy',
  maxStops: 1,
  selfTransfer: true,
});

async function listed(search: FlightSearch, chosen: readonly string[] = []): Promise<OfferSet> {
  const answer = await house.search({ search, chosen }, { now: platform.clock.now() });
  if (answer.outcome !== 'ok') throw new Error(JSON.stringify(answer));
  return answer.value;
}

/** As it is sold now: a list may be older than the last sale. */
async function priced(offerId: string): Promise<Offer> {
  const answer = await house.price(offerId, family, { now: platform.clock.now() });
  if (answer.outcome !== 'ok') throw new Error(JSON.stringify(answer));
  return answer.value;
}

interface Found {
  readonly offer: Offer;
  readonly facts: OfferFacts;
}

/** A journey of a list, direction by direction as `wanted` says of each. */
async function find(search: FlightSearch, ...wanted: ((facts: OfferFacts) => boolean)[]): Promise<Found> {
  const chosen: string[] = [];
  for (const [at, fits] of wanted.entries()) {
    const set = await listed(search, chosen);
    const facts = set.facts.find(fits);
    if (!facts) throw new Error(`Direction ${at + 1} has no such flights`);
    if (at === wanted.length - 1) return { offer: await priced(set.offer(facts.at).id), facts };
    chosen.push(set.sliceKey(facts.at));
  }
  throw new Error('Nothing was wanted');
}

const onOwn = ({ selfTransfer, families }: OfferFacts) => selfTransfer && families.length > 1;
const direct = ({ selfTransfer }: OfferFacts) => !selfTransfer;

async function chosen(search: FlightSearch, offer: Offer, brand = offer.brands[0]!.code): Promise<FlightDraft> {
  const shown = quoteOffer(
    offer,
    offer.brands.find(({ code }) => code === brand)!,
    rules,
  ).total.amount;
  const asked = new Request('http://localhost/flight-search-results');
  const outcome = await chooseFlight(platform, flights, rules, asked, anonymous, search, { offerId: offer.id, brand, seen: shown });
  if (!outcome.ok) throw new Error(outcome.refused);
  return readDraft(outcome.value.cookie!);
}

async function readDraft(cookie: string): Promise<FlightDraft> {
  const headers = { cookie: cookie.split(';')[0]! };
  return (await findDraft(platform, new Request('http://localhost/', { headers }), anonymous))!;
}

function filled(draft: FlightDraft, offer: Offer): FlightDraft {
  const { contactInfo, currentStep } = aDraft(offer).booking;
  return { ...draft, booking: { ...draft.booking, passengerDetails: aParty(family), contactInfo, currentStep } };
}

let addresses = 0;
async function bought(draft: FlightDraft, offer: Offer): Promise<Order> {
  addresses += 1;
  const order = await sale.placed(filled(draft, offer), { address: `10.9.8.${addresses}` });
  await sale.paid(order.id);
  return order;
}

const routesOf = async (orderId: string) =>
  (await getFlightOrder(platform.db, orderId)).contracts.map(({ offer: { slices } }) =>
    slices.map(({ from, to }) => `${from}-${to}`).join(' '),
  );

describe('a direction in which the traveller changes on their own', () => {
  test('costs on the card, at checkout and in the order what its two tickets cost alone', async () => {
    const search = searchFor(out);
    const { offer, facts } = await find(search, onOwn);
    const [card] = priceFacts([facts], search, rules);
    expect(card!.totals).toEqual(offer.brands.map((brand) => quoteOffer(offer, brand, rules).total.amount));
    const alone = await Promise.all(splitTickets(offer).map(({ offerId }) => priced(offerId)));
    expect(alone.map(({ validatingAirline }) => validatingAirline)).toEqual(offer.slices[0]!.segments.map(({ airline }) => airline));
    for (const [rank, brand] of offer.brands.entries()) {
      const parts = alone.map(({ brands }) => brands[Math.min(rank, brands.length - 1)]!.fareTotal.amount);
      expect(brand.fareTotal.amount).toBe(parts[0]! + parts[1]!);
    }
    const draft = await chosen(search, offer, offer.brands[1]!.code);
    const now = await priceDraft(platform, sale.flights, draft);
    if (!now.ok) throw new Error(now.refused);
    expect(now.value.quote.total.amount).toBe(card!.totals[1]);
    expect((await sale.placed(filled(draft, offer), { address: '10.9.8.100' })).total).toBe(card!.totals[1]);
  });

  test('is two contracts: each with its airline’s booking, everybody’s tickets and papers that tell them apart', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const order = await bought(await chosen(searchFor(out), offer), offer);
    const { contracts, destination } = await getFlightOrder(platform.db, order.id);
    const [one, other] = contracts;
    const via = offer.slices[0]!.layovers[0]!;
    expect(await routesOf(order.id)).toEqual([`MNL-${via.airport}`, `${via.departsFrom}-LHR`]);
    expect(destination).toBe('LHR');
    expect(one!.locator).not.toBe(other!.locator);
    const tickets = await findTickets(platform.db, order.id);
    const airlines = contracts.map((contract) => contract.offer.validatingAirline);
    expect(new Set(airlines).size).toBe(2);
    expect(tickets.map(({ contract, traveller, airline }) => [contract, traveller, airline])).toEqual(
      [0, 1].flatMap((contract) => [0, 1, 2].map((traveller) => [contract, traveller, airlines[contract]])),
    );
    const counter = openFlightCounter(platform, sale.flights);
    const papers = (await counter.listPapers(order.id)).filter(({ kind }) => kind === 'ticket');
    expect(new Set(papers.map((paper) => `${paper.traveller} ${paper.flights}`)).size).toBe(6);
    const said = await Promise.all(papers.map(async ({ name }) => (await counter.openPaper(order.id, name, 'en'))!.content as Buffer));
    const calendar = (await counter.openPaper(order.id, (await counter.listPapers(order.id)).at(-1)!.name, 'en'))!.content.toString();
    const events = calendar.split('BEGIN:VEVENT').slice(1);
    expect(events.map((event) => contracts.map(({ locator }) => event.includes(locator!)))).toEqual([
      [true, false],
      [false, true],
    ]);
    const warned = said.filter((pdf) => readPdf(pdf).text.includes('Separate tickets: collect your bags'));
    expect(warned).toHaveLength(3);
  });

  test('keeps its way between the tickets before the sale and after it', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const order = await bought(await chosen(searchFor(out), offer), offer);
    const description = await openFlightCounter(platform, sale.flights).describe(order.id, 'en');
    expect(description.slices).toHaveLength(1);
    const [slice] = description.slices;
    const via = offer.slices[0]!.layovers[0]!;
    expect([slice!.stops, slice!.minutes]).toEqual([1, offer.slices[0]!.minutes]);
    expect(slice!.segments[1]!.layover).toMatchObject({ selfTransfer: true, minutes: via.minutes, arrivesAt: via.airport });
    expect([description.separateTickets, description.contracts.length]).toEqual([2, 2]);
    expect(new Set(description.contracts.map(({ airline }) => airline)).size).toBe(2);
    expect(description.contracts.map((contract) => contract.flights)).toEqual([`MNL–${via.airport}`, `${via.departsFrom}–LHR`]);
    const checkedIn = checkedInOf(slice!);
    expect(checkedIn.map(({ first }) => first.flight)).toEqual(slice!.segments.map(({ flight }) => flight));
    expect(checkedIn.map(({ from, to }) => [from, to])).toEqual(slice!.segments.map(({ from, to }) => [from.city, to.city]));
    expect(checkedIn[1]!.checkIn?.airline).toBe(slice!.segments[1]!.airline);
  });

  test('has a fare family for each ticket', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const draft = await chosen(searchFor(out), offer);
    const cheap = await priceDraft(platform, sale.flights, draft);
    if (!cheap.ok) throw new Error(cheap.refused);
    const { contracts } = cheap.value;
    const at = contracts.findIndex((contract) => contract.offer.brands.length > 1);
    const codes = contracts.map(({ brand, offer: { brands } }, contract) => (contract === at ? brands.at(-1)!.code : brand.code));
    const changed = withFamilies(draft.booking, contracts, codes);
    expect(chosenOffers(changed).map(({ brand }) => brand)).toEqual(codes);
    const dearer = await priceDraft(platform, sale.flights, { ...draft, booking: changed });
    if (!dearer.ok) throw new Error(dearer.refused);
    const more = contracts[at]!.offer.brands.at(-1)!.fareTotal.amount - contracts[at]!.brand.fareTotal.amount;
    const fares = (quote: typeof dearer.value.quote) =>
      quote.lines.filter(({ kind }) => kind === 'fare' || kind === 'tax').reduce((sum, { amount }) => sum + amount.amount, 0);
    expect(fares(dearer.value.quote) - fares(cheap.value.quote)).toBe(more);
  });

  test('is given back ticket by ticket when it is cancelled', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const order = await bought(await chosen(searchFor(out), offer), offer);
    const owner = { orderId: order.id, by: 'customer', who: 'guest' } as const;
    const quote = await quoteCancel(platform, sale.product, owner);
    if (!quote.ok) throw new Error(quote.refused);
    expect((await confirmCancel(platform, sale.product, owner)).ok).toBe(true);
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('refunded');
    expect((await findTickets(platform.db, order.id)).map(({ status }) => status)).toEqual(Array(6).fill('void'));
    expect((await moneyPosition(platform.db, order.id)).refunded).toEqual(quote.value.refund);
  });

  test('is not sold by half: without the second ticket the first one is voided and the money goes back', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const draft = await chosen(searchFor(out), offer);
    const order = await sale.placed(filled(draft, offer), { address: '10.9.8.101' });
    refused = (await getFlightOrder(platform.db, order.id)).contracts[1]!.locator;
    expect((await sale.paid(order.id)).status).toBe('ticketing_failed');
    expect(await findTickets(platform.db, order.id)).toMatchObject([0, 1, 2].map(() => ({ contract: 0, status: 'open' })));
    const ended = await giveUpOrder(platform, sale.product, { orderId: order.id, by: 'staff', who: 'staff:clerk', reason: 'No seats' });
    expect(ended.ok).toBe(true);
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('refunded');
    expect((await findTickets(platform.db, order.id)).map(({ status }) => status)).toEqual(['void', 'void', 'void']);
    expect((await getFlightOrder(platform.db, order.id)).contracts.map(({ locator }) => locator)).toEqual([null, null]);
    expect((await moneyPosition(platform.db, order.id)).captured.amount).toBe(0);
  });

  test('lets a ticket be changed only where three hours are left to the other one', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const [first, second] = offer.slices[0]!.segments;
    const around = (minutes: number) => {
      const departs = new Date(Date.parse(first!.arrives.utc) + minutes * 60_000).toISOString();
      return { before: [], after: [{ departs, arrives: second!.arrives.utc }] };
    };
    const was = await priced(splitTickets(offer)[0]!.offerId);
    const segments = [{ ...first!, flight: `${first!.airline}9999` }];
    const other = { ...was, slices: [{ ...was.slices[0]!, segments }] };
    const now = platform.clock.now();
    expect([179, 180].map((minutes) => notInstead(was, other, around(minutes), now))).toEqual(['too-tight', null]);
  });

  test('sold on one ticket in the old way is changed to one ticket, and never to more of them', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const [ticket] = splitTickets(offer);
    const wanted = await priced(ticket!.offerId);
    const otherDay = {
      ...wanted,
      slices: [{ ...wanted.slices[0]!, segments: wanted.slices[0]!.segments.map((segment) => ({ ...segment, flight: 'XX1' })) }],
    };
    const nothing = { before: [], after: [] };
    expect(notInstead({ ...wanted, tickets: 2 }, otherDay, nothing, platform.clock.now())).toBeNull();
    expect(notInstead(wanted, { ...otherDay, tickets: 2 }, nothing, platform.clock.now())).toBe('other-airline');
  });

  test('keeps a family of each ticket when it is priced for another party', async () => {
    const search = searchFor(out);
    const { offer } = await find(search, onOwn);
    const contracts = await Promise.all(splitTickets(offer).map(({ offerId }) => priced(offerId)));
    const brands = contracts.map((ticket, at) => (at === 0 ? ticket.brands[0]! : ticket.brands.at(-1)!).code);
    const asked = new Request('http://localhost/flight-passenger-details');
    const party = { ...search, passengers: { ...family, adults: 2, infants: 0 } };
    const choice = { offerId: offer.id, brand: brands[0]!, brands, seen: null };
    const outcome = await chooseFlight(platform, flights, rules, asked, anonymous, party, choice);
    if (!outcome.ok) throw new Error(outcome.refused);
    const draft = await readDraft(outcome.value.cookie!);
    expect(chosenOffers(draft.booking).map(({ brand }) => brand)).toEqual(brands);
  });

  test('ends where it ends, for the trip and for rules of prices, however far apart its tickets have come to lie', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const [one, other] = await Promise.all(splitTickets(offer).map(({ offerId }) => priced(offerId)));
    const passage = offer.slices[0]!.layovers[0]!;
    const offers = [one!, { ...other!, passage }];
    expect([endOfFirst(offers), directionsOf(offers)]).toEqual(['LHR', 1]);
    const back = await priced(formatOfferId({ slices: [parseOfferId(other!.id)!.slices[0]!], cabin: 'economy' }));
    expect([endOfFirst([one!, back]), directionsOf([one!, back])]).toEqual([one!.slices[0]!.to, 2]);
  });

  test('is priced anew before the payment by the rules of where it really ends', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const order = await sale.placed(filled(await chosen(searchFor(out), offer), offer), { address: '10.9.8.102' });
    const asked: string[] = [];
    const product = flightProduct(platform, {
      ...sale.flights,
      supplierOf: () => ({
        ...house,
        price: async (offerId, passengers, call) => {
          const answer = await house.price(offerId, passengers, call);
          asked.push(offerId);
          return answer;
        },
      }),
    });
    platform.clock.advance(25 * 3_600_000);
    const check = await product.checkPrice(order.id);
    expect(asked).toHaveLength(2);
    if (check.kind !== 'fresh') throw new Error(check.kind);
    const ends = check.quote.lines.filter(({ kind }) => kind === 'fare').map(({ facts }) => facts.to);
    expect(new Set(ends)).toEqual(new Set(['LHR']));
  });

  test('is changed one ticket at a time, which goes on where the ticket before it did', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const order = await bought(await chosen(searchFor(out), offer, offer.brands.at(-1)!.code), offer);
    const { contracts } = await getFlightOrder(platform.db, order.id);
    const at = contracts.findIndex(({ offer: { brands }, brand }) => findFamily({ brands }, brand)!.changeBefore.permission === 'allowed');
    const id = parseOfferId(contracts[at]!.offerId)!;
    const [leg] = id.slices[0]!;
    const date = leg!.date.replace(/\d\d$/, (day) => String(Number(day) + (at === 0 ? -1 : 1)).padStart(2, '0'));
    const offerId = formatOfferId({ ...id, slices: [[{ ...leg!, date }]] });
    const ask = { orderId: order.id, by: 'customer', who: 'guest', contract: at, offerId } as const;
    const quoted = await quoteChange(platform, sale.flights, ask);
    if (!quoted.ok) throw new Error(quoted.refused);
    const { offer: wanted, contract } = quoted.value;
    expect([contract, wanted.passage]).toEqual([at, contracts[at]!.offer.passage]);
    const fares = quoted.value.quote.lines.filter(({ kind }) => kind === 'fare');
    expect(new Set(fares.map(({ facts }) => facts.contract))).toEqual(new Set(['0', '1']));
    // A day apart they are two directions, and neither is said to wait for the other.
    expect(joinTickets(contracts.map((row) => (row.position === at ? wanted : row.offer)))).toHaveLength(2);
  });

  test('falls apart where the airline moves one of its tickets by a day, and is told as tight before', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const draft = await chosen(searchFor(out), offer);
    const now = await priceDraft(platform, sale.flights, draft);
    if (!now.ok) throw new Error(now.refused);
    const offers = now.value.contracts.map((contract) => contract.offer);
    const moved = (minutes: number) => {
      const [slice] = offers[1]!.slices;
      const [segment] = slice!.segments;
      const by = (moment: LocalMoment) => ({ ...moment, utc: new Date(Date.parse(moment.utc) + minutes * 60_000).toISOString() });
      const later = { ...segment!, departs: by(segment!.departs), arrives: by(segment!.arrives) };
      return joinTickets([offers[0]!, { ...offers[1]!, slices: [{ ...slice!, segments: [later] }] }]);
    };
    const { minutes } = offers[1]!.passage!;
    expect(joinTickets(offers)[0]!.layovers).toEqual([offers[1]!.passage]);
    expect(moved(100 - minutes)[0]!.layovers).toMatchObject([{ minutes: 100, grade: 'tight', selfTransfer: true }]);
    expect(moved(1441 - minutes).map(({ layovers }) => layovers)).toEqual([[], []]);
  });
});

test('a draft that still has two tickets as one is not sold: its flights are chosen anew', async () => {
  const { offer } = await find(searchFor(out), onOwn);
  const draft = await chosen(searchFor(out), offer);
  const { further: _further, ...flight } = draft.booking.selectedOutboundFlight!;
  const before = { ...draft, booking: { ...draft.booking, selectedOutboundFlight: { ...flight, offerId: offer.id } } };
  expect(await priceDraft(platform, sale.flights, before)).toEqual({ ok: false, refused: 'offer-gone' });
});

describe('together with other tickets', () => {
  test('a way home of a stranger is a third contract', async () => {
    const search = searchFor(out, home);
    const { offer } = await find(search, onOwn, direct);
    expect(offer.tickets).toBe(3);
    const draft = await chosen(search, offer);
    expect(wholeId(chosenOffers(draft.booking))).toBe(offer.id);
    const order = await bought(draft, offer);
    expect(order.total).toBe(quoteOffer(offer, offer.brands[0]!, rules).total.amount);
    const [there, back] = offer.slices;
    expect(await routesOf(order.id)).toEqual([...there!.segments.map(({ from, to }) => `${from}-${to}`), `${back!.from}-${back!.to}`]);
    const { slices } = await openFlightCounter(platform, sale.flights).describe(order.id, 'en');
    expect(slices.map(({ segments }) => segments.length)).toEqual([2, back!.segments.length]);
  });

  test('changing on one’s own both ways is four', async () => {
    const search = searchFor(out, home);
    const { offer } = await find(search, onOwn, onOwn);
    const order = await bought(await chosen(search, offer), offer);
    expect(order.total).toBe(quoteOffer(offer, offer.brands[0]!, rules).total.amount);
    const { contracts } = await getFlightOrder(platform.db, order.id);
    expect(contracts.map((contract) => Boolean(contract.offer.passage))).toEqual([false, true, false, true]);
    expect(new Set(contracts.map(({ locator }) => locator)).size).toBe(4);
    expect(await findTickets(platform.db, order.id)).toHaveLength(12);
  });

  test('three cities on airlines that know nothing of each other are a contract for each', async () => {
    const search = searchFor(out, { from: 'LHR', to: 'DXB', date: '2027-02-14' }, { from: 'DXB', to: 'MNL', date: '2027-02-19' });
    const { offer } = await find(search, onOwn, direct, direct);
    const draft = await chosen(search, offer);
    expect(draft.booking.selectedReturnFlight).toBeNull();
    const order = await bought(draft, offer);
    expect(order.total).toBe(quoteOffer(offer, offer.brands[0]!, rules).total.amount);
    const { contracts } = await getFlightOrder(platform.db, order.id);
    expect(contracts).toHaveLength(4);
    expect(joinTickets(contracts.map((contract) => contract.offer)).map(({ from, to }) => `${from}-${to}`)).toEqual([
      'MNL-LHR',
      'LHR-DXB',
      'DXB-MNL',
    ]);
    expect(segmentsOf(contracts)).toHaveLength(offer.slices.flatMap(({ segments }) => segments).length);
  });
});

test('what a clerk quotes to a caller is sold ticket by ticket, at the price that was quoted and for that quote', async () => {
  const { db, clock, crypto } = platform;
  await mailFlightQuotes(platform, flights);
  const { offer } = await find(searchFor(out, home), onOwn, direct);
  const desk = await getPricingRules(db, clock.now(), 'desk');
  const option = await priceOption(flights, desk, { offerId: offer.id, brand: offer.brands[0]!.code }, family, clock.now());
  if (typeof option === 'string') throw new Error(option);
  const contact = { name: 'Mona Caller', email: 'mona.caller@example.com', phone: '' };
  const words = { contact, language: 'en' as const, message: '', expiresAt: new Date(clock.now() + dayMs) };
  const reference = await draftFlightQuote(platform, { words, options: [option], inquiryId: null, customerId: null, staffId: 'clerk' });
  const read = async () => (await findFlightQuoteAsStaff(db, crypto, reference))!;
  const { id: quoteId, version } = await read();
  expect((await workFlightQuote(platform, { quoteId, version, work: 'send', staffId: 'clerk' })).ok).toBe(true);
  const taken = await takeOption(platform, flights, desk, {
    request: new Request('http://localhost/'),
    viewer: anonymous,
    quote: await read(),
    option: (await findOptions(db, quoteId))[0]!,
    seen: option.price.total.amount,
  });
  if (taken.kind !== 'begun') throw new Error(taken.kind);
  const draft = await readDraft(taken.cookie!);
  expect(chosenOffers(draft.booking).map(({ onward }) => onward)).toEqual([false, true, false]);
  const now = await priceDraft(platform, sale.flights, draft, { desk: { quoteId, option: 1 } });
  if (!now.ok) throw new Error(now.refused);
  expect(now.value.quote.total).toEqual(option.price.total);
  const order = await bought(draft, offer);
  expect(order.total).toBe(option.price.total.amount);
  expect((await getFlightOrder(db, order.id)).contracts).toHaveLength(3);
  expect(await read()).toMatchObject({ status: 'accepted', orderId: order.id });
});

test('fares of our own are sold ticket by ticket, too, each from its allotment', () => {
  const ends = { layovers: [] };
  const offer = {
    id: 'own.A1B2C3+A3D4E5.h1.PR659-20261205.5J14-20261219.Y',
    tickets: 2,
    slices: [ends, ends] as unknown as Offer['slices'],
  };
  const tickets = splitTickets(offer);
  expect(tickets).toEqual([
    { offerId: 'own.A1B2C3.h1.PR659-20261205.Y', onward: false },
    { offerId: 'own.A3D4E5.h1.5J14-20261219.Y', onward: false },
  ]);
  expect(wholeId(tickets)).toBe(offer.id);
  const [one, other] = tickets;
  expect(wholeId([one!, { ...other!, offerId: other!.offerId.replace(/\.Y$/, '.C') }])).toBeNull();
  expect(splitTickets({ ...offer, tickets: 1 })).toEqual([{ offerId: offer.id, onward: false }]);
});

describe('a copy in a browser', () => {
  const restored = async (text: string) => {
    const outcome = await restoreDraft(platform, flights, new Request('http://localhost/'), anonymous, text);
    return outcome.ok ? chosenOffers((await readDraft(outcome.value.cookie!)).booking) : outcome.refused;
  };

  test('goes on with the same tickets', async () => {
    const search = searchFor(out, home);
    const { offer } = await find(search, onOwn, direct);
    const draft = await chosen(search, offer);
    expect(await restored(JSON.stringify(mirrorOf(draft.booking)))).toEqual(chosenOffers(draft.booking));
  });

  test('adds no third ticket to a direction, and begins no way home before the way out has ended', async () => {
    const search = searchFor(out, home);
    const { offer } = await find(search, onOwn, direct);
    const { booking } = await chosen(search, offer);
    const flight = booking.selectedOutboundFlight!;
    const further = [...flight.further!, { ...flight.further![0]!, onward: true }];
    expect(await restored(JSON.stringify({ ...mirrorOf(booking), selectedOutboundFlight: { ...flight, further } }))).toBe('offer-gone');
    const early = booking.selectedReturnFlight!.offerId.replaceAll('20270219', '20270205').replaceAll('20270220', '20270206');
    expect((await priced(early)).slices).toHaveLength(1);
    const sooner = {
      ...mirrorOf(booking),
      searchParams: searchFor(out, { ...home, date: '2027-02-05' }),
      selectedReturnFlight: { ...booking.selectedReturnFlight!, offerId: early },
    };
    expect(await restored(JSON.stringify(sooner))).toBe('offer-gone');
  });

  test('is believed neither that two tickets are two directions nor that they are one ticket', async () => {
    const { offer } = await find(searchFor(out), onOwn);
    const { booking } = await chosen(searchFor(out), offer);
    const flight = booking.selectedOutboundFlight!;
    const further = flight.further!.map((ticket) => ({ ...ticket, onward: false }));
    expect(await restored(JSON.stringify({ ...mirrorOf(booking), selectedOutboundFlight: { ...flight, further } }))).toBe('not-a-booking');
    const whole = { ...flight, offerId: offer.id, further: undefined };
    expect(await restored(JSON.stringify({ ...mirrorOf(booking), selectedOutboundFlight: whole }))).toBe('offer-gone');
  });
});
