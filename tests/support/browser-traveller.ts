import { expect, type Locator, type Page } from '@playwright/test';
import { addDays, dateIn, instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { barriersOf } from './barriers.ts';
import { HttpTraveller, type ReadPage } from './http-traveller.ts';
import { wordsIn, type Say } from './words.ts';

/** How the journeys name what they do; each step waits for its page by its heading. */

export interface Person {
  readonly title: 'MR' | 'MS' | 'MISS' | 'MSTR';
  readonly given: string;
  readonly surname: string;
  /** Year, month, day. */
  readonly born: readonly [string, string, string];
  /** ISO country codes. */
  readonly nationality: string;
  readonly passport: string;
}

export interface Wish {
  readonly from: { readonly type: string; readonly code: string };
  readonly to: { readonly type: string; readonly code: string };
  readonly depart: string;
  readonly back?: string;
  readonly children?: readonly number[];
  readonly adults?: number;
  readonly infants?: number;
}

/** Calendar date so many days from today, which is the day in Dubai: after midnight there it is the next one. */
export function inDays(days: number): string {
  return addDays(dateIn('Asia/Dubai', instant(Date.now())), days);
}

/** A year of birth for somebody who is this old on every flight of the next months: born on the first of January. */
export function bornYearsAgo(years: number): string {
  return String(new Date().getUTCFullYear() - years);
}

export function adult(given: string, surname: string, passport: string): Person {
  return { title: 'MS', given, surname, born: ['1990', '03', '04'], nationality: 'PT', passport };
}

export class BrowserTraveller {
  readonly page: Page;
  readonly say: Say;
  readonly language: LanguageCode;
  readonly scripts: boolean;

  constructor(page: Page, { language = 'en', scripts = true }: { language?: LanguageCode; scripts?: boolean } = {}) {
    this.page = page;
    this.language = language;
    this.scripts = scripts;
    this.say = wordsIn(language);
  }

  get main(): Locator {
    return this.page.getByRole('main');
  }

  async sees(heading: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  /** As if this browser had chosen its language on an earlier visit. */
  async rememberLanguage(origin: string): Promise<void> {
    await this.page.context().addCookies([{ name: 'language', value: this.language, url: origin }]);
  }

  async choosePlace(field: string, { type, code }: Wish['from']): Promise<void> {
    const box = this.page.getByRole('combobox', { name: field, exact: true });
    await box.fill(type);
    if (!this.scripts) return;
    const option = this.page
      .getByRole('listbox', { name: field })
      .getByRole('option')
      .filter({ has: this.page.getByText(code, { exact: true }) });
    await option.first().click();
    await expect(box).toHaveValue(new RegExp(`\\(${code}\\)$`));
  }

  async search(wish: Wish): Promise<void> {
    const { page, say } = this;
    await page.goto('/flights');
    await this.ready();
    const form = page.getByRole('form', { name: say('flight-search:form.label') });
    await form.getByRole('radio', { name: say(`flight-search:form.trips.${wish.back ? 'return' : 'one-way'}`) }).check();
    await this.choosePlace(say('flight-search:form.from'), wish.from);
    await this.choosePlace(say('flight-search:form.to'), wish.to);
    await form
      .getByRole('textbox', { name: say('flight-search:form.depart'), exact: true })
      .first()
      .fill(wish.depart);
    if (wish.back) await form.getByRole('textbox', { name: say('flight-search:form.return'), exact: true }).fill(wish.back);
    const counts = { adults: wish.adults ?? 1, children: wish.children?.length ?? 0, infants: wish.infants ?? 0 };
    if (counts.adults > 1 || counts.children > 0 || counts.infants > 0) {
      await form.getByText(say('flight-search:form.who')).click();
      for (const [name, count] of Object.entries(counts))
        await form.getByRole('combobox', { name: new RegExp(`^${say(`flight-search:form.${name}`)}`) }).selectOption(String(count));
      for (const [index, age] of (wish.children ?? []).entries())
        await form.getByLabel(say('flight-search:form.age', { number: index + 1 })).selectOption(String(age));
      await page.keyboard.press('Escape');
    }
    await form.getByRole('button', { name: say('flight-search:form.go') }).click();
    await expect(page).toHaveURL(/flight-search-results/);
  }

  /**
   * A script may take a form over only when it has loaded; typing before that is kept, choosing is not. A quiet network says
   * nothing of it: the scripts of a page are asked for after it has been drawn.
   */
  async ready(): Promise<void> {
    if (this.scripts) await this.page.locator('html[data-live]').waitFor({ state: 'attached' });
  }

  /** The first flight of each direction, as they are sorted; or the first of one airline. */
  async chooseFlights(directions: number, airline?: string): Promise<void> {
    for (let step = 1; step <= directions; step += 1) {
      const last = step === directions;
      const before = this.page.url();
      const cards = this.page.getByRole('article');
      const card = (airline ? cards.filter({ hasText: airline }) : cards).first();
      const name = new RegExp(this.say('flights:card.choose'));
      await (last ? card.getByRole('button', { name }) : card.getByRole('link', { name })).click();
      await expect(this.page).not.toHaveURL(before);
    }
    await this.sees(this.say('booking:passengers.title'));
  }

  async fillPassengers(people: readonly Person[], email: string): Promise<void> {
    await this.typePassengers(people, email);
    await this.goOn('passengers');
    await this.sees(this.say('booking:ticket.title'));
  }

  async typePassengers(people: readonly Person[], email: string): Promise<void> {
    const { page, say } = this;
    await this.ready();
    for (const [index, person] of people.entries()) {
      const card = page.getByRole('region', { name: say('booking:passengers.traveller', { number: index + 1 }) });
      const field = (key: string) => card.getByLabel(say(`booking:fields.${key}`), { exact: true });
      await card.getByRole('combobox', { name: say('booking:fields.title'), exact: true }).selectOption(person.title);
      await field('given').fill(person.given);
      await field('surname').fill(person.surname);
      await this.#date(card, 'birth', person.born);
      await field('nationality').selectOption(person.nationality);
      await field('number').fill(person.passport);
      await this.#date(card, 'expiry', [bornYearsAgo(-7), '05', '01']);
      if ((await card.locator('[name$=".issuedDay"]').count()) > 0) await this.#date(card, 'issued', [bornYearsAgo(3), '05', '01']);
      await field('issuedBy').selectOption(person.nationality);
    }
    await page.getByLabel(say('booking:contact.email'), { exact: true }).fill(email);
    await page.getByLabel(say('booking:contact.phone'), { exact: true }).fill('0501234567');
  }

  async #date(card: Locator, part: 'birth' | 'expiry' | 'issued', [year, month, day]: Person['born']): Promise<void> {
    const group = card.getByRole('group', { name: this.say(`booking:fields.${part}`), exact: true });
    await group.getByLabel(this.say('booking:fields.day'), { exact: true }).fill(day);
    await group.getByLabel(this.say('booking:fields.month'), { exact: true }).selectOption(month);
    await group.getByLabel(this.say('booking:fields.year'), { exact: true }).fill(year);
  }

  /** The step's own button; on a narrow screen the bar at the foot has it, in one word. */
  async goOn(step: 'passengers' | 'ticket' | 'extras' | 'seats'): Promise<void> {
    const own = this.page.getByRole('button', { name: this.say(`booking:${step}.go`), exact: true });
    const bar = this.page.getByRole('button', { name: this.say('booking:continue'), exact: true });
    await own.or(bar).filter({ visible: true }).first().click();
  }

  async keepTicketType(): Promise<void> {
    await this.goOn('ticket');
    await this.sees(this.say('booking:extras.title'));
  }

  async skipExtras(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('booking:extras.skip') }).click();
    await this.sees(this.say('booking:seats.title'));
  }

  async seatByAirline(): Promise<void> {
    await this.page.getByRole('button', { name: this.say('booking:seats.airline') }).click();
    await this.sees(this.say('orders:checkout.title'));
  }

  /** From the search to the checkout with nothing extra. Returns the order's reference. */
  async reserve(wish: Wish, people: readonly Person[], email: string): Promise<string> {
    await this.search(wish);
    await this.chooseFlights(wish.back ? 2 : 1);
    await this.fillPassengers(people, email);
    await this.keepTicketType();
    await this.skipExtras();
    await this.seatByAirline();
    return this.reference();
  }

  /**
   * With the first flight chosen, where the traveller is asked for. For journeys about what comes then: the way there is gone
   * by the forms of the pages alone, and this browser goes on with the cookies that were given.
   */
  async hasChosen(wish: Wish): Promise<void> {
    await this.#takeOver(...(await this.#chooseByForms(wish)));
    await this.sees(this.say('booking:passengers.title'));
  }

  /** At a later step of booking for a party of one, in the same way. */
  async isAt(step: 'ticket' | 'seats', wish: Wish, person: Person, email: string): Promise<void> {
    await this.#takeOver(...(await this.#goByForms(step, wish, person, email)));
    await this.sees(this.say(`booking:${step}.title`));
  }

  /** At the checkout of a party of one, in the same way. Returns the order's reference. */
  async hasReserved(wish: Wish, person: Person, email: string): Promise<string> {
    await this.#takeOver(...(await this.#goByForms('checkout', wish, person, email)));
    await this.sees(this.say('orders:checkout.title'));
    return this.reference();
  }

  /** Where a party of one is thanked for what is paid and ticketed, in the same way. Returns the order's reference. */
  async hasTickets(wish: Wish, person: Person, email: string): Promise<string> {
    const [traveller, checkout] = await this.#goByForms('checkout', wish, person, email);
    const bank = await traveller.submit(checkout, this.#button('orders:checkout.button'));
    await this.#takeOver(traveller, await traveller.submit(bank, /^Pay /, { card: 'approved' }));
    await this.isTicketed();
    return this.reference();
  }

  /** A button by what its words begin with, before anything that is filled in. */
  #button(key: string): RegExp {
    return new RegExp(`^${this.say(key, { amount: '|' }).split('|')[0]}`);
  }

  async #chooseByForms(wish: Wish): Promise<[HttpTraveller, ReadPage]> {
    const base = new URL((await this.page.request.get('/healthz')).url()).origin;
    const known = (await this.page.context().cookies(base)).map(({ name, value }) => [name, value] as const);
    const traveller = new HttpTraveller(base, this.language, new Map(known));
    let results = await traveller.submit(await traveller.open('/flights'), this.#button('flight-search:form.go'), {
      trip: wish.back ? 'return' : 'one-way',
      from: wish.from.type,
      to: wish.to.type,
      depart: wish.depart,
      ...(wish.back && { return: wish.back }),
    });
    // The first of two directions is a link, the last one is posted.
    if (wish.back) {
      const link = /\bhref="(\?[^"]*&amp;out=[^"]+)"/.exec(results.html);
      if (!link) throw new Error('No flight there could be chosen.');
      results = await traveller.open(`${results.url.pathname}${link[1]!.replaceAll('&amp;', '&')}`);
    }
    return [traveller, await traveller.submit(results, new RegExp(this.say('flights:card.choose')))];
  }

  async #goByForms(until: 'ticket' | 'seats' | 'checkout', wish: Wish, person: Person, email: string): Promise<[HttpTraveller, ReadPage]> {
    const [traveller, chosen] = await this.#chooseByForms(wish);
    const [year, month, day] = person.born;
    let page = await traveller.submit(chosen, this.#button('booking:passengers.go'), {
      'p0.title': person.title,
      'p0.given': person.given,
      'p0.surname': person.surname,
      'p0.birthDay': String(Number(day)),
      'p0.birthMonth': month,
      'p0.birthYear': year,
      'p0.nationality': person.nationality,
      'p0.number': person.passport,
      'p0.expiryDay': '1',
      'p0.expiryMonth': '05',
      'p0.expiryYear': bornYearsAgo(-7),
      'p0.issuedBy': person.nationality,
      email,
      phone: '0501234567',
    });
    for (const [step, button] of [
      ['ticket', 'booking:ticket.go'],
      ['extras', 'booking:extras.skip'],
      ['seats', 'booking:seats.airline'],
    ] as const) {
      expect(page.heading, page.text.slice(0, 400)).toBe(this.say(`booking:${step}.title`));
      if (until === step) return [traveller, page];
      page = await traveller.submit(page, this.#button(button));
    }
    return [traveller, page];
  }

  async #takeOver(traveller: HttpTraveller, { url }: ReadPage): Promise<void> {
    await this.page.context().addCookies([...traveller.cookies].map(([name, value]) => ({ name, value, url: url.origin })));
    await this.page.goto(url.href);
  }

  /** The reference in the address of the checkout, the payment pages or the tracking. */
  reference(): string {
    const found = /([0-9A-Z]{5}-[0-9A-Z]{5})/.exec(this.page.url());
    if (!found) throw new Error(`No reference in ${this.page.url()}`);
    return found[1]!;
  }

  payButton(): Locator {
    const [before] = this.say('orders:checkout.button', { amount: '|' }).split('|');
    return this.main.getByRole('button', { name: new RegExp(`^${before}`) });
  }

  async toTheBank(): Promise<void> {
    await this.payButton().click();
    await expect(this.page).toHaveURL(/sandbox-bank\/pay/);
  }

  /** On the bank's page: its cards are known by their value, its words are its own. */
  async useCard(card: 'approved' | 'secure' | 'apple-pay' | 'insufficient-funds' | 'late-seconds' | 'not-agreed'): Promise<void> {
    const { page } = this;
    await page.locator(`input[name=card][value=${card}]`).check();
    await page.locator('button[value=pay]').click();
    if (card !== 'secure') return;
    await page.getByRole('textbox').fill('123456');
    await page.locator('button[value=code]').click();
  }

  async isTicketed(): Promise<void> {
    // The bank tells the house, which asks the airline, and the page asks after both every few seconds.
    const patient = { timeout: 60_000 };
    await expect(this.page.getByRole('heading', { level: 1, name: this.say('orders:success.title') })).toBeVisible(patient);
    await expect(this.main.getByRole('heading', { name: this.say('orders:states.ticketed.title') })).toBeVisible(patient);
  }

  async noBarriers(what: string): Promise<void> {
    expect(await barriersOf(this.page), `barriers on ${what}`).toEqual([]);
  }
}
