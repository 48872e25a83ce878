import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';

const platform = await openTestPlatform();
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(platform);
}, 60_000);

const results = '/flight-search-results';
const out = '2027-02-02';
const back = '2027-02-16';
const oneWay = `${results}?from=DXB&to=MNL&depart=${out}&adults=1`;
const family = `${results}?from=DXB&to=LON&depart=${out}&return=${back}&adults=2&children=1&ages=4&infants=1`;

const page = async (path: string, cookie?: string) => {
  const answer = await app.send(path, cookie ? { cookie } : {});
  return { status: answer.status, html: await answer.text(), location: answer.headers.get('location') };
};
/** What a reader sees. */
const words = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
/** What the buttons of the cards carry. */
const choices = (html: string) => [...html.matchAll(/<button[^>]* value="([^"]*)"[^>]* name="choice"/g)].map((match) => match[1]!);
const links = (html: string, part: string) =>
  [...html.matchAll(/href="([^"]*)"/g)]
    .map((match) => match[1]!.replaceAll('&amp;', '&'))
    .map((href) => (href.startsWith('?') ? results + href : href))
    .filter((href) => href.includes(part));
const totals = (html: string) => [...html.matchAll(/fr-total">AED\u00a0([\d,.]+)</g)].map((match) => Number(match[1]!.replaceAll(',', '')));

describe('the results page', () => {
  test('shows flights with local times, a total and the rules in words', async () => {
    const { status, html } = await page(oneWay);
    expect(status).toBe(200);
    const text = words(html);
    expect(text).toContain('2 of 2 sources in');
    expect(text).toMatch(/\d\d:\d\d DXB/);
    expect(text).toContain('for 1 adult, everything included');
    expect(text).toMatch(/No refund|Refund less AED|Full refund|Refund not stated/);
    expect(text).toMatch(/kg CO₂/);
    expect(totals(html).length).toBeGreaterThan(5);
    expect(text).toMatch(/(Light|Value|Flex) fare family/);
    expect(text).not.toMatch(/\b(fares|flights|flight-search):|\b(card|head|form)\.[a-z]/);
  });

  test('names every city of a trip through several, and says which flight of it nobody sells', async () => {
    const trip = (...legs: [string, string, string][]) =>
      `${results}?trip=multi&adults=1&${legs.map(([from, to, day], index) => (index === 0 ? `from=${from}&to=${to}&depart=${day}` : `from${index + 1}=${from}&to${index + 1}=${to}&date${index + 1}=${day}`)).join('&')}`;
    const { html } = await page(trip(['DXB', 'LON', out], ['LON', 'PAR', '2027-02-05'], ['PAR', 'DXB', back]));
    expect(words(html)).toMatch(/^ ?Flights from Dubai to London · Paris · Rihla/);
    expect(html).toMatch(/<h1[^>]*><span>Dubai<\/span>[\s\S]{0,400}?<span>London\u00A0· Paris<\/span><\/h1>/);
    const lacking = await page(trip(['DXB', 'LON', out], ['LON', 'PAR', '2027-02-05'], ['PAR', 'HID', back]));
    expect(lacking.status).toBe(200);
    expect(words(lacking.html)).toContain('No flights on this day: Paris to Horn Island, Tue 16 Feb.');
    expect(words(lacking.html)).not.toContain('No flights on this day: London to Paris');
    expect(links(lacking.html, '/flights?from=DXB').length).toBeGreaterThan(0);
    // Where nothing is sold there is nothing to narrow.
    expect(lacking.html).not.toContain('fr-filters');
    const apart = await page(trip(['DXB', 'LON', out], ['LON', 'PAR', out], ['PAR', 'ROM', out], ['ROM', 'IST', out]));
    expect(words(apart.html)).toContain('Each of these flights is sold, but they do not fit one after another');
  });

  test('says of a country that it is one, and sends children without a grown-up to the desk', async () => {
    const country = await page(`${results}?from=DXB&to=Egypt&depart=${out}&adults=1`);
    expect(country.status).toBe(400);
    expect(words(country.html)).toContain('“Egypt” is a country. Choose where in it.');
    expect(links(country.html, 'to=CAI').length).toBe(1);
    const alone = await page(`${results}?from=DXB&to=MNL&depart=${out}&adults=0&children=1`);
    const [ask] = links(alone.html, 'about=child-alone');
    expect(ask).toBe(`/contact?about=child-alone&from=Dubai+%28DXB%29&to=Manila+%28MNL%29&startsOn=${out}`);
    const form = await page(ask!);
    expect(words(form.html)).toContain('A child who flies alone');
    expect(form.html).toContain(`Route: Dubai (DXB) – Manila (MNL)\nDay: ${out}`);
  });

  test('is passed on without the passport it was judged by, which stays in the address of whoever searches', async () => {
    const { html } = await page(`${oneWay}&bag=1&passport=IN.AE&transit=1`);
    const shared = links(html.slice(html.indexOf('fr-share'), html.indexOf('</a>', html.indexOf('fr-share'))), results);
    expect(shared).toEqual([expect.stringContaining('bag=1')]);
    expect(shared[0]).not.toMatch(/passport|transit/);
    expect((await page(shared[0]!)).status).toBe(200);
    expect(links(html, 'sort=cheapest')[0]).toContain('passport=IN.AE');
  });

  test('puts the cheapest first when asked, and says the same price in the tab, on the card and in the strip', async () => {
    const { html } = await page(`${oneWay}&sort=cheapest&prices=1`);
    const [first] = totals(html);
    expect(first).toBe(Math.min(...totals(html)));
    const whole = Math.round(first!).toLocaleString('en-US');
    expect(words(html)).toMatch(new RegExp(`Cheapest \\d+ h( \\d\\d)? · ${whole}`));
    expect(words(html)).toMatch(new RegExp(`Tue 2 Feb ${whole}`));
  });

  test('lays a price open line by line, and the lines add up to it', async () => {
    const { html } = await page(oneWay);
    const why = links(html, 'why=')[0]!;
    const opened = await page(why);
    const dialog = opened.html.slice(opened.html.indexOf('class="fr-why"'), opened.html.indexOf('fr-why__note'));
    const amounts = [...dialog.matchAll(/<dd><bdi>AED\u00a0([\d,.]+)</g)].map((match) =>
      Math.round(Number(match[1]!.replaceAll(',', '')) * 100),
    );
    const total = /fr-why__total[\s\S]*?<bdi>AED\u00a0([\d,.]+)</.exec(dialog)![1]!;
    expect(amounts.length).toBeGreaterThan(3);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(Math.round(Number(total.replaceAll(',', '')) * 100));
  });

  test('narrows by filters in the address and counts what is left', async () => {
    const { html } = await page(`${results}?from=DXB&to=LON&depart=${out}&adults=1&stops=0&leaves=morning`);
    expect(words(html)).toMatch(/\d+ of \d+ flights/);
    for (const match of html.matchAll(/fr-leg__t"><div><time[^>]*dateTime="[^T]*T(\d\d)/g))
      expect(Number(match[1])).toSatisfy((hour: number) => hour >= 6 && hour < 12);
    expect(words(html)).not.toMatch(/\b1 stop [A-Z]{3}/);
  });

  test('names airports and aircraft in the filters, and shows every value of a list', async () => {
    const { html } = await page(`${results}?from=DXB&to=LON&depart=${out}&adults=1`);
    const filters = words(html.slice(html.indexOf('class="fr-filters"'), html.indexOf('fr-filters__apply')));
    expect(filters).toContain('London Gatwick Airport LGW');
    expect(filters).toContain('London Heathrow Airport LHR');
    expect(filters).toMatch(/Airbus A3\d\d/);
    expect(filters).not.toMatch(/Aircraft (388|77W) /);
    // The most frequent first, all of them there.
    const airlines = [...html.matchAll(/name="airline" value="(\w\w)"\/?><span>[^<]*<\/span><bdi>(\d+)/g)].map((match) => Number(match[2]));
    expect(airlines.length).toBeGreaterThan(8);
    expect(airlines).toEqual(airlines.toSorted((a, b) => b - a));
    expect(filters).toContain(`Show all ${airlines.length}`);
  });

  test('opens a card flight by flight: local times, airports by name and what happens between', async () => {
    const { html } = await page(`${results}?from=DXB&to=LON&depart=${out}&adults=1&stops=1`);
    const [first] = [...html.matchAll(/<details class="by-flight">[\s\S]*?<\/details>/g)].map(([one]) =>
      words(one).replaceAll('( ', '(').replaceAll(' )', ')').trim(),
    );
    const airport = '[^()]+ \\([A-Z]{3}\\)';
    const clock = '\\d\\d:\\d\\d';
    expect(first).toMatch(new RegExp(`^Flight by flight ${clock} Dubai International \\(DXB\\).* ${clock}.*${airport}`));
    expect(first!.match(new RegExp(clock, 'g'))).toHaveLength(4);
    expect(first).toMatch(/\d+ h( \d+)? in \w+/);
    // All four codes of a fare: its cabin, class and basis here, its family on the card.
    expect(first!.match(/Economy, class [A-Z] · fare basis [A-Z][HKL][WX]OL[A-Z0-9]{2}/g)).toHaveLength(2);
  });

  test('says of each tax of a price laid open whether it comes back', async () => {
    const plain = await page(`${results}?from=DXB&to=LON&depart=${out}&adults=1&stops=0`);
    const { html } = await page(links(plain.html, 'why=')[0]!);
    const lines = words(html).match(/passed on as it is · comes back if you do not fly, on any fare/g) ?? [];
    expect(lines.length).toBeGreaterThan(1);
  });

  test('says which single filter to let go when nothing passes', async () => {
    const { status, html } = await page(`${results}?from=DXB&to=LON&depart=${out}&adults=1&max=1&stops=0`);
    expect(status).toBe(200);
    expect(words(html)).toMatch(/Any price · \d+ flight/);
  });

  test('lets a family choose out, then back, and opens their draft', async () => {
    const first = await page(family);
    const choose = links(first.html, '&out=')[0]!;
    const second = await page(choose);
    expect(words(second.html)).toContain('Flight back, Tue 16 Feb');
    const [choice] = choices(second.html);
    const answer = await app.send(choose, { form: { choice: choice! } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/flight-passenger-details']);
    const cookie = answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('rihla-draft='))!
      .split(';')[0]!;
    const again = await app.send(choose, { form: { choice: choice! }, cookie });
    expect([again.status, again.headers.getSetCookie()]).toEqual([302, []]);
  });

  test('says a price that has risen since it was shown, and takes nothing', async () => {
    const { html } = await page(oneWay);
    const [, , offer] = choices(html)[0]!.split(' ');
    const answer = await app.send(oneWay, { form: { choice: `100 light ${offer}` } });
    expect(answer.status).toBe(409);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(words(await answer.text())).toMatch(/It now costs AED [\d,.]+ instead of AED 1\./);
  });

  test.each([
    ['an id of nobody', 'zz.1.2'],
    ['flights that do not exist', 'h1.EK9999-20270202.Y'],
    ['another journey than the one searched', 'h1.EK1-20270202.Y'],
    ['an empty id', ''],
    ['a very long id', 'h1.'.repeat(300)],
  ])('refuses %s with words', async (_name, offer) => {
    const answer = await app.send(oneWay, { form: { choice: ` light ${offer}` } });
    expect(answer.status).toBe(409);
    expect(words(await answer.text())).toContain('This flight has changed');
  });

  test('refuses an offer of another route or day in words, and takes the same one where it is what was searched', async () => {
    const london = (date: string) => `${results}?from=DXB&to=LON&depart=${date}&adults=1`;
    const choice = choices((await page(london(out))).html)[0]!;
    for (const elsewhere of [oneWay, london('2027-02-03'), `${results}?from=LON&to=DXB&depart=${out}&adults=1`]) {
      const answer = await app.send(elsewhere, { form: { choice } });
      expect([answer.status, answer.headers.getSetCookie()], elsewhere).toEqual([409, []]);
      expect(words(await answer.text())).toContain('This flight has changed');
    }
    const taken = await app.send(london(out), { form: { choice } });
    expect([taken.status, taken.headers.get('location')]).toEqual([302, '/flight-passenger-details']);
  });

  test('begins again when a direction chosen before is no longer sold', async () => {
    const { status, location } = await page(`${family}&out=EK9999-20270202`);
    expect([status, location?.includes('gone=1'), location?.includes('out=')]).toEqual([302, true, false]);
  });

  test('compares what was asked for, four at most', async () => {
    const { html } = await page(oneWay);
    const keys = [...new Set(links(html, 'compare=').map((href) => new URL(href, 'http://localhost').searchParams.get('compare')!))].slice(
      0,
      3,
    );
    const compared = await page(`${oneWay}&${keys.map((key) => `compare=${key}`).join('&')}`);
    expect(words(compared.html)).toContain('Side by side');
    expect(compared.html.match(/<th scope="col"/g)).toHaveLength(3);
  });

  test('shows a month of prices that lead to their days', async () => {
    const { status, html } = await page(`${oneWay}&view=month`);
    expect(status).toBe(200);
    expect(words(html)).toContain('February 2027');
    expect(links(html, 'depart=2027-02-1').length).toBeGreaterThan(5);
  }, 30_000);

  test('has every part in its place without a script, also those whose code browsers fetch when they are shown', async () => {
    const why = links((await page(oneWay)).html, 'why=')[0]!;
    const parts = [
      [why, 'class="fr-why"'],
      [`${oneWay}&return=${back}&flex=1`, 'class="wrap fx"'],
      [`${oneWay}&view=month`, 'class="fr-month'],
      [oneWay.replace('MNL', 'DXB'), 'name="from"'],
      [`${oneWay}&airline=XX`, 'class="fr-relax"'],
    ] as const;
    for (const [address, part] of parts) {
      const { html } = await page(address);
      // What a script would have to move into its place comes hidden, after all that stands where it belongs.
      expect(html.split(/<div hidden[^>]* id="S:/)[0]!.includes(part), address).toBe(true);
    }
  });

  test('goes to the form when nothing was asked', async () => {
    expect((await page(results)).location).toBe('/flights');
  });

  test.each([
    ['from=Atlantis&to=MNL&depart=2027-02-02&adults=1', 'We do not know a place called “Atlantis”'],
    ['from=San Jose&to=MNL&depart=2027-02-02&adults=1', 'Which one do you mean?'],
    ['from=DXB&to=DWC&depart=2027-02-02&adults=1', 'This is the city you start from'],
    ['from=DXB&to=MNL&depart=2020-02-02&adults=1', 'This day is over'],
    ['from=DXB&to=MNL&depart=2027-02-30&adults=1', 'is not a date in the calendar'],
    ['from=DXB&to=MNL&depart=2028-02-02&adults=1', 'about 11 months ahead'],
    ['from=DXB&to=MNL&depart=2027-02-02&return=2027-02-01&adults=1', 'fly back before you leave'],
    ['from=DXB&to=MNL&depart=2027-02-02&adults=1&infants=2', 'on the lap of one adult'],
    ['from=DXB&to=MNL&depart=2027-02-02&adults=9&children=1&ages=4', 'ask our group desk'],
    ['from=DXB&to=MNL&depart=2027-02-02&adults=0', 'Someone has to fly'],
    ['from=DXB&to=MNL&depart=2027-02-02&adults=1&children=1&ages=14', 'travellers pay as adults'],
  ])('answers %s with words beside the field and keeps what was typed', async (query, sentence) => {
    const { status, html } = await page(`${results}?${query}`);
    expect(status).toBe(400);
    expect(words(html)).toContain(sentence);
    const typed = new URLSearchParams(query);
    if (/^\d{4}-/.test(typed.get('depart')!)) expect(html).toContain(`value="${typed.get('depart')}"`);
  });

  test('speaks Arabic from right to left', async () => {
    const { html } = await page(oneWay, 'language=ar');
    expect(html).toContain('dir="rtl"');
    expect(words(html)).toContain('لماذا هذا السعر؟');
  });
});

describe('the flights page', () => {
  test('adds a leg and keeps what was typed, without a script', async () => {
    const { html } = await page(
      '/flights?trip=multi&from=DXB&to=MNL&depart=2027-02-02&from2=MNL&to2=IST&date2=2027-02-09&adults=2&step=add-leg',
    );
    expect(html).toContain('name="date3"');
    expect(html).toContain('value="Istanbul (IST)"');
    expect(html).toContain('value="2027-02-09"');
  });

  test('leads from what stands in its form to watching the price of it, for whoever has no account', async () => {
    const { html } = await page('/flights');
    expect(html).toMatch(/<button(?=[^>]*name="watch")(?=[^>]*formAction="\/price-alert")/i);
    // As the form sends it without a script: places in words, and the fields of further flights blank.
    const typed = `from=Dubai+%28DXB%29&to=Manila+%28MNL%29&depart=${out}&from2=&to2=&date2=&adults=2&children=0&infants=0&cabin=economy&watch=1`;
    const both = await page(`/price-alert?trip=return&return=${back}&${typed}`);
    expect([both.status, both.location]).toEqual([302, `/price-alert?thing=DXB-MNL-${out}-${back}`]);
    const single = await page(`/price-alert?trip=one-way&return=${back}&${typed}`);
    expect(single.location).toBe(`/price-alert?thing=DXB-MNL-${out}`);
    const asks = await page(single.location!);
    expect([asks.status, asks.html]).toEqual([200, expect.stringContaining('name="email"')]);
    expect(words(asks.html)).toMatch(/Dubai .* Manila/);
  }, 30_000);

  test.each([
    ['trip=return&from=DXB&to=Atlantis&depart=2027-02-02&return=&adults=1', ['We do not know a place called “Atlantis”']],
    ['trip=one-way&from=DXB&to=MNL&depart=2026-11-23&adults=1', ['A price is watched until the day before']],
    ['trip=multi&from=DXB&to=MNL&depart=2027-02-02&from2=MNL&to2=IST&date2=2027-02-09&adults=1', ['One price can be watched']],
  ])('sends %s back to the form with what it lacks', async (query, sentences) => {
    const { location } = await page(`/price-alert?${query}&watch=1`);
    expect(location).toMatch(/^\/flights\?.*&watch=1$/);
    const { status, html } = await page(location!);
    expect(status).toBe(400);
    for (const sentence of sentences) expect(html.replaceAll('&quot;', '"')).toContain(sentence);
  });

  test('shows the cheapest months of a route', async () => {
    const { html } = await page('/flights?from=DXB&to=IST');
    expect(words(html)).toContain('When is it cheapest?');
    expect(links(html, 'view=month').length).toBeGreaterThan(9);
  }, 30_000);

  test('finds places in any of the five languages', async () => {
    for (const [query, code] of [
      ['دبي', 'DXB'],
      ['londres', 'LON'],
      ['maynila', 'MNL'],
      ['istanbl', 'IST'],
    ] as const) {
      const answer = await app.send(`/api/places?q=${encodeURIComponent(query)}`);
      const { places } = (await answer.json()) as { places: { code: string }[] };
      expect(
        places.map((place) => place.code),
        query,
      ).toContain(code);
    }
  });

  test('gives the lowest totals of the days around', async () => {
    const answer = await app.send(`/api/flight-days?from=DXB&to=MNL&depart=${out}&adults=1`);
    const { totals: found } = (await answer.json()) as { totals: Record<string, { amount: number } | null> };
    expect(Object.keys(found)).toHaveLength(9);
    expect(found[out]!.amount).toBeGreaterThan(10_000);
    expect((await app.send('/api/flight-days?from=DXB&to=DXB')).status).toBe(400);
  }, 30_000);
});
