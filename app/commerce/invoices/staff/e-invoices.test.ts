import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import { addMilliseconds, calendarDate, dayMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { readXml } from '../../bank/read-xml.ts';
import { creditInvoice } from '../credit-invoice.server.ts';
import { eInvoiceState, eInvoiceStates } from '../e-invoice/e-invoice-rules.ts';
import { findHandOvers, readEInvoiceSource, saveEInvoiceBuyer, standingHandOver } from '../e-invoice/e-invoices-store.server.ts';
import type { InvoiceBuyer, SoldLine } from '../invoice-lines.ts';
import { findInvoiceAsStaff, readSeller, saveSeller, type Invoice } from '../invoices-store.server.ts';
import { issueInvoice } from '../issue-invoice.server.ts';
import { mostSentAtOnce } from './send-invoices.server.ts';
import { findInvoiceRows } from './invoice-desk-store.server.ts';
import { readInvoiceView } from './invoice-list-view.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
const words = (en: string) => ({ en, ar: en });
const fare: SoldLine = { words: words('Fare'), quantity: 2, gross: 200_000, vatCategory: 'zero-rated', vatBasisPoints: 0 };
const fee: SoldLine = { words: words('Fee'), quantity: 2, gross: 10_500, vatCategory: 'standard', vatBasisPoints: 500 };
const outside: SoldLine = { words: words('Tax'), quantity: 1, gross: 5_000, vatCategory: 'out-of-scope', vatBasisPoints: 0 };
const discount: SoldLine = { ...fee, words: words('Discount'), quantity: 1, gross: -12_000 };
const company = (trn: string): InvoiceBuyer => ({ name: 'Noor Trading LLC', address: 'Corniche 1', trn });
/** Of the first everything is known. */
const [noor, other, fresh] = ['100987654300003', '100111111100003', '100444444400003'] as const;
let app: TestApp;
let finance = '';

async function issued(buyer: InvoiceBuyer, lines: readonly SoldLine[] = [fare, fee]): Promise<Invoice> {
  const orderId = randomUUID();
  return transact(db, (tx) =>
    issueInvoice(tx, clock.now(), {
      key: `order:${orderId}`,
      orderId,
      orderReference: 'EINV0-00001',
      ownerId: null,
      buyer,
      supplyDate: calendarDate('2026-11-23'),
      lines,
      charged: money(210_500, 'AED'),
      rate: '1',
    }),
  );
}
const at = (invoice: Invoice, more = '') => `/admin/invoices/${invoice.number}/e-invoice${more}`;
const send = async (path: string, form?: Record<string, string | string[]>, cookie = finance) => {
  const answer = await app.send(path, form ? { cookie, form } : { cookie });
  return { status: answer.status, to: answer.headers.get('location') ?? '', html: answer };
};
const read = async (path: string, form?: Record<string, string>) => (await send(path, form)).html.text();
const describe_ = (invoice: Invoice, more: Record<string, string> = {}) =>
  send(at(invoice), { intent: 'describe', city: 'Abu Dhabi', emirate: 'AZ', licence: '', licenceAuthority: '', ...more });
const handOver = (invoice: Invoice, more: Record<string, string> = {}) =>
  send(at(invoice), { intent: 'hand-over', provider: 'Sahel', providerRef: 'S-1', ...more });
const listed = async (state: string) =>
  (await findInvoiceRows(db, crypto, readInvoiceView(new URLSearchParams(`e-invoice=${state}`)), { now: clock.now(), most: 200 })).map(
    ({ number }) => number,
  );
const audited = async (invoice: Invoice) => {
  const found = await db.execute(
    sql`select action, count(*)::int as times from audit_events where subject = ${`invoices:${invoice.id}`} group by action order by action`,
  );
  return (found as unknown as { rows: { action: string; times: number }[] }).rows.map(({ action, times }) => `${times} ${action}`);
};

/** The files of an archive as our own writer packs them, by name. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  for (let offset = 0; zip.readUInt32LE(offset) === 0x04034b50;) {
    const [packed, named] = [zip.readUInt32LE(offset + 18), zip.readUInt16LE(offset + 26)];
    const content = offset + 30 + named;
    files.set(zip.toString('ascii', offset + 30, content), inflateRawSync(zip.subarray(content, content + packed)).toString('utf8'));
    offset = content + packed;
  }
  return files;
}

beforeAll(async () => {
  app = await openTestApp(platform);
  finance = await app.signIn('finance@rihla.example', demoPassword);
  await transact(db, async (tx) => {
    await saveSeller(tx, { ...(await readSeller(tx)), trn: '100123456700003', city: 'Dubai', licence: 'CN-1', licenceAuthority: 'DET' });
    await saveEInvoiceBuyer(tx, clock.now(), noor, { city: 'Abu Dhabi', emirate: 'AZ', licence: '', licenceAuthority: '' }, 'staff:farah');
  });
});

describe('an e-invoice at the desk', () => {
  it('says what is missing, takes what is known of the company, and gives the file', async () => {
    const invoice = await issued(company(fresh));
    expect(await read(at(invoice))).toContain('City and emirate of the buyer are not written.');
    expect((await send(at(invoice, '/file'))).status).toBe(404);
    const refused = await describe_(invoice, { city: '', licence: 'CN-2' });
    expect(refused.status).toBe(422);
    const html = await refused.html.text();
    expect(html).toContain('Write the city of the company.');
    expect(html).toContain('Write who issued the licence, or leave both empty.');
    expect(html).toContain('value="CN-2"');
    expect((await describe_(invoice)).to).toBe(`${at(invoice)}?did=described`);
    const file = await send(at(invoice, '/file'));
    expect([file.status, file.html.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(file.html.headers.get('content-disposition')).toContain(`${invoice.number}.xml`);
    expect(readXml(await file.html.text())?.name).toBe('Invoice');
    // The next document of the same company needs nobody.
    const next = await issued(company(fresh));
    expect(await listed('ready')).toContain(next.number);
  });

  it('is handed over once, with who, when and the provider’s number; a mistake is taken back and stays on record', async () => {
    const invoice = await issued(company(noor));
    expect((await handOver(invoice, { provider: '' })).status).toBe(422);
    expect((await handOver(invoice)).to).toBe(`${at(invoice)}?did=handed`);
    expect((await handOver(invoice)).to).toBe(`${at(invoice)}?refused=not-ready`);
    const html = await read(at(invoice));
    expect(html).toContain('S-1');
    expect(html).toContain('by Farah');
    expect(await listed('handed-over')).toContain(invoice.number);
    expect(await listed('ready')).not.toContain(invoice.number);
    expect((await send(at(invoice), { intent: 'take-back', why: '' })).status).toBe(422);
    expect((await send(at(invoice), { intent: 'take-back', why: 'wrong month' })).to).toBe(`${at(invoice)}?did=taken-back`);
    expect((await send(at(invoice), { intent: 'take-back', why: 'wrong month' })).to).toBe(`${at(invoice)}?refused=not-handed`);
    expect(await read(at(invoice))).toContain('wrong month');
    expect((await handOver(invoice, { providerRef: 'S-2' })).to).toBe(`${at(invoice)}?did=handed`);
    expect(await audited(invoice)).toEqual(['2 e-invoice.handed-over', '1 e-invoice.taken-back']);
    expect((await findHandOvers(db, invoice.id)).map(({ providerRef, takenBackAt }) => [providerRef, takenBackAt !== null])).toEqual([
      ['S-1', true],
      ['S-2', false],
    ]);
  });

  it('two who mark the same document at once leave one mark', async () => {
    const invoice = await issued(company(noor));
    const answers = await Promise.all([1, 2, 3, 4].map((n) => handOver(invoice, { providerRef: `S-${n}0` })));
    expect(answers.map(({ to }) => to.split('?')[1]).sort()).toEqual([
      'did=handed',
      'refused=not-ready',
      'refused=not-ready',
      'refused=not-ready',
    ]);
    expect(await findHandOvers(db, invoice.id)).toHaveLength(1);
  });

  it('says so where the file would be another one than that which was handed over', async () => {
    const invoice = await issued(company(other));
    await describe_(invoice);
    await handOver(invoice);
    const changed = 'is not what was handed over';
    expect(await read(at(invoice))).not.toContain(changed);
    await describe_(invoice, { city: 'Al Ain' });
    expect(await read(at(invoice))).toContain(changed);
  });

  it('is not needed for a traveller, and nothing can be written of a company that is none', async () => {
    const invoice = await issued({ name: 'LAYLA HADDAD' });
    expect(await read(at(invoice))).toContain('sales to consumers are outside the mandate');
    expect((await describe_(invoice)).to).toBe(`${at(invoice)}?refused=no-company`);
    expect((await handOver(invoice)).to).toBe(`${at(invoice)}?refused=not-ready`);
    expect((await send(at(invoice, '/file'))).status).toBe(404);
  });

  it('is read by whoever reads invoices, and worked on by whoever issues them', async () => {
    const invoice = await issued(company(noor));
    const [auditor, traveller] = [
      await app.signIn('auditor@rihla.example', demoPassword),
      await app.signIn('traveller@rihla.example', demoPassword),
    ];
    expect((await send(at(invoice), undefined, auditor)).status).toBe(200);
    expect(await (await send(at(invoice), undefined, auditor)).html.text()).not.toContain('value="hand-over"');
    for (const cookie of [auditor, traveller]) {
      await send(at(invoice), { intent: 'hand-over', provider: 'Sahel', providerRef: 'S-9' }, cookie);
      const archive = await send('/admin/invoices/e-invoices', { month: '2026-11' }, cookie);
      expect(archive.html.headers.get('content-type')).not.toBe('application/zip');
    }
    expect(await findHandOvers(db, invoice.id)).toEqual([]);
    expect((await send(at(invoice, '/file'), undefined, traveller)).status).toBe(302);
  });
});

describe('the archive for the provider', () => {
  it('has what is ready of a month, once, and says of the rest why it was left out', async () => {
    clock.set(addMilliseconds(clock.now(), 40 * dayMs));
    const [ready, note, lacking, traveller] = [
      await issued(company(noor)),
      await issued(company(noor)),
      await issued(company('100222222200003')),
      await issued({ name: 'LAYLA HADDAD' }),
    ];
    const credit = await transact(db, (tx) =>
      creditInvoice(tx, clock.now(), { invoiceId: note.id, key: randomUUID(), reason: 'cancelled' }),
    );
    await handOver(note);
    const take = async () => {
      const answer = (await send('/admin/invoices/e-invoices', { month: '2027-01' })).html;
      return unzip(Buffer.from(await answer.arrayBuffer()));
    };
    const files = await take();
    const number = credit.ok ? credit.value.number : '';
    expect([...files.keys()].sort()).toEqual([`${number}.xml`, `${ready.number}.xml`, 'left-out.csv']);
    expect(readXml(files.get(`${number}.xml`)!)?.name).toBe('CreditNote');
    const table = files.get('left-out.csv')!;
    expect(table).toContain(`${note.number},Handed over`);
    expect(table).toContain(`${lacking.number},Incomplete,City and emirate of the buyer are not written.`);
    expect(table).not.toContain(traveller.number);
    // Taking marks nothing: taken again it is the same.
    expect([...(await take()).keys()]).toEqual([...files.keys()]);
    expect((await send('/admin/invoices/e-invoices', { month: '2020-01' })).to).toBe('/admin/invoices?e-none');
    expect((await send('/admin/invoices/e-invoices', { month: '2026-13' })).status).toBe(400);
  });

  it('is marked as handed over by picking, all that is ready at once, and keeps what was typed where it was not enough', async () => {
    const [one, two, traveller] = [await issued(company(noor)), await issued(company(noor)), await issued({ name: 'LAYLA HADDAD' })];
    const bulk = `/admin/invoices/bulk?action=handed&${[one, two, traveller].map(({ number }) => `number=${number}`).join('&')}`;
    const page = await read(bulk);
    const key = /name="key" value="([^"]+)"/.exec(page)![1]!;
    const press = (form: Record<string, string>) =>
      app.send(bulk, { cookie: finance, form: { intent: 'handed', key, number: [one.number, two.number, traveller.number], ...form } });
    const refused = await press({ provider: 'Sahel', providerRef: '' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('value="Sahel"');
    const done = await press({ provider: 'Sahel', providerRef: 'UPLOAD-7' });
    expect(done.headers.get('location')).toBe('/admin/invoices?e-invoice=handed-over&handed=2');
    expect(await listed('handed-over')).toEqual(expect.arrayContaining([one.number, two.number]));
    const table = await read('/admin/invoices/export?e-invoice=handed-over', {});
    expect(table.split('\r\n')[0]).toMatch(/,e_invoice,e_invoice_ref$/);
    expect(table.split('\r\n').filter((line) => line.endsWith(',handed-over,UPLOAD-7'))).toHaveLength(2);
  });
});

it('what a list matches is tried as a whole, as it is filtered, and no more than is done at once', async () => {
  const some = [await issued({ name: 'WHOLE LIST' }), await issued({ name: 'WHOLE LIST' }), await issued(company(noor))];
  const list = await read('/admin/invoices?find=WHOLE+LIST&least=2105');
  expect(list).toMatch(/<input type="hidden" name="list" value="find=WHOLE\+LIST&amp;least=2105"\/>/);
  expect(list).toContain('Dry run on all that match: 2');
  const tried = async (query: string) => {
    const html = await read(`/admin/invoices/bulk?${query}&all=1`);
    return { html, numbers: [...html.matchAll(/name="number" value="([^"]+)"/g)].map(([, number]) => number) };
  };
  const found = await tried('action=send&list=find%3DWHOLE%2BLIST%26least%3D2105');
  expect(found.numbers.toSorted()).toEqual([some[0]!.number, some[1]!.number]);
  expect(found.html).toContain('href="/admin/invoices?find=WHOLE+LIST&amp;least=2105"');
  expect((await tried('action=handed&list=find%3DWHOLE%2BLIST')).numbers).toEqual([]);
  expect((await tried('action=pack&list=least%3D999999999')).numbers).toEqual([]);
  for (let count = 0; count <= mostSentAtOnce; count += 1) await issued({ name: 'ONE OF MANY' });
  const many = await tried('action=send&list=find%3DONE%2BOF%26nonsense%3D1');
  expect(many.numbers).toHaveLength(mostSentAtOnce);
  expect(/At most \d+ are done at once; the other \d+ are left/.exec(many.html)?.[0]).toBe(
    `At most ${mostSentAtOnce} are done at once; the other 1 are left`,
  );
});

it('the list says of every document what the rules say of it, whatever it lacks', async () => {
  const seller = await readSeller(db);
  const documents: string[] = [];
  const keep = async (buyer: InvoiceBuyer, lines?: readonly SoldLine[]) => documents.push((await issued(buyer, lines)).number);
  for (const buyer of [
    company(noor),
    company('100333333300003'),
    company('200333333300003'),
    { name: 'Noor', trn: noor },
    { name: 'Noor', address: ' ', trn: noor },
    { name: 'LAYLA HADDAD' },
  ])
    await keep(buyer);
  for (const lines of [
    [outside],
    [fare, discount],
    [fare, { ...fee, vatPlace: 'OM' }],
    [{ ...fee, vatBasisPoints: 400 }],
    [fare, { ...fare, vatCategory: 'exempt' as const }],
    Array.from({ length: 8 }, () => ({ ...fee, quantity: 1, gross: 1_060, vat: 51 })),
    [fare, fee, outside, { ...discount, gross: -500 }],
  ])
    await keep(company(noor), lines);
  const credited = await findInvoiceAsStaff(db, documents[0]!);
  const note = await transact(db, (tx) =>
    creditInvoice(tx, clock.now(), { invoiceId: credited!.id, key: randomUUID(), reason: 'cancelled' }),
  );
  if (note.ok) documents.push(note.value.number);
  const handed = await issued(company(noor));
  expect((await handOver(handed)).to).toContain('did=handed');
  documents.push(handed.number);
  await saveSeller(db, { ...seller, trn: null });
  await keep(company(noor));
  await saveSeller(db, { ...seller, city: '', licence: '', licenceAuthority: '' });
  await keep(company(noor));
  for (const now of [{ ...seller, city: '' }, { ...seller, licenceAuthority: '' }, seller]) {
    await saveSeller(db, now);
    const said = new Map<string, string>();
    for (const state of eInvoiceStates) for (const number of await listed(state)) said.set(number, state);
    const ruled = new Map<string, string>();
    for (const number of said.keys()) {
      const invoice = (await findInvoiceAsStaff(db, number))!;
      ruled.set(
        number,
        eInvoiceState(await readEInvoiceSource(db, invoice), standingHandOver(await findHandOvers(db, invoice.id)) !== null),
      );
    }
    expect(documents.filter((number) => !said.has(number))).toEqual([]);
    expect(said).toEqual(ruled);
  }
  expect(new Set((await Promise.all(eInvoiceStates.map(listed))).map(({ length }) => length > 0))).toEqual(new Set([true]));
});
