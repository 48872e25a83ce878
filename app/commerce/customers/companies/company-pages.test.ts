import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRecords } from '#app/backoffice/find-records.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { readDeskView } from '#app/products/flights/staff/desk-address.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { postStatement, statementSend } from '../../invoices/staff/send-statement.server.ts';
import { findCompany, findCompanyContact, findCompanyMeant } from './companies-store.server.ts';
import { archiveCompany } from './work-on-company.server.ts';
import { companyBulkLine, customerBulkLine } from '../customer-jobs.server.ts';
import { workCustomerLine } from '../staff/bulk-customers.server.ts';
import { workCompanyLine } from './staff/bulk-companies.server.ts';
import { listCompanies } from './staff/company-desk-store.server.ts';
import { companyList } from './staff/company-list.ts';
import { companiesExport } from './staff/write-companies.server.ts';
import { noor, trn, openTestCompanies } from './company-testing.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
const { support, finance, clerk, make, group, companyOf, forget, guest, sold } = await openTestCompanies(platform);

describe('the list of companies', () => {
  const list = (query: string, me = support.user.id) =>
    listCompanies(db, readListView(companyList, new URLSearchParams(query)), { me, most: 50 });
  const names = async (query: string) => (await list(query)).rows.map(({ name }) => name);

  beforeAll(async () => {
    await make({ ...noor, contactName: 'Huda', email: 'huda@noor.ae', termsDays: '30' });
    const both = { name: 'Both', trn: '100000000000001', address: 'Dubai' };
    const away = { id: await make(both), version: 1, away: true, requestId: 'r' };
    expect((await archiveCompany(platform, finance, away)).ok).toBe(true);
    await make(both);
    await make({ name: 'Falcon Works', termsDays: '45' });
    const dune = await make({ name: 'Dune Events', trn: '100999999900003', address: 'Deira', termsDays: '60' });
    await group(await guest('Dana Omar', 'dana@dune.example'), dune);
    await sold('dana@dune.example', { name: 'dune events' });
  });

  it('finds by a part of either name, a number, a licence and the place of addresses', async () => {
    for (const find of ['noor', 'تجارة', 'النور', trn, 'cn-77']) expect(await names(`find=${find}`)).toEqual([noor.name]);
    await make({ name: 'Placed Works', domain: 'placed.ae' });
    expect(await names('find=placed.ae')).toEqual(['Placed Works']);
    // Where whoever is written to has mail is sealed with their address.
    expect(await names('find=noor.ae')).toEqual([]);
    expect(await names('find=zzz')).toEqual([]);
    expect(await names('find=%25')).toEqual([]);
  });

  it('has tabs, filters and sorts, and walks every page once', async () => {
    expect(await names('queue=owing')).toEqual(['Dune Events']);
    expect(await names('queue=archived')).toEqual(['Both']);
    expect((await names('terms=later&sort=-balance'))[0]).toBe('Dune Events');
    expect((await names('terms=later')).toSorted()).toEqual([noor.name, 'Dune Events', 'Falcon Works']);
    expect((await names('number=with')).toSorted()).toEqual(['Al Noor Trading LLC', 'Both', 'Dune Events']);
    expect(await names('owner=mine')).toEqual([]);
    const { counts } = await list('');
    for (const sort of ['name', '-name', 'members', '-lifetime', 'balance', 'changed']) {
      const seen: string[] = [];
      let after: Awaited<ReturnType<typeof list>>['next'] = null;
      do {
        const view = { ...readListView(companyList, new URLSearchParams({ queue: 'all', sort })), after };
        const page = await listCompanies(db, view, { me: '', most: 2 });
        seen.push(...page.rows.map(({ id }) => id));
        after = page.next;
      } while (after);
      expect([seen.length, new Set(seen).size]).toEqual([counts['all'], counts['all']]);
    }
  });

  it('leaves as a file without whoever is written to', async () => {
    const query = new URLSearchParams({ find: 'noor' });
    const lines: (readonly string[])[] = [];
    for await (const page of companiesExport.pages(platform, finance, { query, language: 'en' })) lines.push(...page);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveLength(companiesExport.head.length);
    expect(lines.flat().join()).not.toMatch(/huda/i);
  });

  it('is searched from the palette by those who see customers', async () => {
    const found = async (viewer: Viewer) =>
      (await findRecords(platform, viewer, 'noor tra', clock.now())).filter(({ kind }) => kind === 'company').map(({ name }) => name);
    expect(await found(support)).toEqual([noor.name]);
    expect(await found(await clerk('pricing@rihla.example', 'pricing_manager'))).toEqual([]);
  });
});

