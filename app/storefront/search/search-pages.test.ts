import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { tours } from '#app/products/holidays/holidays.tables.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';

const platform = await openCataloguePlatform();
const app = await openTestApp(platform);

async function page(path: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await app.send(path, { headers });
  expect(response.status).toBe(200);
  return (await response.text())
    .replaceAll('<!-- -->', '')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\u2068\u2069]/g, '');
}
async function answer(query: string) {
  const response = await app.send(`/api/search?${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as {
    total: number;
    things: { kind: string; id: string; title: string; to: string }[];
    facets: Record<string, Record<string, number>>;
    corrections: unknown[];
  };
}
const links = (html: string) => [...html.matchAll(/<h3><a[^>]*href="([^"]+)"/g)].map((match) => match[1]!);

describe('the search of the site', () => {
  it('finds tours, activities and stays together, in each language, each leading to its page', async () => {
    const found = await answer('q=desert&lang=en');
    expect(new Set(found.things.map(({ kind }) => kind)).size).toBeGreaterThan(1);
    const arabic = await answer(`q=${encodeURIComponent('والبترا')}&lang=ar`);
    expect(arabic.things.map(({ id }) => id)).toContain('jordan-in-a-week');
    expect(arabic.things.every(({ title }) => /\p{Script=Arabic}/u.test(title))).toBe(true);
    for (const thing of found.things.slice(0, 4)) expect((await app.send(thing.to)).status).toBe(200);
  });

  it('says what it looked for in place of a word that nothing is called by', async () => {
    const html = await page('/search?q=lisbno');
    expect(html).toContain('Nothing here is called “lisbno”. We looked for “Lisbon” instead.');
    expect(links(html)).toContain('/tour/best-of-portugal');
  });

  it('leads beside its list to visas, flights and answers that its words are about, in every language', async () => {
    const ways = async (typed: string, language = 'en') => {
      const html = await page(`/search?q=${encodeURIComponent(typed)}`, { Cookie: `language=${language}` });
      const list = /<ul class="sr-ways"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? '';
      return [...list.matchAll(/<a [^>]*href="([^"]+)"/g)].map((match) => match[1]!);
    };
    for (const [typed, language] of [
      ['greece visa', 'en'],
      ['grece visa', 'en'],
      ['visa for Greece', 'en'],
      ['Greece', 'en'],
      ['فيزا اليونان', 'ar'],
      ['visado Grecia', 'es'],
      ['visto Grécia', 'pt'],
      ['visa sa Greece', 'tl'],
    ] as const)
      expect(await ways(typed, language), typed).toContain('/visa-assistance/greece');
    for (const [typed, language] of [
      ['flight to london', 'en'],
      ['flights to lonodn', 'en'],
      ['London', 'en'],
      ['لندن', 'ar'],
      ['رحلات طيران إلى لندن', 'ar'],
      ['vuelos a Londres', 'es'],
      ['voos para Londres', 'pt'],
      ['flight papuntang London', 'tl'],
    ] as const)
      expect(await ways(typed, language), typed).toContain('/flights?to=LON');
    expect(await ways('flights from dubai to manila')).toEqual(['/flights?from=DXB&to=MNL']);
    expect(await ways('visa')).toEqual(['/e-visa', '/visa-assistance']);
    expect(await ways('فيزا', 'ar')).toEqual(['/e-visa', '/visa-assistance']);
    expect(await ways('uk visa')).toHaveLength(1);
    expect(await ways('refund')).toEqual(['/help-center/refunds']);
    expect(await ways('equipaje', 'es')).toEqual(['/help-center/baggage']);
    for (const typed of ['xyzzyq', 'desert', 'dubai', 'best of portugal', 'round', 'lisbno', 'zzz zzz zzz'])
      expect(await ways(typed), typed).toEqual([]);
    for (const to of ['/visa-assistance/greece', '/flights?to=LON', '/e-visa', '/help-center/refunds', '/e-visa?to=BR'])
      expect((await app.send(to)).status, to).toBe(200);
  });

  it('has beside a choice as many as the choice then leaves', async () => {
    const before = await answer('month=3&theme=culture');
    const after = await answer('month=3&theme=culture&kind=experience');
    expect(after.total).toBe(before.facets['kind']!['experience']);
    expect(after.facets['kind']).toEqual(before.facets['kind']);
    const html = await page('/search?month=3&theme=culture');
    expect(html).toContain(`name="kind" value="experience"/><span>Activities</span><bdi>${after.total}</bdi>`);
  });

  it('proposes what to leave out when nothing fits, and the way leads to results', async () => {
    const html = await page('/search?q=petra+xyzzyq&kind=tour');
    expect(html).toContain('Nothing here is called “xyzzyq”.');
    expect(links(html)).toEqual([]);
    const way = /class="empty__action"><a[^>]*href="([^"]+)"[^>]*>([^<]*)/.exec(html)!;
    expect(way[2]).toContain('Only “petra”: 1');
    expect(links(await page(way[1]!))).toEqual(['/tour/jordan-in-a-week']);
  });

  it('keeps what was put aside through filters and pages, and puts it side by side', async () => {
    const html = await page('/search?kind=tour&compare=tour:best-of-italy&compare=stay:ghaf-lodge');
    expect(html).toContain('2 chosen to compare');
    expect(html).toContain('href="/search?kind=tour&page=2&compare=tour:best-of-italy&compare=stay:ghaf-lodge"');
    expect(html).toContain('<input type="hidden" name="compare" value="tour:best-of-italy"/>');
    const address = /href="(\/compare\?[^"]+)"/.exec(html)![1]!;
    const compared = await page(address);
    expect(compared).toContain('Best of Italy');
    expect(compared).toContain('Ghaf Lodge');
    expect(compared).toContain('href="/compare?of=stay:ghaf-lodge"');
    expect(await page('/holidays?compare=tour:best-of-italy')).toContain('1 chosen to compare');
  });

  it('shows only what differs when asked, and says when something is gone', async () => {
    const address = '/compare?of=tour:best-of-italy&of=tour:spanish-wonder&of=tour:never-was';
    const all = await page(address);
    expect(all).toContain('One of them is no longer on sale.');
    const some = await page('/compare?of=tour:best-of-italy&of=tour:spanish-wonder&only=differences');
    expect(some.match(/scope="row"/g)!.length).toBeLessThan(all.match(/scope="row"/g)!.length);
    expect(await page('/compare')).toContain('Nothing to compare yet');
  });

  it('shows a change of the catalogue within two seconds, whoever made it', async () => {
    expect((await answer('q=italy&kind=tour')).things.map(({ id }) => id)).toContain('best-of-italy');
    await platform.db
      .update(tours)
      .set({ withdrawnAt: new Date(platform.clock.now()) })
      .where(eq(tours.id, 'best-of-italy'));
    platform.clock.advance(2_000);
    expect((await answer('q=italy&kind=tour')).things.map(({ id }) => id)).not.toContain('best-of-italy');
    await platform.db.update(tours).set({ withdrawnAt: null }).where(eq(tours.id, 'best-of-italy'));
    platform.clock.advance(2_000);
  });

  it('suggests things while somebody types, of one kind and in each language, past a slip of the finger', async () => {
    const suggested = async (query: string) => {
      const response = await app.send(`/api/suggest?${query}`);
      expect(response.status).toBe(200);
      // One that names no language is answered in the visitor's own, which nobody else may be given.
      expect(response.headers.get('cache-control')).toBe(/lang=(en|ar|es)\b/.test(query) ? 'public, max-age=300' : 'private, no-store');
      const text = await response.text();
      // An answer is sent for nearly every letter.
      expect(text.length).toBeLessThan(1_500);
      return (JSON.parse(text) as { things: { title: string; place: string; to: string }[] }).things;
    };
    const begun = await suggested('q=best+of+ita&lang=en');
    expect(begun[0]).toEqual({ title: 'Best of Italy', place: expect.any(String), to: '/tour/best-of-italy' });
    expect((await suggested('q=lisbno&lang=es&kind=tour')).map(({ to }) => to)).toContain('/tour/best-of-portugal');
    const arabic = await suggested(`q=${encodeURIComponent('إيطال')}&lang=ar&kind=tour`);
    expect(arabic.map(({ to }) => to)).toContain('/tour/best-of-italy');
    expect(arabic.every(({ title }) => /\p{Script=Arabic}/u.test(title))).toBe(true);
    for (const [kind, path] of [
      ['tour', '/tour/'],
      ['experience', '/experience/'],
      ['stay', '/staycations/'],
    ] as const) {
      const found = await suggested(`q=desert&lang=en&kind=${kind}`);
      expect(found.length).toBeLessThanOrEqual(6);
      expect(found.every(({ to }) => to.startsWith(path))).toBe(true);
    }
    expect(await suggested('q=desert&lang=en&kind=experience')).not.toEqual([]);
    for (const nothing of [
      'q=',
      'q=b',
      'kind=tour',
      'q=xyzzyq&kind=tour',
      'q=%00%27%22',
      `q=${'x'.repeat(3000)}`,
      'q=xyzzyq&lang=xx&kind=car',
    ])
      expect(await suggested(nothing), nothing).toEqual([]);
  });

  it('has its words as a plain field of each list while no script runs', async () => {
    for (const list of ['/holidays', '/experiences', '/staycations', '/search']) {
      const html = await page(`${list}?q=desert`);
      const field = /<input[^>]*id="q"[^>]*>/.exec(html)![0];
      expect(field).toContain('name="q"');
      expect(field).toContain('value="desert"');
      expect(field).not.toContain('combobox');
      expect(html).toMatch(/<label[^>]*for="q"/);
    }
  });

  it('takes anything for a question', async () => {
    for (const query of [
      'q=%00%27%22%3E%3Cscript%3E',
      `q=${'x'.repeat(3000)}`,
      'page=999999',
      'kind=&kind=tour&month=0',
      'q=%D9%88',
      'compare=%27&of=',
    ])
      expect((await app.send(`/search?${query}`)).status, query).toBe(200);
  });
});
