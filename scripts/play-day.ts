import { addDays, dateIn, instant } from '#app/values/dates.ts';
import { demoCompany } from '#seeds/demo-company.ts';
import { demoPassword } from '#seeds/demo.ts';
import { HttpTraveller, wordsOf, type ReadPage } from '#tests/support/http-traveller.ts';

/*
 * A morning at the agency, played against a demo server by travellers without a browser: `npm run demo:day -- [--base
 * http://localhost:3000]`. What stands in the lists of the desk afterwards came there as everything else does, by forms of
 * the shop, and by the sandbox bank. Nothing is played where somebody has booked before, nor beside a real bank.
 */
const base = process.argv[process.argv.indexOf('--base') + 1] ?? '';
const shop = /^http:\/\/(localhost|127\.0\.0\.1):\d+$/.test(base) ? base : 'http://localhost:3000';

const today = dateIn('Asia/Dubai', instant(Date.now()));
const inDays = (days: number) => addDays(today, days);
const bornYearsAgo = (years: number) => String(Number(today.slice(0, 4)) - years);

interface Person {
  readonly title: 'MR' | 'MS';
  readonly given: string;
  readonly surname: string;
  readonly age: number;
  readonly nationality: string;
  readonly email: string;
  readonly phone: string;
}
const person = (title: Person['title'], given: string, surname: string, age: number, nationality: string, phone: string): Person => ({
  title,
  given,
  surname,
  age,
  nationality,
  phone,
  email: `${given}.${surname}@mail.example`.toLowerCase().replace(/[^a-z.@]/g, ''),
});

/** What the bank's page is asked to do; `leave` goes back without paying, null never arrives there. */
type Card = 'approved' | 'insufficient-funds' | 'leave' | null;

interface Flight {
  readonly who: Person;
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly card: Card;
  readonly later?: 'cancel';
  /** Through the demo's own account. */
  readonly account?: true;
}

const flights: readonly Flight[] = [
  { who: person('MS', 'Layla', 'Haddad', 34, 'AE', '0501234567'), from: 'DXB', to: 'LHR', days: 41, card: 'approved', account: true },
  { who: person('MR', 'Rodel', 'Bautista', 41, 'PH', '0553309214'), from: 'DXB', to: 'MNL', days: 12, card: 'approved' },
  { who: person('MS', 'Mariam', 'Al Suwaidi', 38, 'AE', '0502231847'), from: 'AUH', to: 'IST', days: 9, card: 'approved' },
  { who: person('MR', 'Joao', 'Figueiredo', 52, 'BR', '0561187420'), from: 'DXB', to: 'GRU', days: 66, card: 'approved', later: 'cancel' },
  { who: person('MS', 'Priya', 'Menon', 29, 'IN', '0529845027'), from: 'SHJ', to: 'COK', days: 5, card: 'approved' },
  { who: person('MR', 'Omar', 'Khalifa', 45, 'EG', '0501002247'), from: 'DXB', to: 'CAI', days: 20, card: 'insufficient-funds' },
  { who: person('MS', 'Camila', 'Restrepo', 33, 'CO', '0583005514'), from: 'DXB', to: 'MAD', days: 30, card: 'leave' },
  { who: person('MR', 'Khalid', 'Al Harbi', 36, 'SA', '0566505183'), from: 'RUH', to: 'JED', days: 3, card: 'approved' },
  { who: person('MS', 'Anjali', 'Perera', 27, 'LK', '0547718204'), from: 'DXB', to: 'CMB', days: 17, card: 'approved' },
  { who: person('MR', 'Tomas', 'Alvarez', 47, 'PT', '0503388112'), from: 'DXB', to: 'LIS', days: 54, card: null },
];

function passengerOf({ title, given, surname, age, nationality, email, phone }: Person): Record<string, string> {
  return {
    'p0.title': title,
    'p0.given': given,
    'p0.surname': surname,
    'p0.birthDay': '4',
    'p0.birthMonth': '03',
    'p0.birthYear': bornYearsAgo(age),
    'p0.nationality': nationality,
    'p0.number': `K${String(4_000_000 + [...given].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0)).slice(0, 7)}`,
    'p0.issuedDay': '1',
    'p0.issuedMonth': '08',
    'p0.issuedYear': '2022',
    'p0.expiryDay': '1',
    'p0.expiryMonth': '05',
    'p0.expiryYear': bornYearsAgo(-7),
    'p0.issuedBy': nationality,
    email,
    phone,
  };
}

