import { beforeAll, describe, expect, it } from 'vitest';
import { switchEarlyAccess } from '#app/platform/early-access.server.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { editionsOfStays } from '../staycations-store.server.ts';
import { publishHouse, wholeHouse } from './house-testing.ts';
import { openHouse } from './open-stay-desk.server.ts';

const platform = await openCataloguePlatform();
const base = '/admin/supply/staycations';
const cookies = new Map<string, string>();
let app: TestApp;

async function as(who: string): Promise<string> {
  const known = cookies.get(who);
  if (known) return known;
  const cookie = await app.signIn(`${who}@rihla.example`, demoPassword);
  cookies.set(who, cookie);
  return cookie;
}
async function read(path: string, who = 'products') {
  const answer = await app.send(path, { cookie: await as(who) });
  return { status: answer.status, html: await answer.text(), to: answer.headers.get('location') };
}
async function send(path: string, form: Record<string, string>, who = 'products') {
  const answer = await app.send(path, { cookie: await as(who), form });
  return { status: answer.status, html: await answer.text(), to: answer.headers.get('location') ?? '' };
}
const versionOf = async (id: string) => String((await editionsOfStays.findOpen(platform.db, id))?.version ?? 0);
/** The tag of a field, in whatever order its attributes come. */
const field = (html: string, name: string) => html.match(/<input[^>]*>/g)!.find((tag) => tag.includes(` name="${name}"`))!;

beforeAll(async () => {
  app = await openTestApp(platform);
}, 120_000);

