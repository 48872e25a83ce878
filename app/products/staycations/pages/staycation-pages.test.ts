import { describe, expect, it } from 'vitest';
import { mailInquiries } from '#app/commerce/inquiries/mail-inquiries.server.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { loadStaycations } from '../load-staycations.server.ts';

const platform = await openTestPlatform();
const files = readCatalogueFiles('staycations');
await loadStaycations(platform, files, { replace: false });
await mailInquiries(platform);
const app = await openTestApp(platform);

const page = async (path: string, init: Parameters<typeof app.send>[1] = {}) => {
  const response = await app.send(path, init);
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') };
};
const rows = (html: string) => [...html.matchAll(/<li class="pp-row".*?href="\/staycations\/([\w-]+)/gs)].map((match) => match[1]!);
const shore = 'sidra-shore';
/** The rows of all pages of a list, sorted. */
const everyRow = async (path: string) => {
  const found: string[] = [];
  for (let number = 1; ; number++) {
    const next = rows((await page(`${path}&page=${number}`)).html).filter((id) => !found.includes(id));
    if (next.length === 0) return found.toSorted();
    found.push(...next);
  }
};

describe('the list of stays', () => {
  it('prices the stay that was asked for', async () => {
    const { status, html } = await page('/staycations?where=ras-al-khaimah&date=2026-12-10&nights=3');
    expect(status).toBe(200);
    expect(rows(html)).toContain(shore);
    expect(html).toContain('for 3 nights');
    expect(html).toContain('Prices are for 2 adults.');
    expect(html).toContain('Free to cancel until Mon 7 Dec, 15:00');
  });

  it('prices no stay that it could not read: it names the field and says what a night of two costs at its lowest', async () => {
    const usual = (await page('/staycations?where=ras-al-khaimah')).html;
    const priceOf = (html: string) => /pp-row__price">(.*?)<\/p>/s.exec(html)?.[1];
    for (const [fault, told] of [
      ['date=2026-12-10&nights=3&ages=99', 'Write the age of each child'],
      ['date=2026-12-10&nights=99', 'Choose from 1 to 21 nights.'],
      ['date=2026-12-10&nights=3&adults=0', 'Choose from 1 to 12 adults.'],
      ['date=2020-01-01&nights=3', 'cannot be booked'],
    ]) {
      const { status, html } = await page(`/staycations?where=ras-al-khaimah&${fault}`);
      expect(status).toBe(200);
      expect(html).toContain(told);
      expect(html).toContain('Your stay could not be read');
      expect(html).not.toContain('Prices are for');
      expect(html).not.toContain('for 3 nights');
      expect(html).not.toContain('Free to cancel until');
      expect(priceOf(html)).toBe(priceOf(usual));
      // What was typed goes on to the stay, where no price stands either before it is mended.
      const to = /href="(\/staycations\/sidra-shore[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&');
      expect(new URLSearchParams(to.split('?')[1]).toString()).toBe(new URLSearchParams(fault).toString());
      expect((await page(to)).html).toContain('There is a price once the marked field is right.');
    }
  });

  it('asks for no more than a night before there is a day', async () => {
    const { html } = await page('/staycations');
    expect(rows(html).length).toBe(Math.min(10, files.length));
    expect(html).toContain('a night');
    expect(html).toContain(`${files.length} stays`);
  });

  it('narrows by country, filters and words', async () => {
    const oman = await everyRow('/staycations?where=OM');
    const inOman = files.filter((item) => (item.facts as { country: string }).country === 'OM').map((item) => item.id);
    expect(oman).toEqual(inOman.toSorted());
    const pets = await everyRow('/staycations?pets=1');
    expect(pets).toEqual(
      files
        .filter((item) => (item.facts as { pets: boolean }).pets)
        .map((item) => item.id)
        .toSorted(),
    );
    expect(rows((await page('/staycations?q=sidra')).html)).toEqual([shore]);
  });

  it('sends a party that is too large to a person', async () => {
    const { status, html } = await page('/staycations?adults=1&ages=1,2,3,4,5,6');
    expect(status).toBe(200);
    const group = await page('/staycations?adults=12&ages=13,14,15,16,17,17');
    expect(group.html).toContain('/contact?about=staycation');
    expect(html).toContain('href=');
  });

  it.each([
    '?where=%3Cb%3E&date=x&nights=-3&adults=abc&ages=%F0%9F%90%B1&max=9e99&page=1e9',
    '?q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  ])('answers %s calmly', async (query) => {
    const { status, html } = await page(`/staycations${query}`);
    expect(status).toBe(200);
    expect(html).not.toContain('<script>alert(1)');
  });
});

describe('a stay', () => {
  it('shows each kind of room with what it costs the party', async () => {
    const { html } = await page(`/staycations/${shore}?date=2026-12-10&nights=2&adults=2&ages=4,9`);
    const cells = [...html.matchAll(/<tr.*?<\/tr>/gs)].map((match) => match[0].replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '));
    expect(cells.find((row) => row.includes('Shore room'))).toMatch(/AED 1,078\.00 .*AED 2,156\.00/);
    expect(cells.find((row) => row.includes('Garden room'))).toMatch(/AED 845\.25 .*AED 3,381\.00 2 rooms/);
    expect(html).toContain('aria-current="true"');
    expect(html).toContain('A night on average');
    expect(html).toContain('Every price is for your nights');
    expect(html).not.toContain('Choose your nights');
    expect(html).not.toContain('Ask for it');
  });

  it('says from how much a night before there is a day', async () => {
    const { html } = await page(`/staycations/${shore}`);
    expect(html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(/Shore room .*? from AED 880\.00/);
    expect(html).toContain('Choose your nights');
  });

  it.each([
    ['ages=4,20', 'Write the age of each child in figures', 'value="4,20"'],
    ['ages=abc', 'Write the age of each child in figures', 'value="abc"'],
    ['adults=99', 'Choose from 1 to 12 adults.', ''],
    ['nights=999', 'Choose from 1 to 21 nights.', ''],
    ['date=2026-13-45', 'This is no day.', ''],
    ['date=2020-01-01', 'Wednesday 1 January 2020 cannot be booked.', 'value="2020-01-01"'],
  ])('names the field of %s, keeps what was typed and tells no price', async (query, said, kept) => {
    const whole = Object.entries({ date: '2026-12-10', nights: '2' }).filter(([name]) => !query.startsWith(name));
    const { status, html } = await page(`/staycations/${shore}?${new URLSearchParams(whole)}&${query}`);
    expect([status, html.includes(said), html.includes(kept)]).toEqual([200, true, true]);
    expect(html).not.toContain(`/staycations/${shore}/book?`);
    expect(html).not.toContain('class="money"');
  });

  it('draws what cancelling costs and says it in words', async () => {
    const { html } = await page(`/staycations/${shore}?date=2026-12-10`);
    expect(html).toContain('until Mon 7 Dec, 15:00');
    expect(html).toContain('Mon 7 Dec, 15:00 to Thu 10 Dec, 15:00');
    const shares = [...html.matchAll(/class="sc-bar__[\w-]+" style="inline-size:(\d+)%"/g)].map((match) => Number(match[1]));
    expect(shares).toHaveLength(3);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    expect((await page(`/staycations/${shore}`)).html).toContain('Choose an arrival to see the dates');
  });

  it('says what a resident has to show', async () => {
    expect((await page(`/staycations/${shore}`)).html).toContain('Emirates ID at check-in');
  });

  it('says when nobody can be lodged so', async () => {
    const { html } = await page(`/staycations/${shore}?adults=1&ages=1,2,3,4,5,6`);
    expect(html).toContain('No room here fits 1 adult and 6 children');
  });

  it('is missing where it never was, with others to choose from', async () => {
    const { status, html } = await page('/staycations/no-such-house');
    expect([status, html.includes('This house is not here')]).toEqual([404, true]);
    expect(html).toContain('href="/staycations/');
    expect((await page('/staycations/a%00b')).status).toBe(404);
  });

  it('takes a question about a room', async () => {
    const { html } = await page(`/staycations/${shore}?date=2026-12-10&room=family-house`);
    expect(html).toContain('We would like the Family house, for 2 nights.');
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
    platform.clock.advance(60_000);
    const form = {
      key: field('key'),
      stamp: field('stamp'),
      name: 'Omar Said',
      email: 'omar@example.com',
      message: 'Two nights in the family house, please.',
    };
    const sent = await app.send(`/staycations/${shore}?date=2026-12-10&room=family-house`, { form });
    expect(sent.status).toBe(303);
    expect((await page(sent.headers.get('location')!.split('#')[0]!)).html).toMatch(/class="inq-sent"/);
  });
});