/** Reads what a rule of the destination says and goes on, as the page asks. */
async function saidAndRead(traveller: HttpTraveller, page: ReadPage, words: RegExp, typed: Record<string, string>): Promise<ReadPage> {
  const told = await traveller.submit(page, words, typed);
  const read = /name="read" [^>]*value="([^"]+)"/.exec(told.html)?.[1];
  return read ? traveller.submit(told, words, { ...typed, read }) : told;
}

async function payWith(traveller: HttpTraveller, checkout: ReadPage, card: Card): Promise<void> {
  if (card === null) return;
  const bank = await traveller.submit(checkout, /^(Reserve|Pay) AED/);
  if (card === 'leave') await traveller.submit(bank, /without paying/i);
  else await traveller.submit(bank, /^Pay AED/, { card });
}

async function bookFlight({ who, from, to, days, card, later, account }: Flight): Promise<void> {
  const traveller = new HttpTraveller(shop);
  const email = account ? 'traveller@rihla.example' : who.email;
  if (account) await traveller.submit(await traveller.open('/auth'), /^Sign in$/, { email, password: demoPassword });
  const results = await traveller.open(`/flight-search-results?from=${from}&to=${to}&depart=${inDays(days)}&adults=1`);
  const travellers = await traveller.submit(results, /^Choose /);
  const typed = passengerOf({ ...who, email });
  const known = Object.fromEntries(Object.entries(typed).filter(([name]) => travellers.forms.some(({ names }) => names.has(name))));
  const ticket = await saidAndRead(traveller, travellers, /^Continue to ticket type$/, known);
  const extras = await traveller.submit(ticket, /^Continue to extras$/);
  const seats = await traveller.submit(extras, /^Skip all extras$/);
  const checkout = await traveller.submit(seats, /^Let the airline seat us$/);
  await payWith(traveller, checkout, card);
  if (later !== 'cancel') return;
  const order = checkout.url.pathname.split('/').at(-1)!;
  const page = await until(
    () => traveller.open(`/track?order=${order}`),
    ({ text }) => /Ticket \d{3}-\d{10}/.test(text),
  );
  await traveller.submit(await traveller.submit(page, /^What would I get back/), /^Cancel and get/);
}

/** Asks again until a page is as it should be, for a minute. */
async function until(read: () => Promise<ReadPage>, fits: (page: ReadPage) => boolean): Promise<ReadPage> {
  for (let tries = 0; ; tries += 1) {
    const page = await read();
    if (fits(page) || tries === 60) return page;
    await new Promise((resume) => setTimeout(resume, 1_000));
  }
}

