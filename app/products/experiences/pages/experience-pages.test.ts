import { describe, expect, it } from 'vitest';
import { mailInquiries } from '#app/commerce/inquiries/mail-inquiries.server.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { loadExperiences } from '../load-experiences.server.ts';

const platform = await openTestPlatform();
const files = readCatalogueFiles('experiences');
await loadExperiences(platform, files, { replace: false });
await mailInquiries(platform);
const app = await openTestApp(platform);

const words = (id: string, language: string) =>
  files.find((item) => item.id === id)!.words[language] as { title: string; city: string; meeting: string };
const page = async (path: string, init: Parameters<typeof app.send>[1] = {}) => {
  const response = await app.send(path, init);
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', ''), headers: response.headers };
};
const rows = (html: string) => [...html.matchAll(/id="at-([\w-]+)"/g)].map((match) => match[1]!);
const desert = 'dubai-desert-evening';

describe('the list of activities', () => {
  it('shows ten of all, nearest to Dubai first, and the rest on further pages', async () => {
    const first = await page('/experiences');
    expect(first.status).toBe(200);
    expect(rows(first.html)).toHaveLength(10);
    expect(first.html).toContain(`${files.length} activities`);
    const last = await page('/experiences?page=99');
    expect(rows(last.html).length).toBeGreaterThan(0);
    expect(rows(last.html)).not.toEqual(rows(first.html));
  });

  it('is kept for anonymous visitors', async () => {
    const { headers } = await page('/experiences');
    expect((await page('/experiences', { headers: { 'If-None-Match': headers.get('etag')! } })).status).toBe(304);
  });

  it('has the number of a choice after the choice', async () => {
    const { html } = await page('/experiences');
    const count = Number(/name="kind" value="museum"\/><span>[^<]*<\/span><bdi>(\d+)<\/bdi>/.exec(html)![1]);
    const { html: narrowed } = await page('/experiences?kind=museum');
    const found = new Set<string>();
    for (let number = 1; number <= Math.ceil(count / 10); number++)
      for (const id of rows((await page(`/experiences?kind=museum&page=${number}`)).html)) found.add(id);
    expect(found.size).toBe(count);
    expect(narrowed).toMatch(/name="kind" checked="" value="museum"/);
  });

  it('offers to relax a filter when nothing is left, and the way leads on', async () => {
    const { status, html } = await page('/experiences?kind=desert&indoor=1');
    expect(status).toBe(200);
    expect(rows(html)).toEqual([]);
    const way = /class="empty__action"><a[^>]*href="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
    expect(rows((await page(way)).html).length).toBeGreaterThan(0);
  });

  it('finds by words of any language and speaks Arabic', async () => {
    expect(rows((await page(`/experiences?q=${encodeURIComponent(words(desert, 'es').title)}`)).html)).toContain(desert);
    const { html } = await page('/experiences?city=dubai', { cookie: 'language=ar' });
    expect(html).toContain('dir="rtl"');
    expect(html).toContain(words(desert, 'ar').title);
  });

  it.each([
    '?q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '?q=%E2%80%AEabc',
    '?city=%00&date=2026-99-99&max=1e999&page=-1&at=x,y&kind=a&kind=b&sort=%27',
    `?q=${'a'.repeat(3000)}`,
  ])('answers %s calmly', async (query) => {
    const { status, html } = await page(`/experiences${query}`);
    expect(status).toBe(200);
    expect(html).not.toContain('<script>alert(1)');
  });

  it('names the last moment to cancel once a day is chosen', async () => {
    const { html } = await page('/experiences?date=2026-12-02&city=dubai');
    expect(html).toContain('Free to cancel until Tue 1 Dec, 15:00');
    expect((await page('/experiences?city=dubai')).html).toContain('Free to cancel up to 24 hours before');
  });
});

