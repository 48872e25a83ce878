import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listTravellersOf, saveTraveller } from '#app/commerce/customers/book/travellers-store.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { changeDraft, createDraft, findDraft } from '../booking/booking-draft-store.server.ts';
import { chooseFlight } from '../booking/choose-flight.server.ts';
import { emptyBooking, mirrorOf, withFlights, type FlightBooking } from '../booking/booking-draft.ts';
import { keepTravellers } from '../booking/keep-travellers.server.ts';
import { openTestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import type { FareBrand, FlightSearch, LocalMoment, Offer, Passengers } from '../offer.ts';
import { anOffer } from '../offer-testing.ts';
import type { OfferedSeat, SeatFeature, SeatMap, SupplierCall, SupplierOutcome } from '../supplier/flight-supplier.ts';
import { readChoice } from '../search/read-choice.ts';
import { FlightDesk } from '../search/ask-flights.server.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openCataloguePlatform();

const light = anOffer().brands[0]!;
const family = (code: string, dirhams: number): FareBrand => ({
  ...light,
  code,
  nameKey: `fares:family.${code}`,
  fares: [
    { type: 'adult', count: 1, base: money(dirhams * 100, 'AED'), taxes: [] },
    { type: 'child', count: 1, base: money(dirhams * 75, 'AED'), taxes: [] },
  ],
});
const offerOf = (id: string): Offer => ({
  ...anOffer({ supplier: id.slice(0, 2) }),
  id,
  passengers: { adults: 1, children: 1, infants: 0 },
  brands: [family('light', 1000), family('value', 1400), family('flex', 2000)],
  expiresAt: '2027-01-01T00:00:00.000Z',
});
const seat = (designator: string, features: readonly SeatFeature[] = [], state: OfferedSeat['state'] = 'open'): OfferedSeat => ({
  designator,
  letter: designator.slice(-1),
  features,
  state,
  price: money(6_500, 'AED'),
});
const seatMap: SeatMap = {
  flight: 'EK1',
  date: '2026-12-05',
  aircraft: '388',
  aircraftName: 'Airbus A380-800',
  rows: [20, 21, 22].map((number) => ({
    number,
    deck: 'main',
    cabin: 'economy',
    seats: [
      seat(`${number}A`, number === 22 ? ['window', 'exit-row'] : ['window']),
      seat(`${number}B`, ['middle'], number === 21 ? 'taken' : 'open'),
      seat(`${number}C`, ['aisle']),
    ],
    exit: number === 22,
    overWing: false,
    before: [],
  })),
};

/** Prices an offer for whoever asks, as a source does. */
class PricingSupplier extends ScriptedSupplier {
  override async price(offerId: string, passengers: Passengers, call: SupplierCall): Promise<SupplierOutcome<Offer>> {
    const answer = await super.price(offerId, passengers, call);
    if (answer.outcome !== 'ok') return answer;
    const { adults, children } = passengers;
    const brands = answer.value.brands.map((brand) => {
      const [adult, child] = brand.fares;
      return { ...brand, fares: [{ ...adult!, count: adults }, ...(children > 0 ? [{ ...child!, count: children }] : [])] };
    });
    return { outcome: 'ok', value: { ...answer.value, passengers, brands } };
  }
}

/** The same journey at another hour, under a flight number of its own. */
const offerAt = (hour: number, number: number): Offer => {
  const offer = offerOf(`s4.${number}`);
  const later = (hour - 7) * 60 - 45;
  const move = (moment: LocalMoment): LocalMoment => {
    const moved = (at: string) => new Date(Date.parse(at) + later * 60_000).toISOString().slice(0, 16);
    return { ...moment, local: moved(`${moment.local}Z`), utc: `${moved(moment.utc)}:00Z` };
  };
  const slices = offer.slices.map((slice) => ({
    ...slice,
    segments: slice.segments.map((segment) => ({
      ...segment,
      flight: `EK${number}`,
      number,
      departs: move(segment.departs),
      arrives: move(segment.arrives),
    })),
  }));
  return { ...offer, slices };
};
const others = new PricingSupplier({
  code: 's4',
  offers: [offerAt(4, 41), offerAt(7, 42), offerAt(9, 43), offerAt(12, 44), offerAt(22, 45)],
});

/** Its prices stand for ten minutes; then they are dearer, and in the end nothing is sold any more. */
class BriefSupplier extends PricingSupplier {
  soldOut = false;
  override async price(offerId: string, passengers: Passengers, call: SupplierCall): Promise<SupplierOutcome<Offer>> {
    const answer = await super.price(offerId, passengers, call);
    if (this.soldOut) return { outcome: 'refused', refused: 'offer-expired' };
    if (answer.outcome !== 'ok') return answer;
    const dearer = Date.parse(answer.value.expiresAt) <= call.now;
    const brands = dearer ? [family('light', 1300), ...answer.value.brands.slice(1)] : answer.value.brands;
    return {
      outcome: 'ok',
      value: dearer ? { ...answer.value, brands, expiresAt: new Date(call.now + 600_000).toISOString() } : answer.value,
    };
  }
}
const brief = new BriefSupplier({
  code: 's5',
  offers: [{ ...offerOf('s5.one'), expiresAt: new Date(platform.clock.now() + 600_000).toISOString() }],
});

/** Its fares become dearer when told to. */
class RisingSupplier extends PricingSupplier {
  perMille = 1000;
  override async price(offerId: string, passengers: Passengers, call: SupplierCall): Promise<SupplierOutcome<Offer>> {
    const answer = await super.price(offerId, passengers, call);
    if (answer.outcome !== 'ok') return answer;
    const by = this.perMille / 1000;
    const brands = answer.value.brands.map((brand) => ({
      ...brand,
      fares: brand.fares.map((fare) => ({ ...fare, base: money(Math.round(fare.base.amount * by), fare.base.currency) })),
    }));
    return { outcome: 'ok', value: { ...answer.value, brands } };
  }
}
const rising = new RisingSupplier({ code: 's6', offers: [offerOf('s6.one')], seatMap });

const sale = await openTestSale(platform, [
  new PricingSupplier({ code: 's1', offers: [offerOf('s1.one')], seatMap }),
  others,
  brief,
  rising,
  new ScriptedSupplier({ code: 's2', price: 'sold-out' }),
  new ScriptedSupplier({ code: 's3', price: 'unknown' }),
]);
const world = { places: { airports: new Map(), byCode: new Map() } };
const desk = new FlightDesk([others]);
const flights = { ...sale.flights, world, desk } as unknown as Flights;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform, flights);
});