describe('houses at the desk', () => {
  it('are made by nobody while their page is to come, and by nobody who may only read', async () => {
    expect((await read(`${base}/hadaba-lodge`)).to).toBe(base);
    expect((await send(base, { intent: 'begin', title: 'Too early' })).status).toBe(404);
    expect((await send(`${base}/hadaba-lodge`, { event: 'pause' })).status).toBe(404);
    const { rows } = (await platform.db.execute(`select user_id from internal_users where 'owner' = any(roles) limit 1`)) as unknown as {
      rows: { user_id: string }[];
    };
    expect(
      await switchEarlyAccess(
        platform,
        { kind: 'staff', user: { id: rows[0]!.user_id }, staff: { roles: ['owner'] } } as never,
        'staycations',
        true,
      ),
    ).toBe(true);
    for (const [path, form] of [
      [base, { intent: 'begin', title: 'Not mine' }],
      [`${base}/hadaba-lodge`, { event: 'pause' }],
    ] as const)
      expect((await send(path, form, 'auditor')).to).toContain('/admin/unauthorized');
    expect(await openHouse(platform, 'not-mine', null)).toBeNull();
    expect((await openHouse(platform, 'hadaba-lodge', null))!.status).toBe('published');
    expect((await read(`${base}/hadaba-lodge`, 'auditor')).html).not.toContain('name="event"');
  });

  it('are begun with an address of their own, which is checked', async () => {
    expect((await send(base, { intent: 'begin', title: 'Sx' })).to).toBe(`${base}?refused=title`);
    expect((await send(base, { intent: 'begin', title: 'Hadaba Lodge' })).to).toBe(`${base}?refused=taken`);
    expect((await read(`${base}?refused=taken`)).html).toContain('A house of this name is there already.');
    expect((await send(base, { intent: 'begin', title: 'Creek House' })).to).toBe(`${base}/creek-house?part=facts`);
    const { html } = await read(`${base}/creek-house`);
    for (const said of ['No kind of room is on sale.', 'No plan is on sale.', 'Missing: Tagline, Summary']) expect(html).toContain(said);
    expect((await read(`${base}?house=creek-house`)).to).toBe(`${base}/creek-house`);
    expect((await send(`${base}/creek-house`, { work: 'submit', version: '1' })).to).toContain('refused=faults');
    expect((await send(`${base}/no-such-house`, { work: 'submit', version: '1' })).to).toContain('refused=not-found');
    expect((await read(`${base}/no-such-house`)).status).toBe(404);
    expect((await send(`${base}/creek-house`, { part: 'nothing' })).status).toBe(404);
  });

  it('keep what was typed where a price cannot be read, and where a colleague saved meanwhile', async () => {
    const rooms = (price: string): Record<string, string> => ({
      part: 'rooms',
      'room-name-0': 'Creek room',
      'room-price-0': price,
      'room-count-0': '2',
      'room-size-0': '30',
      'room-adults-0': '2',
      'room-children-0': '0',
      'room-doubles-0': '1',
      'room-singles-0': '0',
      'room-sells-0': 'on',
    });
    const refused = await send(`${base}/creek-house?part=rooms`, { ...rooms('4OO'), version: '1' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('<a href="#field-room-price-0">');
    expect(field(refused.html, 'room-price-0')).toContain('value="4OO"');
    expect(field(refused.html, 'room-name-0')).toContain('value="Creek room"');
    expect((await openHouse(platform, 'creek-house', null))!.content.rooms).toEqual([]);
    expect((await send(`${base}/creek-house?part=rooms`, { ...rooms('400'), version: '1' }, 'admin')).status).toBe(303);
    const late = await send(`${base}/creek-house?part=rooms`, { ...rooms('410'), version: '1' });
    expect(late.status).toBe(422);
    expect(late.html).toContain('changed this while you were writing.');
    expect(field(late.html, 'room-price-0')).toContain('value="410"');
    expect(late.html).toContain('400.00');
    expect((await openHouse(platform, 'creek-house', null))!.content.rooms[0]!.from.amount).toBe(40_000);
  });

  it('are put on sale by a second person, found in list and site map, and gone politely once they are withdrawn', async () => {
    const at = `${base}/palm-house`;
    expect((await send(base, { intent: 'begin', title: 'Palm House' })).to).toContain('/palm-house');
    await publishHouse(platform, 'palm-house', wholeHouse);
    // Its own change, handed in by one and pressed by the same one.
    const terms = { part: 'terms', adultFrom: '10', childrenFrom: '3', 'charge-name-0': 'City tax', 'charge-kind-0': 'fee' };
    const saved = await send(at, { ...terms, 'charge-per-0': 'night', 'charge-amount-0': '20', version: '0' });
    expect(saved.to).toContain('did=saved');
    expect((await send(at, { work: 'submit', version: '1' })).to).toContain('did=submit');
    expect((await read(at)).html).toContain('a second person puts it on sale');
    expect((await send(at, { work: 'publish', version: '2' })).to).toContain('refused=second-person');
    expect((await send(at, { work: 'publish', version: await versionOf('palm-house') }, 'admin')).to).toContain('did=publish');
    const shop = (path: string, language = 'en') => app.send(path, { cookie: `language=${language}` });
    const page = await (await shop('/staycations/palm-house')).text();
    for (const said of ['Palm House', 'City tax', 'The house lodges children from 3 years.', '1 double bed']) expect(page).toContain(said);
    expect(await (await shop('/staycations/palm-house', 'ar')).text()).toMatch(/<h1 tabindex="-1" lang="en" dir="ltr">/i);
    expect(await (await shop('/staycations?q=Palm')).text()).toContain('/staycations/palm-house');
    expect(await (await app.send('/sitemap.xml')).text()).toContain('/staycations/palm-house');
    expect((await send(at, { event: 'pause' })).to).toContain('did=pause');
    const gone = await shop('/staycations/palm-house');
    expect([gone.status, (await gone.text()).includes('City tax')]).toEqual([410, false]);
    expect((await shop('/staycations/no-such-house')).status).toBe(404);
    expect(await (await app.send('/sitemap.xml')).text()).not.toContain('/staycations/palm-house');
    expect((await send(at, { event: 'resume' })).to).toContain('did=resume');
    expect((await shop('/staycations/palm-house')).status).toBe(200);
    // Notes stand beside it, and the way back beside what it was.
    const before = await read(`${at}?edition=1`);
    for (const said of ['Go back to edition 1', 'action="/admin/records/house/palm-house"']) expect(before.html).toContain(said);
    expect((await send(at, { earlier: '1', version: '0' })).to).toContain('did=earlier');
    expect((await send(at, { work: 'drop', version: await versionOf('palm-house') })).to).toContain('did=drop');
  });

  it('are listed and exported with drafts, what waits and what is withdrawn', async () => {
    const drafts = (await read(`${base}?queue=draft`)).html;
    expect([drafts.includes('Creek House'), drafts.includes('Palm House')]).toEqual([true, false]);
    await send(`${base}/palm-house`, { event: 'pause' });
    expect((await read(`${base}?queue=paused`)).html).toContain('Palm House');
    const csv = async (queue: string) =>
      (await app.send(`${base}/export?queue=${queue}`, { cookie: await as('products'), form: {} })).text();
    expect(await csv('draft')).toContain('creek-house,Creek House,Dubai,AE,4,1,400.00,AED,0,draft,draft');
    expect(await csv('paused')).toMatch(/palm-house,.*,0,paused,/);
    expect(await csv('published')).toContain('hadaba-lodge,');
  });
});