describe('the pages of companies', () => {
  let app: TestApp;
  let id = '';
  const base = '/admin/customers/companies';
  const cookies: Record<string, string> = {};
  beforeAll(async () => {
    await platform.jobs.handle(customerBulkLine, (line) => workCustomerLine(platform, line));
    await platform.jobs.handle(companyBulkLine, (line) => workCompanyLine(platform, line));
    app = await openTestApp(platform);
    id = (await findCompanyMeant(db, trn))!.id;
    for (const who of ['support', 'finance', 'auditor', 'pricing', 'admin'])
      cookies[who] = await app.signIn(`${who}@rihla.example`, demoPassword);
  }, 120_000);

  const get = async (who: string, path: string) => app.send(path, { cookie: cookies[who]! });
  const post = (who: string, path: string, sent: Record<string, string>) => app.send(path, { cookie: cookies[who]!, form: sent });

  it('are open to those who may read, and to nobody else; each form to those whose work it is', async () => {
    for (const who of ['support', 'finance', 'auditor']) {
      expect((await get(who, base)).status).toBe(200);
      expect((await get(who, `${base}/${id}`)).status).toBe(200);
    }
    expect((await get('pricing', base)).headers.get('location')).toMatch(/unauthorized/);
    for (const [who, status] of [
      ['support', 302],
      ['auditor', 302],
      ['finance', 200],
    ] as const)
      for (const path of [`${base}/new`, `${base}/${id}/edit`, `${base}/bulk`]) expect((await get(who, path)).status).toBe(status);
    expect((await post('finance', `${base}/${id}`, { act: 'group', customer: 'x' })).headers.get('location')).toMatch(/unauthorized/);
    expect((await get('support', `${base}/nothing`)).status).toBe(404);
    expect((await get('finance', `${base}/nothing/edit`)).status).toBe(404);
  });

  it('make a company once for two presses, and give what was typed back with what is wrong', async () => {
    const page = await (await get('finance', `${base}/new`)).text();
    const key = /name="key" value="([^"]+)"/.exec(page)![1]!;
    const wrong = await post('finance', `${base}/new`, { key, intent: 'save', name: 'Press Works', trn: '12', address: 'Deira' });
    expect(wrong.status).toBe(422);
    const html = await wrong.text();
    expect(html).toContain('value="Press Works"');
    expect(html).toContain('A TRN has 15 digits');
    const taken = await post('finance', `${base}/new`, { key: `${key}-2`, intent: 'save', name: 'Press Works', trn, address: 'Deira' });
    expect(taken.status).toBe(409);
    expect(await taken.text()).toContain(noor.name);
    const right = { key: `${key}-3`, intent: 'save', name: 'Press Works', termsDays: '7' };
    const [first, second] = [await post('finance', `${base}/new`, right), await post('finance', `${base}/new`, right)];
    expect([first.status, second.headers.get('location')]).toEqual([303, first.headers.get('location')]);
    expect(await (await get('finance', first.headers.get('location')!)).text()).toContain('The company is written down.');
  });

  it('show what a colleague wrote beside what was typed, and write over it when it is pressed again', async () => {
    const company = (await findCompanyMeant(db, 'Press Works'))!;
    const here = `${base}/${company.id}/edit`;
    const sent = { intent: 'save', version: String(company.version), name: 'Press Works', licence: 'MINE' };
    expect((await post('admin', here, { ...sent, licence: 'THEIRS' })).status).toBe(303);
    const refused = await post('finance', here, sent);
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toMatch(/changed this company while you were writing/);
    expect(html).toMatch(/It says now:.*?THEIRS/s);
    expect(html).toContain('value="MINE"');
    const version = /name="version" value="(\d+)"/.exec(html)![1]!;
    expect((await post('finance', here, { ...sent, version })).status).toBe(303);
    expect((await findCompany(db, company.id))!.licence).toBe('MINE');
    expect((await post('finance', here, { intent: 'archive', version: 'x' })).headers.get('location')).toContain(
      'refused=changed-meanwhile',
    );
  });

  it('hand nobody out again who was written to and is forgotten since, whatever is wrong with the form', async () => {
    const company = await make({ name: 'Open Form', contactName: 'Rana Ali', email: 'rana@open.example' });
    const here = `${base}/${company}/edit`;
    const drawn = await (await get('finance', here)).text();
    expect(drawn).toContain('name="hadContact" value="1"');
    const sent = { intent: 'save', version: '1', hadContact: '1', name: 'Open Form', contactName: 'Rana Ali', email: 'rana@open.example' };
    await forget('rana@open.example');
    const answers = [sent, { ...sent, trn: '12' }, { ...sent, trn, address: 'Deira' }, { ...sent, version: '9' }].map(async (form) => {
      const answer = await post('finance', here, form);
      return [answer.status, await answer.text()] as const;
    });
    for (const [status, html] of await Promise.all(answers)) {
      expect(status).toBeGreaterThan(400);
      expect(html).not.toMatch(/rana@open|Rana Ali/);
      expect(html).toContain('Whoever was written to is not kept any more');
      expect(html).not.toContain('name="hadContact"');
    }
    // Somebody else may be written down then.
    const another = { ...sent, hadContact: '', contactName: 'Badr', email: 'badr@open.example' };
    expect((await post('finance', here, another)).status).toBe(303);
    expect((await findCompanyContact(db, crypto, company)).name).toBe('Badr');
  });

  it('take a customer in from their own page by a name, and say so where nobody is called so', async () => {
    const customer = await guest('Page Person', 'page@example.com');
    const at = `/admin/customers/${customer}`;
    const unknown = await post('support', at, { act: 'group', company: 'Nobody Ltd' });
    expect(unknown.headers.get('location')).toBe(`${at}?refused=company-unknown&company=Nobody%20Ltd#company`);
    const html = await (await get('support', unknown.headers.get('location')!.replace(/#.*/, ''))).text();
    expect(html).toContain('value="Nobody Ltd"');
    expect(html).toContain('No company, or more than one, is called so.');
    expect((await post('support', at, { act: 'group', company: noor.name })).headers.get('location')).toBe(`${at}?did=grouped`);
    const found = await (await get('support', `${base}/${id}?find=page`)).text();
    expect(found).toContain('Page Person');
    expect((await post('support', `${base}/${id}`, { act: 'ungroup', customer })).headers.get('location')).toBe(
      `${base}/${id}?did=ungrouped`,
    );
    expect((await post('support', `${base}/${id}`, { act: 'nonsense', customer })).headers.get('location')).toContain('refused=gone');
  });

  it('take many in at once, tried first and each by itself, and put many companies away', async () => {
    const two = [await guest('Bulk Anna', 'anna@bulk.example'), await guest('Bulk Omar', 'omar@bulk.example')];
    const company = (await findCompanyMeant(db, 'Press Works'))!;
    const tried = await (await get('support', '/admin/customers/bulk?deed=group&all=1&list=find%3Dbulk&aim=press%20works')).text();
    const lines = [...tried.matchAll(/name="line" value="([^"]+)"/g)].map(([, line]) => line!);
    expect(lines).toHaveLength(2);
    const key = /name="key" value="([^"]+)"/.exec(tried)![1]!;
    const begun = await app.send('/admin/customers/bulk', {
      cookie: cookies['support']!,
      form: { key, intent: 'group', aim: company.id, line: lines },
    });
    expect(begun.status).toBe(303);
    // Grouped elsewhere meanwhile: left alone, and said.
    await group(two[1]!, id);
    await platform.jobs.drain();
    expect([await companyOf(two[0]!), await companyOf(two[1]!)]).toEqual(['Press Works', noor.name]);
    const told = await (await get('support', begun.headers.get('location')!)).text();
    expect(told).toContain('belongs to the company now');
    expect(told).toContain('They belong to another company');
    const away = await (await get('finance', `${base}/bulk?deed=archive&company=${company.id}`)).text();
    const line = /name="line" value="([^"]+)"/.exec(away)![1]!;
    const form = { key: /name="key" value="([^"]+)"/.exec(away)![1]!, intent: 'archive', line };
    const run = (await post('finance', `${base}/bulk`, form)).headers.get('location')!;
    await platform.jobs.drain();
    expect(await (await get('finance', run)).text()).toContain('archived');
    expect((await findCompany(db, company.id))!.archivedAt).not.toBe(null);
    expect(await (await get('finance', `${base}/bulk?deed=archive&company=${company.id}`)).text()).toContain('It is archived already.');
  });

  it('name a company in the filters of lists: whichever of however many there are, without a script', async () => {
    await db.execute(sql`
      insert into companies (id, name, said, created_by, created_at, changed_at)
      select 'many-' || n, 'Many ' || n, 'many ' || n, 'x', now(), now() from generate_series(1, 240) n`);
    for (const path of ['/admin/customers', '/admin/invoices', '/admin/work', '/admin/orders/flights']) {
      const asked = (typed: string, more = '') => get('admin', `${path}?company-named=${encodeURIComponent(typed)}${more}`);
      const to = async (typed: string, more = '') => (await asked(typed, more)).headers.get('location');
      expect(await to('many 239', '&sort=-created&after=x~y')).toBe(`${path}?sort=-created&company=many-239`);
      expect(await to('al noor tr')).toBe(`${path}?company=${id}`);
      // As it was drawn, with another filter changed; and taken away.
      expect(await to(noor.name, `&company=${id}&find=x`)).toBe(`${path}?find=x&company=${id}`);
      expect(await to('', `&company=${id}`)).toBe(path);
      if (path.endsWith('flights')) continue;
      const several = await (await asked('many')).text();
      expect([path, several.includes('Several companies are called like “many”')]).toEqual([path, true]);
      expect(several).toContain(`href="${path}?company=many-1"`);
      expect(several).toContain('value="many"');
      expect(await (await asked('no such house')).text()).toContain('No company is called “no such house”');
      const chosen = await (await get('admin', `${path}?company=many-7`)).text();
      expect(chosen).toMatch(/type="hidden" name="company" value="many-7"/);
      expect(chosen).toMatch(/name="company-named"[^>]*value="Many 7"/);
    }
    const offered = async (who: string) =>
      (await (await get(who, `${base}/named?q=many%2023`)).json()).found.map(({ name }: { name: string }) => name);
    expect(await offered('finance')).toEqual(['Many 23', ...Array.from({ length: 10 }, (_, n) => `Many ${230 + n}`)]);
    expect(await offered('pricing')).toEqual([]);
    await db.execute(sql`delete from companies where id like 'many-%'`);
  });

  it('send the statement once it was looked at: to whom, and how it is said after', async () => {
    await platform.jobs.handle(statementSend, ({ sendingId }) => postStatement(platform, sendingId));
    const company = await make({ name: 'Statement Page', contactName: 'Huda', email: 'huda@statement-page.example' });
    const here = `/admin/invoices/statement/send?of=company:${company}`;
    for (const who of ['support', 'auditor', 'pricing']) expect((await get(who, here)).headers.get('location')).toMatch(/unauthorized/);
    expect((await get('finance', '/admin/invoices/statement/send?of=company:nobody')).status).toBe(404);
    const page = await (await get('finance', here)).text();
    expect(page).toContain('huda@statement-page.example');
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)![1]!;
    const form = { key: field('key'), to: field('to'), from: field('from'), until: field('until'), language: 'es' };
    for (const wrong of [{ language: 'xx' }, { from: '2026-99-01' }, { from: '2027-01-01', until: '2026-01-01' }])
      expect((await post('finance', here, { ...form, ...wrong, key: `${form.key}-${Object.values(wrong)[0]}` })).status).toBe(400);
    const [first, second] = [await post('finance', here, form), await post('finance', here, form)];
    expect(first.headers.get('location')).toBe(`${base}/${company}?did=statement-sent`);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    await platform.jobs.drain();
    const record = await (await get('finance', first.headers.get('location')!)).text();
    expect(record).toContain('The statement of account is on its way.');
    expect(record).toMatch(/Statement sent to huda@statement-page\.example on/);
    expect(await (await get('auditor', `${base}/${company}`)).text()).toMatch(/Statement sent to h…@statement-page\.example on/);
    const again = await post('finance', here, { ...form, key: `${form.key}-again` });
    const refused = await (await get('finance', again.headers.get('location')!)).text();
    expect(refused).toContain('A statement left for this company less than an hour ago.');
  });

  it('read no columns, filters and cursors of nonsense', async () => {
    for (const query of ['?queue=x&owner=x&terms=x&sort=x&after=zzz', '?after=t%00~1', `?find=${'x'.repeat(300)}`])
      expect((await get('auditor', `${base}${query}`)).status).toBe(200);
    for (const path of ['/admin/customers', '/admin/invoices', '/admin/work'])
      expect([path, (await get('admin', `${path}?company=${encodeURIComponent("'; drop")}`)).status]).toEqual([path, 200]);
    expect(readDeskView(new URLSearchParams({ company: "'; drop" })).company).toBe('');
  });
});