const search: FlightSearch = {
  slices: [{ from: 'DXB', to: 'LHR', date: '2026-12-05' }],
  passengers: { adults: 1, children: 1, infants: 0 },
  cabin: 'economy',
  maxStops: 2,
};

/** A visitor who has chosen flights, with the cookie of the draft. */
async function visitor(change: (booking: FlightBooking) => FlightBooking = (booking) => booking, offer = offerOf('s1.one')) {
  const booking = change(withFlights(emptyBooking, search, [offer], 'light'));
  const { cookie } = await createDraft(platform, { booking, checkedBags: {} });
  const jar = cookie.split(';')[0]!;
  return {
    cookie: jar,
    get: (path: string) => app.send(path, { cookie: jar }),
    post: (path: string, form: Record<string, string | string[]>) => app.send(path, { cookie: jar, form: { flights: offer.id, ...form } }),
    draft: async () => (await findDraft(platform, new Request('http://localhost/', { headers: { cookie: jar } }), { kind: 'anonymous' }))!,
  };
}

/** A customer with one traveller in their book, and a draft in the same browser. */
async function account(email: string) {
  const { user } = await platform.auth.api.signUpEmail({ body: { email, password: 'camels walk at dawn', name: 'Amal Salem' } });
  const session = await app.signIn(email, 'camels walk at dawn');
  await saveTraveller(platform, user.id, null, {
    title: 'MS',
    surname: 'SALEM',
    givenNames: 'AMAL',
    singleName: false,
    nativeName: '',
    birthDate: calendarDate('1985-01-02'),
    nationalities: ['AE'],
    residence: 'AE',
    needs: [],
    guardianId: null,
    agreed: true,
    documents: [],
    flyerNumbers: [],
  });
  const who = await visitor();
  const cookie = `${who.cookie}; ${session}`;
  return {
    ...who,
    id: user.id,
    get: (path: string) => app.send(path, { cookie }),
    post: (path: string, form: Record<string, string | string[]>) => app.send(path, { cookie, form: { flights: 's1.one', ...form } }),
  };
}

let person = 0;
/** Two travellers nobody has booked yet: the same person twice at one time is refused. */
function family2() {
  person += 1;
  const surname = `Haddad${'abcdefghijklmnopqrstuvwxyz'[person]}`;
  return {
    'p0.title': 'MS',
    'p0.given': 'Layla',
    'p0.surname': surname,
    'p0.birthDay': '4',
    'p0.birthMonth': '03',
    'p0.birthYear': '1990',
    'p0.nationality': 'JO',
    'p0.residence': 'AE',
    'p0.number': `N123456${person}`,
    'p0.expiryDay': '1',
    'p0.expiryMonth': '08',
    'p0.expiryYear': '2031',
    'p0.issuedBy': 'JO',
    'p1.title': 'MISS',
    'p1.given': 'Nour',
    'p1.surname': surname,
    'p1.birthDay': '2',
    'p1.birthMonth': '05',
    'p1.birthYear': '2020',
    'p1.nationality': 'JO',
    'p1.residence': 'AE',
    'p1.number': `N765432${person}`,
    'p1.expiryDay': '1',
    'p1.expiryMonth': '08',
    'p1.expiryYear': '2031',
    'p1.issuedBy': 'JO',
    email: 'layla@example.com',
    phoneCountry: 'AE',
    phone: '0501234567',
    intent: 'save',
  };
}

/** Past travellers, ticket and extras. */
async function atSeats(offer = offerOf('s1.one')) {
  const who = await visitor(undefined, offer);
  await who.post('/flight-passenger-details', family2());
  await who.post('/flight-ticket-type', { 'family.0': 'light', intent: 'save' });
  await who.post('/flight-extras', { intent: 'skip' });
  return who;
}