/** Where a link of a page with these words leads. */
function linkOf(page: ReadPage, words: RegExp): string {
  const links = [...page.html.matchAll(/<a\b[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)];
  const found = links.find(([, , inner]) => words.test(wordsOf(inner!).trim()));
  if (!found) throw new Error(`No link ${words} at ${page.url.pathname}`);
  return found[1]!.replaceAll('&amp;', '&');
}

/** The company that some of the demo's customers travel for, as its people write it into a form. */
const employer = { company: demoCompany.name, trn: demoCompany.trn, companyAddress: demoCompany.address };

async function visit(who: Person, experience: string, days: number, invoiceTo: typeof employer | null = null): Promise<void> {
  const traveller = new HttpTraveller(shop);
  const page = await traveller.open(`/experience/${experience}?date=${inDays(days)}&adult=2`);
  const booker = { givenNames: who.given, surname: who.surname, email: who.email, phone: who.phone };
  const checkout = await traveller.submit(await traveller.open(linkOf(page, /^Book$/)), /^Continue to payment/, booker);
  await payWith(traveller, invoiceTo ? await traveller.submit(checkout, /^Use this company$/, invoiceTo) : checkout, 'approved');
}

async function stay(who: Person, days: number): Promise<void> {
  const traveller = new HttpTraveller(shop);
  const list = await traveller.open('/staycations');
  const place = /href="\/staycations\/([a-z0-9-]+)"/.exec(list.html)![1]!;
  const rooms = await traveller.open(`/staycations/${place}?date=${inDays(days)}`);
  const booker = { givenNames: who.given, surname: who.surname, email: who.email, phone: who.phone };
  await payWith(
    traveller,
    await traveller.submit(await traveller.open(linkOf(rooms, /^Book$/)), /^Continue to payment/, booker),
    'approved',
  );
}

async function tour(who: Person, slug: string): Promise<void> {
  const traveller = new HttpTraveller(shop);
  const trip = await traveller.open(`/booking/${slug}`);
  const travellers = await traveller.submit(trip, /^Continue to travellers$/, { adults: '1', 'room-double': '0', 'room-single': '1' });
  const review = await traveller.submit(travellers, /^Continue to review$/, {
    givenNames1: who.given,
    surname1: who.surname,
    birthDate1: `${bornYearsAgo(who.age)}-03-04`,
    nationality1: who.nationality,
    email: who.email,
    phone: who.phone,
  });
  await payWith(traveller, await traveller.submit(review, /^Hold the places and pay$/, { agree: 'yes', plan: 'full' }), 'approved');
}

/** Nobody types a question in a second: who does is taken for a machine and read later. */
const asSlowAsPeople = 5_000;

async function ask(who: Person, page: string, message: string): Promise<void> {
  const traveller = new HttpTraveller(shop);
  const form = await traveller.open(page);
  await new Promise((resume) => setTimeout(resume, asSlowAsPeople));
  await traveller.submit(form, /^Send the message$/, { name: `${who.given} ${who.surname}`, email: who.email, message, phone: who.phone });
}

const [, rodel, mariam, , priya, omar, camila, khalid, anjali, tomas] = flights.map(({ who }) => who) as [Person, ...Person[]];

const morning: readonly (readonly [what: string, play: () => Promise<void>])[] = [
  ...flights.map((flight) => [`${flight.from} to ${flight.to}`, () => bookFlight(flight)] as const),
  ['a kayak among mangroves', () => visit(mariam!, 'abu-dhabi-mangrove-kayak', 8)],
  ['an outing of colleagues', () => visit(anjali!, 'abu-dhabi-mangrove-kayak', 11, employer)],
  ['a stay', () => stay(omar!, 14)],
  ['a tour', () => tour(tomas!, 'spanish-wonder')],
  [
    'a question about visas',
    () => ask(anjali!, '/contact?about=e-visa', 'Can I transit in Istanbul for two nights on my passport, and how long does it take?'),
  ],
  [
    'a question about a group',
    () =>
      ask(
        khalid!,
        '/contact?about=group',
        'We are fourteen colleagues and fly to Jeddah for a week in spring. Do you have a price for a group?',
      ),
  ],
  [
    'a question about a tour',
    () => ask(camila!, '/tour/best-of-italy', 'Is there a room for three, and could we stay one night longer in Rome?'),
  ],
  ['a question about a booking', () => ask(rodel!, '/contact?about=booking', 'May I bring a balikbayan box besides my bag?')],
  [
    'a question about an assisted visa',
    () =>
      ask(
        priya!,
        '/contact?about=visa-assistance',
        'I was refused once, for want of bank papers. Can you look at them before I apply again?',
      ),
  ],
];

/** Whether the desk has no flight order yet, and the bank is the pretend one. */
async function isUntouched(): Promise<boolean> {
  const owner = new HttpTraveller(shop);
  const desk = await owner.submit(await owner.open('/admin/login'), /^Sign in$/, { email: 'admin@rihla.example', password: demoPassword });
  if (!desk.url.pathname.startsWith('/admin/') || desk.url.pathname === '/admin/login') return false;
  return !/href="\/admin\/orders\/flights\/[0-9A-Z]{5}-[0-9A-Z]{5}"/.test((await owner.open('/admin/orders/flights?queue=all')).html);
}

if (!(await isUntouched())) console.log('Nothing was played: the demo accounts are not there, or somebody has booked already.');
else {
  let played = 0;
  for (const [what, play] of morning) {
    await play().then(
      () => (played += 1),
      (fault: unknown) => console.log(`Not played: ${what} (${String((fault as Error).message).slice(0, 300)})`),
    );
  }
  console.log(`A morning at the agency was played: ${played} of ${morning.length} scenes stand in the lists of the desk.`);
}
