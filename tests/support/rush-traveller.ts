import { Agent, request } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { FlightBooking } from '#app/products/flights/booking/booking-draft.ts';
import type { FlightSearch, Offer } from '#app/products/flights/offer.ts';
import { readForms } from './http-traveller.ts';

/** Something to buy: an offer and the search it answers. */
export interface Sale {
  readonly offer: Offer;
  readonly search: FlightSearch;
  /** The search as it stands in an address. */
  readonly query: string;
}

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

let people = 0;

/**
 * One traveller of a rush: one connection at a time, cookies, forms as a browser would send them, from an address of its
 * own (the shop counts what one network holds). Buys one seat after the other and reads no page but the one that says what it costs.
 */
export class Traveller {
  readonly #base: URL;
  readonly #origin: string;
  readonly #agent: Agent;
  #cookies = new Map<string, string>();

  constructor(base: string, origin: string, localAddress: string, connections = 1) {
    this.#base = new URL(base);
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** From the list to the bank. The reference of the order; null when it was refused. */
  async buy(sale: Sale): Promise<string | null> {
    this.#cookies = new Map();
    people += 1;
    const { offer } = sale;
    const flights = offer.id;
    const chosen = await this.post(`/flight-search-results?${sale.query}`, { choice: `999999999 ${offer.brands[0]!.code} ${offer.id}` });
    if (chosen.status === 409) return null;
    expectRedirect(chosen, '/flight-passenger-details');
    const travellers = { intent: 'save', flights, ...person(people) };
    const told = await this.post('/flight-passenger-details', travellers);
    // What no rule is known for is said once, and going on is a tick that it was read.
    const read = /name="read" [^>]*value="([^"]+)"/.exec(told.body)?.[1];
    const saved = read ? await this.post('/flight-passenger-details', { ...travellers, read }) : told;
    expectRedirect(saved, '/flight-ticket-type');
    expectRedirect(
      await this.post('/flight-ticket-type', { intent: 'save', flights, 'family.0': offer.brands[0]!.code }),
      '/flight-extras',
    );
    expectRedirect(await this.post('/flight-extras', { intent: 'skip', flights }), '/flight-seat-selection');
    const held = await this.post('/flight-seat-selection', {
      flights,
      go: 'checkout',
      segment: '0',
      traveller: '0',
      total: '999999999',
      key: newKey(),
    });
    if (held.status === 409) return null;
    return this.#pay(held);
  }

  /** Takes on a cookie in place of all others. */
  carry(cookie: string): void {
    const [name, value] = cookie.split('=');
    this.#cookies = new Map([[name!, value!]]);
  }

  /** From a draft in which everything is filled in. */
  async buyDraft(cookie: string): Promise<string | null> {
    if (!cookie) return 'out-of-drafts';
    this.carry(cookie);
    const held = await this.post('/checkout', { intent: 'hold', key: newKey(), seen: '999999999', currency: 'AED' });
    if (held.status === 409) return null;
    return this.#pay(held);
  }

  async #pay(held: Answer): Promise<string> {
    expectRedirect(held, '/checkout/');
    const reference = held.location.split('/').at(-1)!;
    const page = await this.#send('GET', held.location);
    const form = readForms(page.body, new URL(held.location, this.#base)).find(({ buttons }) =>
      buttons.some(({ value }) => value === 'pay'),
    );
    if (!form) throw new Error(`Nothing to pay on ${held.location}: ${page.status}`);
    const paying = await this.post(held.location, { ...Object.fromEntries(form.fields), intent: 'pay' });
    expectRedirect(paying, 'http');
    const bank = await this.post(paying.location, { action: 'pay', card: 'approved' });
    expectRedirect(bank, 'http');
    return reference;
  }

  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.#send('POST', path, new URLSearchParams(fields).toString());
  }

  #send(method: 'GET' | 'POST', path: string, body = ''): Promise<Answer> {
    const url = new URL(path, this.#base);
    const own = url.host === this.#base.host;
    const headers: Record<string, string> = { Accept: 'text/html', Origin: own ? this.#origin : url.origin };
    if (method === 'POST') {
      headers['Content-Type'] = 'application/x-www-form-urlencoded';
      headers['Content-Length'] = String(body.length);
    }
    // The address that travellers see, whichever process is asked.
    if (own) headers['Host'] = new URL(this.#origin).host;
    if (own) headers['Cookie'] = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent: this.#agent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () => {
          if (own)
            for (const line of answer.headers['set-cookie'] ?? []) {
              const pair = line.split(';')[0]!;
              const at = pair.indexOf('=');
              this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
            }
          resolve({ status: answer.statusCode!, location: answer.headers.location ?? '', body: text });
        });
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

const newKey = () => randomBytes(18).toString('base64url');

function expectRedirect(answer: Answer, to: string): void {
  if (![302, 303].includes(answer.status) || !answer.location.startsWith(to))
    throw new Error(
      `Not sent to ${to}: ${answer.status} ${answer.location} ${answer.body
        .replace(/^[\s\S]*<main/, '<main')
        .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .slice(0, 600)}`,
    );
}

/** Somebody who was never here before. */
function person(number: number): Record<string, string> {
  const letters = [...String(number)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
  return {
    'p0.title': 'MS',
    'p0.surname': 'HADDAD',
    'p0.given': `LAYLA ${letters}`,
    'p0.birthDay': '4',
    'p0.birthMonth': '5',
    'p0.birthYear': '1990',
    'p0.nationality': 'AE',
    'p0.residence': 'AE',
    'p0.number': `P${1_000_000 + number}`,
    'p0.issuedDay': '1',
    'p0.issuedMonth': '08',
    'p0.issuedYear': '2022',
    'p0.expiryDay': '1',
    'p0.expiryMonth': '1',
    'p0.expiryYear': '2034',
    'p0.issuedBy': 'AE',
    email: 'layla@example.com',
    phoneCountry: 'AE',
    phone: '+971501234567',
  };
}

/** The same as a draft keeps it. */
export function aParty(): Pick<FlightBooking, 'passengerDetails' | 'contactInfo'> {
  people += 1;
  const letters = [...String(people)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('');
  return {
    contactInfo: { email: 'layla@example.com', phone: '+971501234567', secondPhone: '' },
    passengerDetails: [
      {
        type: 'adult',
        title: 'MS',
        givenNames: `Layla ${letters}`,
        surname: 'Haddad',
        singleName: false,
        nativeName: '',
        birthDate: '1990-05-04',
        nationality: 'AE',
        residence: 'AE',
        document: { number: `P${1_000_000 + people}`, expires: '2034-01-01', issuedBy: 'AE' },
        frequentFlyer: null,
        assistance: [],
      },
    ],
  };
}