const field = (html: string, name: string) => new RegExp(`<input(?=[^>]*name="${name}")[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '';

describe('a step opened too early', () => {
  it.each(['/flight-passenger-details', '/flight-ticket-type', '/flight-extras', '/flight-seat-selection'])(
    '%s leads a visitor without a booking to the search',
    async (path) => {
      const answer = await app.send(path);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/flights?booking=none']);
    },
  );
  it('leads to the travellers when only flights are chosen, whatever the draft says of its step', async () => {
    const who = await visitor((booking) => ({ ...booking, currentStep: 6 }));
    for (const path of ['/flight-ticket-type', '/flight-extras', '/flight-seat-selection']) {
      expect((await who.get(path)).headers.get('location')).toBe('/flight-passenger-details');
    }
  });
  it('is nobody else’s: a made-up cookie opens nothing', async () => {
    const answer = await app.send('/flight-passenger-details', { cookie: `rihla-draft=${'x'.repeat(43)}` });
    expect(answer.status).toBe(302);
  });
});

describe('the travellers step', () => {
  it('tells what is wrong beside the fields, keeps what was typed and stays', async () => {
    const who = await visitor();
    const answer = await who.post('/flight-passenger-details', { ...family2(), 'p0.given': 'ليلى', email: 'nowhere' });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('It may be: LAYLA.');
    // Above the form the sentence says whose field it is about; beside the field it need not.
    expect(html).toContain('Traveller 1, Given names: Use Latin letters');
    expect(html).toContain('value="ليلى"');
    expect(html).toContain('value="nowhere"');
    expect(html).toContain('href="#p0.given"');
  });
  it('saves what is right and seals it: the table holds no name, date or passport in clear', async () => {
    const who = await visitor();
    const typed = family2();
    expect((await who.post('/flight-passenger-details', typed)).headers.get('location')).toBe('/flight-ticket-type');
    const { booking, id } = await who.draft();
    expect(booking.passengerDetails[0]).toMatchObject({
      givenNames: 'LAYLA',
      birthDate: '1990-03-04',
      document: { number: typed['p0.number'] },
    });
    expect(booking.contactInfo?.phone).toBe('+971501234567');
    const [row] = (
      (await platform.db.execute(sql`select row_to_json(f)::text as text from flight_drafts f where id = ${id}`)) as unknown as {
        rows: { text: string }[];
      }
    ).rows;
    for (const secret of ['LAYLA', '1990-03-04', typed['p0.number'], 'layla@example.com']) expect(row!.text).not.toContain(secret);
  });
  it('saves in the background without moving on, and the page’s copy for the browser has no passport', async () => {
    const who = await visitor();
    await who.post('/flight-passenger-details', { ...family2(), intent: 'autosave', 'p1.surname': '' });
    expect((await who.draft()).booking.currentStep).toBe(2);
    expect((await who.draft()).booking.passengerDetails[0]!.givenNames).toBe('LAYLA');
    expect((await who.get('/flight-ticket-type')).headers.get('location')).toBe('/flight-passenger-details');
    const { booking } = await who.draft();
    expect(JSON.stringify(mirrorOf(booking))).not.toContain('N123456');
  });
  it('keeps a name in another script and half a date through a reload, sealed and out of the page’s copy for the browser', async () => {
    const who = await visitor();
    // With a sign that no sealed text has by chance.
    const halves = { 'p0.given': 'ليلى', 'p0.birthDay': '4', 'p0.birthMonth': '', 'p0.birthYear': '19', 'p0.number': 'N9!9' };
    await who.post('/flight-passenger-details', { ...family2(), ...halves, intent: 'autosave' });
    const html = await (await who.get('/flight-passenger-details')).text();
    for (const [name, value] of Object.entries(halves)) expect(field(html, name), name).toBe(value);
    expect(html).not.toContain('It may be: LAYLA.');
    expect((await who.get('/flight-ticket-type')).headers.get('location')).toBe('/flight-passenger-details');
    const sent = await who.post('/flight-passenger-details', { ...family2(), ...halves });
    expect(sent.status).toBe(422);
    expect(await sent.text()).toContain('It may be: LAYLA.');
    const { booking, id } = await who.draft();
    expect(JSON.stringify(mirrorOf(booking))).not.toMatch(/ليلى|N9!9/);
    const kept = (await platform.db.execute(sql`select row_to_json(f)::text as text from flight_drafts f where id = ${id}`)) as unknown as {
      rows: { text: string }[];
    };
    expect(kept.rows[0]!.text).not.toMatch(/ليلى|N9!9/);
  });
  it('is led back to by a later step while something typed is wrong, even where nothing is asked for', async () => {
    const who = await atSeats();
    await who.post('/flight-passenger-details', { ...family2(), secondPhone: '12', intent: 'autosave' });
    expect((await who.get('/flight-seat-selection')).headers.get('location')).toBe('/flight-passenger-details?check=1');
    const html = await (await who.get('/flight-passenger-details?check=1')).text();
    expect(field(html, 'secondPhone')).toBe('12');
    expect(html).toContain('href="#secondPhone"');
  });
  it('keeps what was changed of a card since the account filled it, and says so to its address', async () => {
    const who = await account('kept.fill@example.com');
    const [known] = await listTravellersOf(platform, who.id);
    const path = `/flight-passenger-details?p0=${known!.id}`;
    const html = await (await who.get(path)).text();
    expect([field(html, 'p0.surname'), field(html, 'p0.from')]).toEqual(['SALEM', known!.id]);
    await who.post(path, { ...family2(), 'p0.from': known!.id, 'p0.surname': 'Salem-Haddad', intent: 'autosave' });
    expect(field(await (await who.get(path)).text(), 'p0.surname')).toBe('Salem-Haddad');
  });
  it('wants a passport short of the destination’s months to be read about first', async () => {
    const who = await visitor();
    const short = { ...family2(), 'p0.expiryYear': '2026', 'p0.expiryMonth': '12', 'p0.expiryDay': '06', 'p0.nationality': 'JO' };
    const answer = await who.post('/flight-passenger-details', { ...short, 'p0.single': 'on' });
    // Great Britain asks for the length of the stay only: nothing to warn of.
    expect(answer.status).toBe(302);
    const late = await who.post('/flight-passenger-details', { ...short, 'p0.expiryDay': '04' });
    expect(late.status).toBe(422);
    expect(await late.text()).toContain('This passport ends before the trip does');
  });
  it('shows the flights one by one before anything is held, with airports by their names', async () => {
    const html = await (await (await visitor()).get('/flight-passenger-details')).text();
    const strip = /<details class="by-flight">[\s\S]*?<\/details>/.exec(html)![0];
    expect(strip).toContain('07:45');
    expect(strip.replace(/<[^>]*>|<!-- -->/g, '')).toContain('(LHR) · Terminal 3');
    expect(strip.replace(/<[^>]*>|<!-- -->/g, '')).toContain('Economy, class Q');
  });
  it('refuses a form of other flights: another tab has chosen anew', async () => {
    const who = await visitor();
    const sent = family2();
    const answer = await who.post('/flight-passenger-details', { ...sent, flights: 's1.other' });
    expect(answer.status).toBe(409);
    // What was typed stands there still.
    expect((await answer.text()).includes(`value="${sent['p0.surname']}"`)).toBe(true);
    expect((await who.draft()).booking.passengerDetails[0]!.surname).toBe('');
    // What it was made for is named, with the way back; an address that is none of ours leads nowhere.
    const were = 'from=DXB&to=AMM&depart=2027-02-22&adults=1';
    const named = await (await who.post('/flight-passenger-details', { ...sent, flights: 's1.other', were })).text();
    expect(named.replaceAll('&amp;', '&')).toContain(`href="/flight-search-results?${were}"`);
    expect(named.replaceAll('<!-- -->', '')).toContain('Back to DXB – AMM');
    for (const wrong of ['//evil.example', 'from=x&to=AMM', 'a'.repeat(700)])
      expect(await (await who.post('/flight-passenger-details', { ...sent, flights: 's1.other', were: wrong })).text()).not.toContain(
        'Back to ',
      );
    // From a step that these flights have not reached it leads to the first missing one, and says why.
    const later = await who.post('/flight-seat-selection', { flights: 's1.other', were, go: 'airline' });
    const to = later.headers.get('location')!;
    expect([later.status, to]).toEqual([302, `/flight-passenger-details?${new URLSearchParams({ were })}`]);
    const told = (await (await who.get(to)).text()).replaceAll('<!-- -->', '');
    expect(told).toContain('Other flights were chosen in another tab');
    expect(told).toContain('Back to DXB – AMM');
    // A form of these very flights is only sent to what is missing.
    const own = /name="flights" value="([^"]+)"/.exec(told)![1]!;
    expect((await who.post('/flight-seat-selection', { flights: own, were, go: 'airline' })).headers.get('location')).toBe(
      '/flight-passenger-details',
    );
  });
  it('says that two travellers have one passport number, beside the second of them', async () => {
    const who = await visitor();
    const typed = family2();
    const answer = await who.post('/flight-passenger-details', { ...typed, 'p1.number': `n-${typed['p0.number'].slice(1)}` });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('Traveller 2, Passport number: This is the passport number of another traveller');
  });
  it('prices the same flights for the party that the dates of birth tell, with everybody still typed in', async () => {
    const who = await visitor();
    const typed = { ...family2(), 'p1.birthYear': '2005', 'p1.assist': ['WCHR'] };
    const answer = await who.post('/flight-passenger-details', typed);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('these travellers fly as 2 adults.');
    const priced = await who.post('/flight-passenger-details', { intent: 'party' });
    expect(priced.headers.get('location')).toBe('/flight-passenger-details?party=priced');
    const { booking } = await who.draft();
    expect(booking.searchParams!.passengers).toEqual({ adults: 2, children: 0, infants: 0 });
    expect(booking.passengerDetails.map(({ type, assistance }) => [type, assistance])).toEqual([
      ['adult', []],
      ['adult', ['WCHR']],
    ]);
    const page = await (await who.get('/flight-passenger-details?party=priced')).text();
    const total = /booking__bar-total"[^>]*>[\s\S]*?(AED\u00A0[\d,.]+)/.exec(page)![1]!;
    expect(page).toContain(`The same flights are priced for 2 adults now. The total is ${total.replace('.00', '')}.`);
    expect(field(page, 'p1.given')).toBe(typed['p1.given']);
    expect((await who.post('/flight-passenger-details', { ...typed, 'p1.title': 'MR' })).headers.get('location')).toBe(
      '/flight-ticket-type',
    );
  });
  it('puts a grown-up and a child who were typed in each other’s place on their own cards, at the price as it is', async () => {
    const who = await visitor();
    const right = family2();
    const swapped = Object.fromEntries(
      Object.entries(right).map(([name, value]) => [name.replace(/^p([01])/, (_, card: string) => `p${1 - Number(card)}`), value]),
    );
    const html = await (await who.post('/flight-passenger-details', swapped)).text();
    expect(html).toContain('The number of travellers is right: 1 adult, 1 child.');
    expect((await who.post('/flight-passenger-details', { intent: 'party' })).headers.get('location')).toBe('/flight-passenger-details');
    const page = await (await who.get('/flight-passenger-details')).text();
    expect([field(page, 'p0.given'), field(page, 'p1.given')]).toEqual([right['p0.given'], right['p1.given']]);
    expect((await who.post('/flight-passenger-details', right)).headers.get('location')).toBe('/flight-ticket-type');
  });
  it('leads to the list for that party where the flights are not sold to it, and changes nothing for who is right', async () => {
    const gone = await visitor(undefined, offerOf('s2.two'));
    expect((await gone.post('/flight-passenger-details', { intent: 'party' })).status).toBe(200);
    const right = await visitor();
    await right.post('/flight-passenger-details', family2());
    const { booking } = await right.draft();
    expect((await right.post('/flight-passenger-details', { intent: 'party' })).headers.get('location')).toBe('/flight-passenger-details');
    expect((await right.draft()).booking).toEqual(booking);
  });
  it('takes no endless body and no unknown keys', async () => {
    const who = await visitor();
    const huge = await who.post('/flight-passenger-details', { 'p0.surname': 'x'.repeat(1_000_000) });
    expect(huge.status).toBe(413);
    const odd = await who.post('/flight-passenger-details', {
      ...family2(),
      totalPrice: '1',
      currentStep: '6',
      'p7.surname': 'Extra',
      constructor: 'x',
    });
    expect(odd.status).toBe(302);
    const { booking } = await who.draft();
    expect(booking.passengerDetails).toHaveLength(2);
    expect([booking.totalPrice, booking.currentStep]).toEqual([0, 3]);
  });
});

describe('the tick for the traveller book', () => {
  it('is not there for a guest, and off for a customer until they set it', async () => {
    expect(await (await (await visitor()).get('/flight-passenger-details')).text()).not.toContain('name="p0.keep"');
    const html = await (await (await account('tick.off@example.com')).get('/flight-passenger-details')).text();
    expect(html).toContain('name="p0.keep"');
    expect(html).not.toMatch(/name="p0.keep"[^>]*checked/);
  });
  it('writes a new traveller with the order, once, with the grown-up as the child’s guardian, and nobody without it', async () => {
    const who = await account('tick.on@example.com');
    const typed = family2();
    await who.post('/flight-passenger-details', { ...typed, 'p0.keep': 'on', 'p1.keep': 'on' });
    await who.post('/flight-ticket-type', { 'family.0': 'light', intent: 'save' });
    await who.post('/flight-extras', { intent: 'skip' });
    expect(await listTravellersOf(platform, who.id)).toHaveLength(1);
    const html = await (await who.get('/flight-seat-selection')).text();
    const sent = { key: field(html, 'key'), version: field(html, 'version'), total: field(html, 'total') };
    const answer = await who.post('/flight-seat-selection', { segment: '0', traveller: '0', ...sent, go: 'auto' });
    expect(answer.headers.get('location')).toMatch(/^\/checkout\//);
    const draft = await who.draft();
    await transact(platform.db, (tx) => keepTravellers(tx, platform, who.id, draft));
    const book = (await listTravellersOf(platform, who.id)).toSorted((a, b) => a.givenNames.localeCompare(b.givenNames));
    expect(book.map(({ givenNames }) => givenNames)).toEqual(['AMAL', 'LAYLA', 'NOUR']);
    expect(book[1]).toMatchObject({ nationalities: ['JO'], documents: [{ kind: 'passport', number: typed['p0.number'] }] });
    expect([book[1]!.agreedAt === null, book[2]!.agreedAt, book[2]!.guardianId]).toEqual([false, null, book[1]!.id]);
  });
});

describe('ticket type and extras', () => {
  it('take a family that is offered and leave the draft alone for one that is not', async () => {
    const who = await visitor();
    await who.post('/flight-passenger-details', family2());
    await who.post('/flight-ticket-type', { 'family.0': 'gold', intent: 'autosave' });
    expect((await who.draft()).booking).toMatchObject({ ticketType: 'light', selectedOutboundFlight: { brand: 'light' } });
    const answer = await who.post('/flight-ticket-type', { 'family.0': 'value', intent: 'save' });
    expect(answer.headers.get('location')).toBe('/flight-extras');
    expect((await who.draft()).booking).toMatchObject({ ticketType: 'standard', selectedOutboundFlight: { brand: 'value' } });
  });
  it('call each family as the list of flights does, in the language of the page', async () => {
    const who = await visitor();
    await who.post('/flight-passenger-details', family2());
    const named = async (path: string) =>
      [...(await (await who.get(path)).text()).matchAll(/family__name">([^<]+)</g)].map(([, name]) => name);
    for (const language of languageCodes) {
      const fares = textsFor(language).of('fares');
      const names = ['light', 'value', 'flex'].map((code) => fares(`family.${code}`));
      expect(await named(`/flight-ticket-type?lang=${language}`)).toEqual(names);
      if (language !== 'en') expect(names).not.toContain('Value');
    }
  });
  it('tick nothing beforehand, and sell only what is offered to those who travel', async () => {
    const who = await atSeats();
    const html = await (await who.get('/flight-extras')).text();
    expect(html).not.toMatch(/<option[^>]*value="[123]"[^>]*selected/);
    expect(/<input(?=[^>]*name="insurance")(?=[^>]*value="yes")[^>]*checked/.test(html)).toBe(false);
    await who.post('/flight-extras', {
      'bag.0:0': '2',
      'bag.0:9': '3',
      'bag.7:0': '3',
      'meal.EK1-20261205:0': 'VGML',
      'meal.EK1-20261205:1': 'BBML',
      fastTrack: 'yes',
      intent: 'save',
    });
    const draft = await who.draft();
    expect(draft.checkedBags).toEqual({ '0:0': 2 });
    expect(draft.booking.extras).toEqual({ mealPreferences: { 'EK1-20261205:0': 'VGML' }, fastTrack: true, insurance: false });
  });
});

describe('seats', () => {
  it('refuses a taken seat, one that is not there and an exit row without the declaration, and keeps a good one', async () => {
    const who = await atSeats();
    const choose = (seat: string, more = {}) =>
      who.post('/flight-seat-selection', { segment: '0', traveller: '0', seat, go: 'stay', ...more });
    // Somebody was quicker: the plan beside the refusal is read anew.
    expect((await choose('21B')).status).toBe(409);
    expect((await choose('99Z')).status).toBe(422);
    const exit = await choose('22A');
    expect(exit.status).toBe(422);
    expect(await exit.text()).toContain('tick that you can help in an emergency first');
    expect((await who.draft()).booking.seatSelections).toEqual({});
    expect((await choose('20A')).status).toBe(302);
    expect((await who.draft()).booking.seatSelections).toEqual({ 'EK1-20261205:0': '20A' });
    expect((await choose('22A', { exit: 'on' })).status).toBe(302);
  });
  it('will not go on with a child away from its grown-up', async () => {
    const who = await atSeats();
    await who.post('/flight-seat-selection', { segment: '0', traveller: '0', seat: '20A', go: 'stay' });
    await who.post('/flight-seat-selection', { segment: '0', traveller: '1', seat: '21C', go: 'stay' });
    const html = await (await who.get('/flight-seat-selection')).text();
    const answer = await who.post('/flight-seat-selection', {
      segment: '0',
      traveller: '1',
      key: field(html, 'key'),
      version: field(html, 'version'),
      total: field(html, 'total'),
      go: 'keep',
    });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('must sit beside a grown-up');
  });
});

describe('the last press', () => {
  it('places one order, however often it is pressed', async () => {
    const who = await atSeats();
    await who.post('/flight-seat-selection', { segment: '0', traveller: '0', seat: '20C', go: 'stay' });
    const html = await (await who.get('/flight-seat-selection')).text();
    const press = () =>
      who.post('/flight-seat-selection', {
        segment: '0',
        traveller: '0',
        seat: '20C',
        key: field(html, 'key'),
        version: field(html, 'version'),
        total: field(html, 'total'),
        go: 'keep',
      });
    const first = await press();
    const second = await press();
    expect(first.headers.get('location')).toMatch(/^\/checkout\/[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
  });
  it('shows the new total first when the seat was chosen with the same press', async () => {
    const who = await atSeats();
    const html = await (await who.get('/flight-seat-selection')).text();
    const answer = await who.post('/flight-seat-selection', {
      segment: '0',
      traveller: '0',
      seat: '21A',
      key: field(html, 'key'),
      version: field(html, 'version'),
      total: field(html, 'total'),
      go: 'keep',
    });
    expect(answer.headers.get('location')).toBe('/flight-seat-selection?kept=1');
    const after = await (await who.get('/flight-seat-selection?kept=1')).text();
    expect(Number(field(after, 'total')) - Number(field(html, 'total'))).toBe(6_500);
  });
  it('never takes a total from the browser: a lower one asks for consent to the true one', async () => {
    const who = await atSeats();
    const html = await (await who.get('/flight-seat-selection')).text();
    for (const total of ['1', '', 'free', '-5']) {
      const page = await (await who.get('/flight-seat-selection')).text();
      const answer = await who.post('/flight-seat-selection', {
        segment: '0',
        traveller: '0',
        key: field(page, 'key'),
        version: field(page, 'version'),
        total,
        go: 'keep',
      });
      expect(answer.status, total).toBe(409);
      expect(await answer.text(), total).toContain(`value="${field(html, 'total')}"`);
    }
  });
  it('lets the airline seat everybody when asked to', async () => {
    const who = await atSeats();
    const html = await (await who.get('/flight-seat-selection')).text();
    const answer = await who.post('/flight-seat-selection', {
      segment: '0',
      traveller: '0',
      key: field(html, 'key'),
      version: field(html, 'version'),
      total: field(html, 'total'),
      go: 'airline',
    });
    expect(answer.headers.get('location')).toMatch(/^\/checkout\//);
    expect((await who.draft()).booking.seatSelections).toEqual({});
  });
});

describe('flights that become dearer on the way', () => {
  const gone = 'The price has gone up';
  const seats = '/flight-seat-selection';
  const steps = ['/flight-passenger-details', '/flight-ticket-type', '/flight-extras', seats];
  const totalOf = async (who: Awaited<ReturnType<typeof visitor>>) => {
    const html = await (await who.get(seats)).text();
    return { html, total: Number(field(html, 'total')) };
  };
  const press = (who: Awaited<ReturnType<typeof visitor>>, html: string, more: Record<string, string> = {}) =>
    who.post(seats, {
      segment: '0',
      traveller: '0',
      key: field(html, 'key'),
      version: field(html, 'version'),
      total: field(html, 'total'),
      go: 'airline',
      ...more,
    });

  it('say so on every step, and are kept at the new price only after a yes to it', async () => {
    rising.perMille = 1000;
    const who = await atSeats(offerOf('s6.one'));
    const before = await totalOf(who);
    for (const step of steps) expect(await (await who.get(step)).text(), step).not.toContain(gone);
    rising.perMille = 1100;
    for (const step of steps) expect(await (await who.get(step)).text(), step).toContain(gone);
    // The page draws the new price; that alone is no consent, and neither is a smaller one.
    const now = await totalOf(who);
    expect(now.total).toBeGreaterThan(before.total);
    const noConsent: Record<string, string>[] = [{}, { agreed: String(before.total) }, { agreed: 'yes' }];
    for (const more of noConsent) {
      const page = await totalOf(who);
      const asked = await press(who, page.html, more);
      const text = await asked.text();
      expect([asked.status, field(text, 'agreed')], JSON.stringify(more)).toEqual([409, String(now.total)]);
      expect(text).toContain(`It was ${(before.total / 100).toLocaleString('en', { style: 'currency', currency: 'AED' })}`);
    }
    const answer = await press(who, now.html);
    const accepted = await press(who, await answer.text(), { agreed: String(now.total) });
    expect(accepted.headers.get('location')).toMatch(/^\/checkout\//);
  });

  it('stay dearer in another family of theirs, and are none for a seat, a fall or a choice made anew', async () => {
    rising.perMille = 1000;
    const who = await atSeats(offerOf('s6.one'));
    const light = await totalOf(who);
    await who.post(seats, { segment: '0', traveller: '0', seat: '21A', go: 'stay' });
    expect((await totalOf(who)).total).toBeGreaterThan(light.total);
    expect((await totalOf(who)).html).not.toContain(gone);
    // A family is chosen at its price: no rise.
    await who.post('/flight-ticket-type', { 'family.0': 'value', intent: 'save' });
    expect((await totalOf(who)).html).not.toContain(gone);
    rising.perMille = 1050;
    await who.post('/flight-ticket-type', { 'family.0': 'flex', intent: 'save' });
    expect((await totalOf(who)).html).toContain(gone);
    rising.perMille = 900;
    expect((await totalOf(who)).html).not.toContain(gone);
    rising.perMille = 1200;
    expect((await totalOf(who)).html).toContain(gone);
    // The same flights chosen once more, at the price of now.
    const request = new Request('http://localhost/', { headers: { cookie: who.cookie } });
    const rules = await getPricingRules(platform.db, platform.clock.now());
    const again = { offerId: 's6.one', brand: 'light', seen: null };
    expect((await chooseFlight(platform, flights, rules, request, { kind: 'anonymous' }, search, again)).ok).toBe(true);
    expect(await (await who.get('/flight-passenger-details')).text()).not.toContain(gone);
    rising.perMille = 1300;
    expect(await (await who.get('/flight-passenger-details')).text()).toContain(gone);
    await changeDraft(platform, (await who.draft()).id, (draft) => ({
      booking: withFlights(draft.booking, search, [offerOf('s1.one')], 'light'),
      checkedBags: {},
    }));
    expect(await (await who.get('/flight-passenger-details')).text()).not.toContain(gone);
  });
});

describe('flights that cannot be shown', () => {
  it('that are sold out lead to the alternatives and keep the travellers', async () => {
    const who = await visitor(undefined, { ...offerOf('s1.one'), id: 's2.two' });
    const answer = await who.get('/flight-passenger-details');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('This flight is no longer sold');
    expect(html).toContain('/flight-search-results?from=DXB&amp;to=LHR');
  });
  it('offer the three nearest in time of the same route and day, and one of them is taken with the travellers as typed', async () => {
    const who = await visitor((booking) => ({ ...booking, contactInfo: { email: 'a@example.com', phone: '', secondPhone: '' } }), {
      ...offerOf('s1.one'),
      id: 's2.two',
    });
    const html = await (await who.get('/flight-passenger-details')).text();
    const buttons = [...html.matchAll(/<button[^>]*value="(\d+ light s4\.(\d+))"/g)];
    expect(buttons.map((match) => match[2])).toEqual(['42', '43', '41']);
    expect(html).toContain('On the same day');
    const to = /<form[^>]*action="(\/flight-search-results[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    // The list of flights reads the button and the search of this address; its own tests walk that way.
    expect(to).toBe('/flight-search-results?from=DXB&to=LHR&depart=2026-12-05&adults=1&children=1');
    const request = new Request('http://localhost/', { headers: { cookie: who.cookie } });
    const rules = await getPricingRules(platform.db, platform.clock.now());
    const choice = readChoice(buttons[1]![1]!);
    const taken = await chooseFlight(platform, flights, rules, request, { kind: 'anonymous' }, search, choice);
    expect(taken.ok).toBe(true);
    const { booking } = await who.draft();
    expect(booking).toMatchObject({
      selectedOutboundFlight: { offerId: 's4.43', brand: 'light' },
      contactInfo: { email: 'a@example.com' },
    });
  });
  it('are asked for anew once their price has run out: the new one is shown, and that they are gone when they are', async () => {
    const who = await visitor(undefined, { ...offerOf('s1.one'), id: 's5.one' });
    const total = async () =>
      /class="money__total"[\s\S]*?AED\u00a0([\d,.]+)/.exec(await (await who.get('/flight-passenger-details')).text())?.[1];
    const before = await total();
    expect(await total()).toBe(before);
    platform.clock.advance(601_000);
    const after = await total();
    expect(Number(after!.replaceAll(',', ''))).toBeGreaterThan(Number(before!.replaceAll(',', '')));
    brief.soldOut = true;
    platform.clock.advance(601_000);
    expect(await (await who.get('/flight-passenger-details')).text()).toContain('This flight is no longer sold');
  });
  it('whose airline is silent can be asked for again', async () => {
    const who = await visitor(undefined, { ...offerOf('s1.one'), id: 's3.two' });
    expect(await (await who.get('/flight-passenger-details')).text()).toContain('The airline is not answering');
  });
});

describe('a booking that only the browser remembers', () => {
  const mirror = JSON.stringify(mirrorOf(withFlights(emptyBooking, search, [offerOf('s1.one')], 'value')));
  it('is gone on with, at the travellers', async () => {
    const answer = await app.send('/flight-passenger-details', { form: { intent: 'restore', mirror } });
    expect(answer.headers.get('location')).toBe('/flight-passenger-details');
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('rihla-draft='))!;
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    const draft = await findDraft(platform, new Request('http://localhost/', { headers: { cookie: cookie.split(';')[0]! } }), {
      kind: 'anonymous',
    });
    expect(draft?.booking).toMatchObject({
      currentStep: 2,
      ticketType: 'standard',
      selectedOutboundFlight: { offerId: 's1.one', brand: 'value' },
    });
  });
  it('is left alone when it is corrupt, and said to be gone when it is', async () => {
    for (const text of ['', '{', '{"searchParams":1}', '[]', 'null']) {
      const answer = await app.send('/flight-passenger-details', { form: { intent: 'restore', mirror: text } });
      expect(answer.headers.get('location'), text).toBe('/flights?booking=not-a-booking');
    }
    const gone = await app.send('/flight-passenger-details', {
      form: { intent: 'restore', mirror: mirror.replaceAll('s1.one', 's2.one') },
    });
    expect(gone.headers.get('location')).toBe('/flights?booking=offer-gone');
  });
  it('is not taken when its flights are not the journey it names: another day, other ends or a direction too few', async () => {
    const [slice] = search.slices;
    const others: FlightSearch['slices'][] = [
      [{ ...slice!, date: '2026-12-06' }],
      [{ ...slice!, to: 'CDG' }],
      [slice!, { from: 'LHR', to: 'DXB', date: '2026-12-19' }],
    ];
    const restore = async (slices: FlightSearch['slices']) => {
      const text = JSON.stringify({ ...(JSON.parse(mirror) as object), searchParams: { ...search, slices } });
      return app.send('/flight-passenger-details', { form: { intent: 'restore', mirror: text } });
    };
    for (const slices of others) {
      const answer = await restore(slices);
      expect(answer.headers.get('location'), JSON.stringify(slices)).toBe('/flights?booking=not-a-booking');
      expect(answer.headers.getSetCookie().join()).not.toContain('rihla-draft=');
    }
    // Whoever asked for the days around is given one of them.
    const around = await restore([{ ...slice!, date: '2026-12-06', flexDays: 3 }]);
    expect(around.headers.get('location')).toBe('/flight-passenger-details');
  });
  it('can be given up: the draft and its cookie go', async () => {
    const who = await visitor();
    const answer = await who.post('/flight-passenger-details', { intent: 'reset' });
    // The next page forgets the copy of this tab too.
    expect(answer.headers.get('location')).toBe('/flights?booking=given-up');
    expect(answer.headers.getSetCookie().join()).toContain('rihla-draft=; Path=/; Max-Age=0');
    expect((await who.get('/flight-passenger-details')).headers.get('location')).toBe('/flights?booking=none');
  });
});