describe('an activity', () => {
  it('says what it costs a party, by the day and start of its address', async () => {
    const { status, html } = await page(`/experience/${desert}?date=2026-12-02&adult=2&child=1`);
    expect(status).toBe(200);
    expect(html).toContain(words(desert, 'en').title);
    expect(html).toContain('2 adults');
    expect(html).toContain('AED\u00a0670.00');
    expect(html).toContain('Free to cancel until Tue 1 Dec, 15:00, by the clocks in Dubai.');
    expect(html).toContain('Book by Wed 2 Dec, 03:00');
  });

  it('says that a start is over, and puts no other one in its place', async () => {
    const { html } = await page(`/experience/${desert}?date=2020-01-01&time=16:00&option=standard&adult=2`);
    expect(html).toContain('It does not run on Wednesday 1 January 2020');
    expect(html).not.toContain('class="money"');
    expect(html).not.toContain(`/experience/${desert}/book?`);
    expect((await page(`/experience/${desert}?time=99:99`)).html).toContain('The start you came for is over, full or not offered');
    expect((await page(`/experience/${desert}?adult=500`)).html).toContain('The number of people in this address cannot be read.');
  });

  it('does not sell to children alone', async () => {
    const { html } = await page(`/experience/${desert}?adult=0&child=2`);
    expect(html).toContain('Children come with an adult');
    expect(html).not.toContain('class="money"');
  });

  it('tells search engines its offer and its place', async () => {
    const { html } = await page(`/experience/${desert}`);
    const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)![1]!) as Record<string, unknown>[];
    expect(data[0]).toMatchObject({ '@type': 'Product', offers: { price: '245.00', priceCurrency: 'AED' } });
    expect(data[1]).toMatchObject({ '@type': 'BreadcrumbList' });
    const image = new URL(data[0]!['image'] as string).pathname;
    expect((await app.send(image)).status).toBe(200);
  });

  it('is opened from its old address through the literal one', async () => {
    const moved = await app.send(`/activity/${desert}?adult=3`);
    expect([moved.status, moved.headers.get('location')]).toEqual([308, `/experience/:activityId?adult=3&activityId=${desert}`]);
    const { status, html } = await page(moved.headers.get('location')!);
    expect(status).toBe(200);
    expect(html).toContain('3 adults');
    expect(html).toContain(`rel="canonical" href="http://localhost:3999/experience/${desert}"`);
  });

  it('helps to choose where the literal address names none, and is missing where it never was', async () => {
    const choose = await page('/experience/:activityId');
    expect([choose.status, choose.html.includes('Choose an activity')]).toEqual([200, true]);
    const missing = await page('/experience/no-such-thing');
    expect([missing.status, missing.html.includes('This activity is not here')]).toEqual([404, true]);
    expect(missing.html).toContain('href="/experience/');
    expect((await page('/experience/%00')).status).toBe(404);
    expect((await page('/experience/:activityId?activityId=%00')).status).toBe(200);
  });
});

describe('asking for an activity', () => {
  const opened = async () => {
    const { html } = await page(`/experience/${desert}?date=2026-12-02&adult=2`);
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
    expect(html).toContain('We would like to come on Wednesday 2 December 2026 at 15:00.');
    return { key: field('key'), stamp: field('stamp') };
  };
  const asked = {
    name: 'Layla Haddad',
    email: 'layla@example.com',
    startsOn: '2026-12-02',
    adults: '2',
    children: '0',
    message: 'We would like a quiet corner.',
  };

  it('is taken, and the page says what happens next', async () => {
    const form = await opened();
    platform.clock.advance(60_000);
    const sent = await app.send(`/experience/${desert}?date=2026-12-02&adult=2`, { form: { ...form, ...asked } });
    expect(sent.status).toBe(303);
    const { html } = await page(sent.headers.get('location')!.split('#')[0]!);
    expect(html).toMatch(/class="inq-sent"/);
  });

  it('keeps what was typed when something is wrong', async () => {
    const form = await opened();
    const { status, html } = await page(`/experience/${desert}`, { form: { ...form, ...asked, email: 'layla' } });
    expect(status).toBe(422);
    expect(html).toContain('value="layla"');
    expect(html).toContain('We would like a quiet corner.');
  });

  it('is a missing page for an activity that is not there', async () => {
    expect((await app.send('/experience/no-such-thing', { form: asked })).status).toBe(404);
  });
});
