import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { moneyPosition } from '#app/commerce/ledger/ledger-store.server.ts';
import { findHistory } from '#app/commerce/orders/orders-store.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { findTaken } from '#app/commerce/availability/taken-store.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { minuteMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { findDraft } from '../booking/booking-draft-store.server.ts';
import { choiceKey, type FlightDraft, type PassengerDetails } from '../booking/booking-draft.ts';
import { chooseFlight } from '../booking/choose-flight.server.ts';
import { exitWording } from '../seats/exit-declaration-rules.ts';
import { exitDeclarations, houseBookings, travellerRequests } from '../flight.tables.ts';
import { aDraft, aParty, openTestSale, type TestSale } from './flight-order-testing.ts';
import { findExtras } from '../extras/extras-store.server.ts';
import { quoteOffer } from '../flight-price.ts';
import { mealPrice } from '../extras/extras-price.ts';
import { openFlightCounter } from '../flight-counter.server.ts';
import { findTickets, getFlightOrder } from './flight-store.server.ts';
import type { FlightSearch, Offer, Passengers } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import { openHouseInventory } from '../supplier/house-inventory.server.ts';
import { poolKey, type BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { answerRequest, findDeclarations, findRequests, saveAnswers } from '../extras/traveller-requests-store.server.ts';
import { theWorld } from '../world/open-world.server.ts';

const platform = await openTestPlatform();
let house: BookableSupplier;
let sale: TestSale;
let route: Offer;

beforeAll(async () => {
  house = openHouseInventory(platform, await theWorld());
  sale = await openTestSale(platform, [house]);
  route = await find({ adults: 1, children: 0, infants: 0 });
}, 120_000);

async function find(passengers: Passengers): Promise<Offer> {
  const search = { slices: [{ from: 'DXB', to: 'LHR', date: '2027-02-09' }], passengers, cabin: 'economy' as const, maxStops: 0 as const };
  const answer = await house.search({ search, chosen: [] }, { now: platform.clock.now() });
  if (answer.outcome !== 'ok' || answer.value.facts.length === 0) throw new Error('No flights found');
  return answer.value.offer(answer.value.facts[0]!.at);
}

async function price(passengers: Passengers): Promise<Offer> {
  const answer = await house.price(route.id, passengers, { now: platform.clock.now() });
  if (answer.outcome !== 'ok') throw new Error(JSON.stringify(answer));
  return answer.value;
}

async function openSeats(offer: Offer): Promise<string[]> {
  const answer = await house.seatMap({ offerId: offer.id, slice: 0, segment: 0 }, { now: platform.clock.now() });
  if (answer.outcome !== 'ok') throw new Error(JSON.stringify(answer));
  return answer.value.rows
    .filter((row) => row.cabin === 'economy' && !row.exit)
    .flatMap((row) => row.seats)
    .flatMap((seat) =>
      seat?.state === 'open' && !seat.features.includes('bassinet') && !seat.features.includes('exit-row') ? [seat.designator] : [],
    );
}

function withSeat(draft: FlightDraft, offer: Offer, designator: string): FlightDraft {
  return { ...draft, booking: { ...draft.booking, seatSelections: { [choiceKey(offer.slices[0]!.segments[0]!, 0)]: designator } } };
}

const asking = (more: Partial<PassengerDetails>): PassengerDetails[] => aParty(one).map((person) => ({ ...person, ...more }));
const asked = async (orderId: string) =>
  (await findRequests(platform.db, orderId)).map(({ kind, code, status, answeredBy }) => [kind, code, status, answeredBy]);

/** The first way home in a search whose airline sells no ticket together with the one of the way out. */
async function strangers(search: FlightSearch): Promise<Offer> {
  const call = { now: platform.clock.now() };
  const ways = await house.search({ search, chosen: [] }, call);
  if (ways.outcome !== 'ok') throw new Error('No flights found');
  for (const { at } of ways.value.facts) {
    const back = await house.search({ search, chosen: [ways.value.sliceKey(at)] }, call);
    if (back.outcome !== 'ok') continue;
    for (const fact of back.value.facts) {
      const offer = back.value.offer(fact.at);
      if (offer.tickets === 2 && offer.brands.length > 1) return offer;
    }
  }
  throw new Error('Nobody is a stranger to anybody');
}

const one: Passengers = { adults: 1, children: 0, infants: 0 };
const segmentOf = (offer: Offer) => offer.slices[0]!.segments[0]!;

describe('the house inventory', () => {
  test('sells a seat once, shows it taken, and gives it back when the hold is over', async () => {
    const offer = await price(one);
    const [designator] = await openSeats(offer);
    const first = await sale.place(withSeat(aDraft(offer), offer, designator!), { address: '10.9.0.1' });
    expect(first.ok).toBe(true);
    expect(await openSeats(offer)).not.toContain(designator);
    const second = await sale.place(withSeat(aDraft(offer), offer, designator!), { address: '10.9.0.2' });
    expect(second).toMatchObject({ ok: false, refused: 'seat-taken', seats: [designator] });
    platform.clock.advance(15 * minuteMs);
    expect(await openSeats(offer)).toContain(designator);
    const third = await sale.place(withSeat(aDraft(offer), offer, designator!), { address: '10.9.0.3' });
    expect(third.ok).toBe(true);
    platform.clock.advance(15 * minuteMs);
  });

  test('counts what it holds and sells in the search, and tickets with the accounting code of the airline', async () => {
    const before = await findTaken(platform.db, platform.clock.now(), poolKey(segmentOf(route), 'economy'));
    expect(before[0]?.quantity ?? 0).toBe(0);
    const offer = await price({ adults: 2, children: 1, infants: 1 });
    const held = await sale.placed(aDraft(offer), { address: '10.9.1.1' });
    expect((await findTaken(platform.db, platform.clock.now(), poolKey(segmentOf(offer), 'economy')))[0]!.quantity).toBe(3);
    const ticketed = await sale.paid(held.id);
    expect(ticketed.status).toBe('ticketed');
    platform.clock.advance(60 * minuteMs);
    expect((await findTaken(platform.db, platform.clock.now(), poolKey(segmentOf(offer), 'economy')))[0]!.quantity).toBe(3);
    const world = await theWorld();
    const accounting = world.timetable.airlines.find((airline) => airline.code === offer.validatingAirline)!.accounting;
    const tickets = await findTickets(platform.db, held.id);
    expect(tickets).toHaveLength(4);
    for (const ticket of tickets) expect(ticket.number).toMatch(new RegExp(`^${accounting}\\d{10}$`));
    expect((await getFlightOrder(platform.db, held.id)).contracts[0]!.locator).toMatch(/^[A-Z2-9]{6}$/);
  });

  test('keeps under which code the fare of each flight is filed, family by family, and prints it on the ticket', async () => {
    const offer = await price({ adults: 1, children: 1, infants: 0 });
    const { bookingClass, airline } = segmentOf(offer);
    const basisOf = (family: string) => `${bookingClass}LXO${family}${airline}`;
    expect(offer.brands.map(({ fareBasis }) => fareBasis)).toEqual(offer.brands.map(({ code }) => [basisOf(code[0]!.toUpperCase())]));
    const order = await sale.paid((await sale.placed(aDraft(offer), { address: '10.9.6.1' })).id);
    const [contract] = (await getFlightOrder(platform.db, order.id)).contracts;
    expect(contract!.offer.brands[0]!.fareBasis).toEqual([basisOf('L')]);
    const counter = openFlightCounter(platform, sale.flights);
    const papers = (await counter.listPapers(order.id)).filter(({ kind }) => kind === 'ticket');
    const texts = await Promise.all(
      papers.map(async ({ name }) => readPdf((await counter.openPaper(order.id, name, 'en'))!.content as Buffer).text),
    );
    expect(texts[0]).toContain(basisOf('L'));
    expect(texts[0]).not.toContain(`${basisOf('L')}/CH`);
    expect(texts[1]).toContain(`${basisOf('L')}/CH`);
  });

  test('prints a passport with a single name with the filler of the airline', async () => {
    const offer = await price(one);
    const [person] = aParty(one);
    const alone = [{ ...person!, givenNames: '', surname: 'Suharto', singleName: true }];
    const order = await sale.paid((await sale.placed(aDraft(offer, {}, alone), { address: '10.9.6.2' })).id);
    const counter = openFlightCounter(platform, sale.flights);
    const [paper] = (await counter.listPapers(order.id)).filter(({ kind }) => kind === 'ticket');
    expect(readPdf((await counter.openPaper(order.id, paper!.name, 'en'))!.content as Buffer).text).toContain('SUHARTO / FNU MS');
  });

  test('sells a way there and back of strangers as two contracts: each with its airline’s booking and tickets', async () => {
    const passengers = { adults: 1, children: 1, childAges: [8], infants: 0 };
    const slices = [
      { from: 'DXB', to: 'LHR', date: '2027-02-09' },
      { from: 'LHR', to: 'DXB', date: '2027-02-16' },
    ];
    const search: FlightSearch = { slices, passengers, cabin: 'economy', maxStops: 0 };
    const offer = await strangers(search);
    const rules = await getPricingRules(platform.db, platform.clock.now());
    const { code } = offer.brands[1]!;
    const shown = quoteOffer(offer, offer.brands[1]!, rules).total.amount;
    const flights = { ...sale.flights, world: await theWorld() };
    const asked = new Request('http://localhost/flight-search-results');
    const choice = { offerId: offer.id, brand: code, seen: shown };
    const chosen = await chooseFlight(platform, flights, rules, asked, { kind: 'anonymous' }, search, choice);
    if (!chosen.ok) throw new Error(chosen.refused);
    const cookie = chosen.value.cookie!.split(';')[0]!;
    const draft = (await findDraft(platform, new Request(asked.url, { headers: { cookie } }), { kind: 'anonymous' }))!;
    const { contactInfo, currentStep } = aDraft(offer).booking;
    const filled = { ...draft.booking, passengerDetails: aParty(passengers), contactInfo, currentStep };
    const order = await sale.placed({ ...draft, booking: filled }, { address: '10.9.7.1' });
    expect(order.total).toBe(shown);
    await sale.paid(order.id);
    const { contracts } = await getFlightOrder(platform.db, order.id);
    expect(contracts.map(({ offer: { slices: of } }) => of.map(({ from, to }) => `${from}-${to}`))).toEqual([['DXB-LHR'], ['LHR-DXB']]);
    expect(new Set(contracts.map(({ locator }) => locator)).size).toBe(2);
    const airlines = contracts.map((contract) => contract.offer.validatingAirline);
    expect(new Set(airlines).size).toBe(2);
    expect((await findTickets(platform.db, order.id)).map(({ contract, traveller, airline }) => [contract, traveller, airline])).toEqual([
      [0, 0, airlines[0]],
      [0, 1, airlines[0]],
      [1, 0, airlines[1]],
      [1, 1, airlines[1]],
    ]);
    // Everybody's two tickets are told apart.
    const papers = await openFlightCounter(platform, sale.flights).listPapers(order.id);
    const shownAs = papers.filter(({ kind }) => kind === 'ticket').map((paper) => `${paper.traveller}, ${paper.flights}`);
    expect(new Set(shownAs).size).toBe(4);
    expect(shownAs.filter((words) => words.endsWith('LHR–DXB'))).toHaveLength(2);
  });

  test('writes a document for each bag that was paid, of the same stock as the tickets', async () => {
    const offer = await price(one);
    const draft = { ...aDraft(offer), checkedBags: { '0:0': 2 } };
    const order = await sale.paid((await sale.placed(draft, { address: '10.9.8.1' })).id);
    const [ticket] = await findTickets(platform.db, order.id);
    const extras = await findExtras(platform.db, order.id);
    expect(extras.map(({ kind, status }) => [kind, status])).toEqual([['bag', 'issued']]);
    expect(extras[0]!.document!.slice(0, 3)).toBe(ticket!.number.slice(0, 3));
    expect(extras[0]!.document).not.toBe(ticket!.number);
  });

  test('closes a fare class when it is sold out: the next traveller is asked about the dearer one', async () => {
    const seen = await price(one);
    const letter = segmentOf(seen).bookingClass;
    let guard = 0;
    let dearer = seen;
    const total = async (offer: Offer) =>
      (await sale.place(aDraft(offer), { seenTotal: money(1, 'AED'), address: '10.9.2.1' })) as {
        rise: { quote: { total: { amount: number } } };
      };
    const cheap = (await total(seen)).rise.quote.total.amount;
    while (segmentOf(dearer).bookingClass === letter && guard < 60) {
      guard += 1;
      const party = await price({ adults: 9, children: 0, infants: 0 });
      const placed = await sale.place(aDraft(party), { address: `10.10.${guard}.1` });
      if (!placed.ok) break;
      dearer = await price(one);
    }
    expect(segmentOf(dearer).bookingClass).not.toBe(letter);
    const late = await sale.place(aDraft(seen), { seenTotal: money(cheap, 'AED'), address: '10.9.2.2' });
    expect(late).toMatchObject({ ok: false, refused: 'price-changed', rise: { before: cheap } });
    platform.clock.advance(31 * minuteMs);
    expect(segmentOf(await price(one)).bookingClass).toBe(letter);
  });
});

describe('money that comes after the hold is over', () => {
  test('gets its places back when they are still free', async () => {
    const held = await sale.placed(aDraft(await price(one)), { address: '10.9.3.1' });
    const page = await sale.pressPay(held.id);
    await sale.bank.pay(page, 'approved');
    platform.clock.advance(31 * minuteMs);
    await expireOrders(platform, [sale.product]);
    await sale.settle();
    const order = await sale.order(held.id);
    expect(order.status).toBe('ticketed');
    expect((await moneyPosition(platform.db, held.id)).captured.amount).toBe(held.total);
  });

  test('goes back by itself when its seat was sold to somebody else', async () => {
    const offer = await price(one);
    const [designator] = await openSeats(offer);
    const held = await sale.placed(withSeat(aDraft(offer), offer, designator!), { address: '10.9.4.1' });
    const page = await sale.pressPay(held.id);
    await sale.bank.pay(page, 'approved');
    platform.clock.advance(31 * minuteMs);
    const other = await sale.placed(withSeat(aDraft(await price(one)), offer, designator!), { address: '10.9.4.2' });
    await sale.settle();
    const order = await sale.order(held.id);
    expect(order.status).toBe('refunded');
    const position = await moneyPosition(platform.db, held.id);
    expect([position.captured.amount, position.authorised.amount]).toEqual([0, 0]);
    expect((await findHistory(platform.db, held.id)).map((event) => event.event)).toEqual(
      expect.arrayContaining(['expire', 'owe-refund', 'refunded']),
    );
    expect(sale.mails.filter((mail) => mail.orderId === held.id).map((mail) => mail.template)).toContain('payment-late-refunded');
    expect((await sale.order(other.id)).status).toBe('held');
  });
});

describe('what travellers ask of the airline', () => {
  test('goes to it with the booking: miles are confirmed at once, assistance is left to people', async () => {
    const offer = await price(one);
    const flyer = { airline: offer.validatingAirline, number: '123456789' };
    const held = await sale.placed(aDraft(offer, {}, asking({ frequentFlyer: flyer, assistance: ['WCHR', 'DEAF'] })), {
      address: '10.9.5.1',
    });
    expect(await asked(held.id)).toEqual([
      ['assistance', 'DEAF', 'requested', null],
      ['assistance', 'WCHR', 'requested', null],
      ['loyalty', flyer.airline, 'confirmed', 'supplier'],
    ]);
    const [booking] = await platform.db
      .select()
      .from(houseBookings)
      .where(eq(houseBookings.locator, (await getFlightOrder(platform.db, held.id)).contracts[0]!.locator!));
    expect(booking!.services).not.toContain('123456789');
    expect(JSON.parse(platform.crypto.open(booking!.services!, 'house_bookings|services'))).toEqual([
      { traveller: 't1', frequentFlyer: flyer, assistance: ['WCHR', 'DEAF'] },
    ]);
  });

  test('has special meals with it, of flights that serve them: in the airline’s record, on the ticket and at the desk', async () => {
    const offer = await price(one);
    const segment = segmentOf(offer);
    expect(mealPrice(segment)?.amount).toBe(0);
    const extras = { mealPreferences: { [choiceKey(segment, 0)]: 'VGML' }, fastTrack: false, insurance: false };
    const held = await sale.placed(aDraft(offer, { extras }, asking({})), { address: '10.9.5.9' });
    const request = `VGML.${segment.flight}`;
    expect(await asked(held.id)).toEqual([['meal', request, 'confirmed', 'supplier']]);
    const locator = (await getFlightOrder(platform.db, held.id)).contracts[0]!.locator!;
    const [booking] = await platform.db.select().from(houseBookings).where(eq(houseBookings.locator, locator));
    expect(JSON.parse(platform.crypto.open(booking!.services!, 'house_bookings|services'))).toMatchObject([
      { traveller: 't1', meals: [{ flight: segment.flight, code: 'VGML' }] },
    ]);
    const paid = await sale.paid(held.id);
    const [ticket] = await findTickets(platform.db, paid.id);
    const paper = await openFlightCounter(platform, sale.flights).openPaper(paid.id, `e-ticket-${ticket!.number}.pdf`, 'en');
    expect(readPdf(paper!.content).text).toContain(`Vegan, flight ${segment.flight}`);
  });

  test('may be refused by an airline, and then does not stand on the ticket', async () => {
    const offer = { ...anOffer({ flight: 'EK1' }), supplier: 'scripted', id: 'scripted.1' };
    const refusing = await openTestSale(platform, [new ScriptedSupplier({ offers: [offer], loyalty: 'refused' })]);
    const people = asking({ frequentFlyer: { airline: 'EK', number: '5551234' } });
    const held = await refusing.placed(aDraft(offer, {}, people), { address: '10.9.5.2' });
    expect(await asked(held.id)).toEqual([['loyalty', 'EK', 'refused', 'supplier']]);
  });

  test('keeps the word of a clerk, who may change it, and audits it', async () => {
    const offer = await price(one);
    const held = await sale.placed(aDraft(offer, {}, asking({ assistance: ['WCHC'] })), { address: '10.9.5.3' });
    const key = { orderId: held.id, contract: 0, traveller: 0, kind: 'assistance', code: 'WCHC' } as const;
    const say = (status: 'confirmed' | 'refused') =>
      transact(platform.db, (tx) => answerRequest(tx, platform.jobs, platform.clock.now(), key, status, { who: 'staff:one' }));
    expect(await say('confirmed')).toBe(true);
    expect(await say('confirmed')).toBe(false);
    await transact(platform.db, (tx) =>
      saveAnswers(tx, platform.clock.now(), held.id, 0, [{ traveller: 't1', kind: 'assistance', code: 'WCHC', state: 'refused' }]),
    );
    expect(await asked(held.id)).toEqual([['assistance', 'WCHC', 'confirmed', 'staff:one']]);
    expect(await say('refused')).toBe(true);
    await expect(
      platform.db.update(travellerRequests).set({ status: 'requested' }).where(eq(travellerRequests.orderId, held.id)),
    ).rejects.toThrow();
  });
});

describe('a seat in an exit row', () => {
  const exitSeat = async (offer: Offer) => {
    const answer = await house.seatMap({ offerId: offer.id, slice: 0, segment: 0 }, { now: platform.clock.now() });
    if (answer.outcome !== 'ok') throw new Error('No seat map');
    return answer.value.rows
      .filter((row) => row.cabin === 'economy')
      .flatMap((row) => row.seats)
      .find((seat) => seat?.state === 'open' && seat.features.includes('exit-row') && !seat.features.includes('bassinet'))!.designator;
  };

  test('is only sold with the declaration, which the order keeps for good', async () => {
    const offer = await price(one);
    const seat = await exitSeat(offer);
    const draft = withSeat(aDraft(offer), offer, seat);
    expect(await sale.place(draft, { address: '10.9.6.1' })).toMatchObject({ ok: false, refused: 'seat-not-allowed', seats: [seat] });
    const key = choiceKey(segmentOf(offer), 0);
    const at = '2026-11-23T07:00:00.000Z';
    const otherSeat = { ...draft, exitDeclarations: { [key]: { seat: '1A', wording: exitWording, at } } };
    expect(await sale.place(otherSeat, { address: '10.9.6.2' })).toMatchObject({ ok: false, refused: 'seat-not-allowed' });
    const held = await sale.placed({ ...draft, exitDeclarations: { [key]: { seat, wording: exitWording, at } } }, { address: '10.9.6.3' });
    const declared = await findDeclarations(platform.db, held.id);
    expect(declared).toMatchObject([{ traveller: 0, segment: 0, seat, wording: exitWording, declaredAt: new Date(at) }]);
    await expect(platform.db.delete(exitDeclarations).where(eq(exitDeclarations.orderId, held.id))).rejects.toThrow();
  });
});

test('the words of the declaration in five languages are those of its version', () => {
  const words = languageCodes.map((language) => {
    const { t } = textsFor(language);
    return `${t('booking:seats.declare')} ${t('booking:seats.declareHint')}`;
  });
  // Changed words need a new version in exit-declaration-rules.ts, and their fingerprint here.
  expect([exitWording, sha256(words.join('\n')).slice(0, 16)]).toEqual(['2026-11', 'CYWRVWoIYo12mh0k']);
});
