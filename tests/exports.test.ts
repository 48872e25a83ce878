import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sealReason } from '#app/people/assets/asset-charges-store.server.ts';
import { keepStatement } from '#app/commerce/bank/bank-store.server.ts';
import { insertConsultation } from '#app/commerce/consultations/consultations-store.server.ts';
import { listExportsOf } from '#app/commerce/exports/exports-store.server.ts';
import { askForExport, workOnExports } from '#app/commerce/exports/write-exports.server.ts';
import { workbookType } from '#app/commerce/exports/write-workbook.server.ts';
import { auditExport } from '#app/backoffice/audit-log/write-audit.server.ts';
import { applicationsExport } from '#app/people/recruitment/write-applications.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { insertFeedback } from '#app/commerce/feedback/feedback-store.server.ts';
import { issueInvoice } from '#app/commerce/invoices/issue-invoice.server.ts';
import { takeInquiry } from '#app/commerce/inquiries/take-inquiry.server.ts';
import { insertReview } from '#app/commerce/reviews/reviews-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { insertApplication } from '#app/people/recruitment/job-applications-store.server.ts';
import { newReference } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { suppressAddress } from '#app/platform/mail-log-store.server.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { loadExperiences } from '#app/products/experiences/load-experiences.server.ts';
import { loadTours } from '#app/products/holidays/load-tours.server.ts';
import { flightsOver } from '#app/products/flights/flights.server.ts';
import { placeDeskOrder } from '#app/products/flights/staff/desk-orders-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { aForm, openTestEvisas } from '#app/products/visas/evisa/evisa-testing.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { permissionsOf, type StaffRole } from '#app/platform/access.ts';
import { places } from '#app/site-map.ts';
import { calendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { demoAccounts, demoPassword } from '#seeds/demo.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { openTestApp, type TestApp } from './support/test-app.ts';
import { readWorkbook, type BookCell } from './support/workbook.ts';
import { openDemoPlatform } from './support/test-platform.ts';

/*
 * Whatever people have typed, a list that leaves the house as a file is data and never a formula: every file there is,
 * with every beginning that a spreadsheet runs, read back cell by cell.
 */
const platform = await openDemoPlatform();
const nasty = [
  '=HYPERLINK("https://evil.example","open")',
  '+971501234567',
  '-2+3+cmd|calc',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0@x',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '"=1+1',
  'a,b;c',
  'two\nlines',
  'two\r\nlines',
  'say ""yes""',
  'ليلى، حداد',
  "'quoted",
  'plain',
];
const files = places.filter((place) => readFileSync(`app/${place.page}`, 'utf8').includes('text/csv'));
/** Files in which nothing stands that people have typed, and for which nothing was sold here. */
const amountsOnly = [
  'invoices-csv',
  'supplier-statement-export',
  'statement-export',
  'mail-log-export',
  'refund-cases-export',
  'flight-schedules-export',
  'flight-quotes-export',
  'store-credit-export',
  'retention-export',
  'customers-export',
  'loyalty-export',
  'loyalty-vouchers-export',
  'loyalty-voucher-batch-export',
  'tickets-export',
  'hiring-equality-export',
  'mail-templates-export',
  'flight-own-fares-export',
  'privacy-requests-export',
  'unmatched-export',
  'supply-staycations-export',
  'ticket-macros-export',
  'visa-authorities-export',
  'flight-funnel-export',
  'content-export',
  'disputes-export',
];
/** Columns whose digits are what something is called, or say yes and no. */
const digitsAreNames: readonly string[] = [
  'traveller',
  'box',
  'experiment',
  'challenger_policy',
  'in_use',
  'transactional',
  'direct_only',
  'bag',
  'guaranteed',
];
const posted = (id: string) => id.endsWith('-export');
let app: TestApp;
/** A file that a job wrote for the owner of the demo. */
let written = '';

beforeAll(async () => {
  const supplier = new ScriptedSupplier({ offers: [anOffer()], ticket: ['ok'] });
  app = await openTestApp(platform, { ...flightsOver(await theWorld(), [supplier]), supplierOf: () => supplier });
  const { rows } = (await platform.db.execute(sql`select id from users where email = 'traveller@rihla.example'`)) as unknown as {
    rows: { id: string }[];
  };
  await loadTours(platform, readCatalogueFiles('tours').slice(0, nasty.length), { replace: false });
  await loadExperiences(platform, readCatalogueFiles('experiences').slice(0, nasty.length), { replace: false });
  // What a form of ours would refuse may still come from an authority: its references are typed by staff.
  const visas = await openTestEvisas(platform, evisaCountries);
  for (let first = 0; first < nasty.length; first += 7) {
    const groupId = await visas.applied(
      'india',
      Array.from({ length: 7 }, () => aForm()),
    );
    const placed = await visas.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await visas.pay(placed.value.orderId);
    for (const [at, one] of (await visas.cases(groupId)).entries())
      await platform.db.execute(sql`update evisa_applications set authority_reference = ${nasty[first + at]!} where id = ${one.id}`);
  }
  // A case has the name of its application; the mission's reference is typed by staff.
  await platform.db.execute(sql`
    insert into assisted_cases (id, order_id, country, package, place, travels_on, lodged_reference, passport_since, opened_at, stage_since, due_at)
    select a.id, g.order_id, 'FR', 'full', 'dubai', '2027-01-20', a.authority_reference, now(), now(), now(), now()
    from evisa_applications a join evisa_groups g on g.id = a.group_id where a.authority_reference is not null`);
  await platform.db.execute(sql`
    insert into visa_stays (id, order_id, route, country, number_index, issued_on, enter_by, stay_days, due_on, opened_at, changed_at)
    select a.id, g.order_id, 'evisa', 'IN', a.id, '2026-12-01', '2027-01-20', 30, '2027-01-20', now(), now()
    from evisa_applications a join evisa_groups g on g.id = a.group_id where a.authority_reference is not null`);
  for (const [index, words] of nasty.entries()) {
    await transact(platform.db, (tx) =>
      insertConsultation(
        tx,
        platform.crypto,
        platform.clock.now(),
        {
          id: `call-${index}`,
          reference: `CALL-${index}`,
          topic: 'refused',
          channel: 'phone',
          callLanguage: 'en',
          language: 'en',
          zone: 'Asia/Manila',
          country: null,
          userId: null,
          fromInquiry: null,
          contact: { name: words, email: 'call@example.com', phone: '+971501234567' },
          words,
          given: null,
        },
        'guest',
      ),
    );
    await transact(platform.db, (tx) =>
      takeInquiry(tx, platform, {
        kind: 'e-visa',
        contact: { name: words, email: 'ask@example.com', phone: null },
        message: words,
        language: 'en',
        userId: null,
        country: 'GE',
      }),
    );
    await transact(platform.db, (tx) =>
      insertApplication(tx, platform, platform.clock.now(), {
        id: `apply-${index}`,
        reference: newReference(),
        postingId: null,
        language: 'en',
        source: 'site',
        contact: { name: words, email: 'apply@example.com', phone: null },
        profile: { headline: words, experience: words, education: '', skills: '', languages: '', letter: '' },
        answers: {},
        knockOuts: 0,
        noticeWeeks: null,
        visaStatus: null,
        keepMonths: 6,
        cvStored: null,
        cvType: null,
        cvBytes: null,
      }),
    );
    await platform.db.execute(sql`
      insert into interviews (id, reference, application_id, round, mode, place, minutes, status, zone, starts_at, ends_at, made_by, created_at, changed_at)
      values (${`talk-${index}`}, ${newReference()}, ${`apply-${index}`}, 'first', 'video', ${words}, 45, 'confirmed', 'Asia/Dubai',
        '2026-12-01T06:00:00Z', '2026-12-01T06:45:00Z', 'staff:x', now(), now())`);
    await platform.db.execute(sql`
      insert into job_requisitions (id, title, department, place, employment, positions, reason, asked_by, created_at, changed_at)
      values (${`nasty-${index}`}, ${words}, 'travel', 'dubai', 'full-time', 1, ${words}, 'x', now(), now())`);
    const order = await placeDeskOrder(platform, supplier, { status: 'ticketed', people: [[words, words]] });
    await platform.db.execute(sql`update orders set user_id = ${rows[0]!.id} where id = ${order.id}`);
    for (const kind of ['holiday', 'experience', 'staycation']) {
      const id = `${kind}-${index}`;
      const lead = platform.crypto.seal(JSON.stringify({ givenNames: words, surname: words }), `order_travellers|personal|${id}:0`);
      await platform.db.execute(sql`
        insert into orders (id, reference, kind, status, secret_hash, contact, email_index, language, currency, total, actor, network,
            travel_starts, travel_ends, created_at, changed_at)
          select ${id}, ${`${kind.slice(0, 3).toUpperCase()}-${index}`}, ${kind}, 'confirmed', secret_hash, contact, email_index, language,
            currency, total, actor, network, travel_starts, travel_ends, created_at, changed_at from orders where id = ${order.id}`);
      await platform.db.execute(sql`
        insert into order_travellers (order_id, position, type, personal, surname_index, person_index)
          values (${id}, 0, 'ADT', ${lead}, '', '')`);
      await platform.db.execute(sql`
        insert into bookings (id, order_id, position, kind, status, item, places, starts_local, zone, starts_at, ends_at, ladder, operator,
            operator_mail, created_at, changed_at)
          values (${id}, ${id}, 0, ${kind}, 'confirmed', ${words}, 1, '2027-01-20T09:00', 'Asia/Dubai', now(), now(), '{}', ${words}, '', now(),
            now())`);
    }
    await transact(platform.db, (tx) =>
      audit(tx, platform.clock.now(), { actor: 'staff:x', action: 'note.written', subject: `orders:${order.id}`, reason: words }),
    );
    await transact(platform.db, (tx) =>
      issueInvoice(tx, platform.clock.now(), {
        key: `nasty:${index}`,
        orderId: order.id,
        orderReference: order.reference,
        ownerId: null,
        buyer: { name: words },
        supplyDate: calendarDate('2026-11-23'),
        lines: [{ words: { en: words, ar: words }, quantity: 1, gross: 10_000, vatCategory: 'zero-rated', vatBasisPoints: 0 }],
        charged: money(10_000, 'AED'),
        rate: '1',
      }),
    );
    await platform.db.execute(
      sql`insert into instalments (order_id, number, amount, due_on, due_at) values (${order.id}, 1, 10000, '2026-10-01', '2026-10-01T20:00:00Z')`,
    );
    const colleague = `nasty-${index}`;
    await platform.db.execute(sql`insert into users (id, name, email) values (${colleague}, ${words}, ${`${colleague}@rihla.example`})`);
    await platform.db.execute(sql`
      insert into internal_users (user_id, display_name, roles, is_active, employment_status) values (${colleague}, ${words}, '{}', true, 'active')`);
    await platform.db.execute(sql`
      insert into assets (id, tag, kind, model, serial, status, since, place, bought_on, cost, life_months, keeps_data, created_at, changed_at)
      values (${`nasty-${index}`}, ${`ZZ-${String(index).padStart(5, '0')}`}, 'laptop', ${words}, ${`${words}${index}`}, 'in_stock', '2026-01-01',
        ${words}, '2026-01-01', 100000, 36, true, now(), now())`);
    await platform.db.execute(sql`
      insert into asset_papers (id, reference, way, user_id, status, policy, language, made_by, made_at, decided_at)
      values (${colleague}, ${colleague}, 'back', ${colleague}, 'withdrawn', '2026-09', 'en', 'staff:x', now(), now())`);
    await platform.db.execute(
      sql`insert into asset_paper_lines (paper_id, asset_id, condition) values (${colleague}, ${colleague}, 'damaged')`,
    );
    await platform.db.execute(sql`
      insert into asset_charges (id, paper_id, asset_id, user_id, status, amount, reason, asked_by, asked_at)
      values (${colleague}, ${colleague}, ${colleague}, ${colleague}, 'asked', 60000,
        ${sealReason(platform.crypto, colleague, words)}, 'staff:x', now())`);
    await platform.db.execute(sql`
      insert into rate_changes (target, rate, spread, moved, source, reason, status, proposed_by, proposed_at)
      values ('BRL', 1.5, 0, 135, 'house', ${words}, 'refused', 'staff:x', now())`);
    await platform.db.execute(sql`
      insert into api_keys (id, name, hash, last_four, scopes, ends_on, made_by, made_at)
      values (${colleague}, ${`${words} key`}, ${colleague}, 'abcd', '{tours:read}', '2027-01-01', ${colleague}, now())`);
    await platform.db.execute(sql`
      insert into campaigns (id, name, status, words, page, languages, written_by, created_at, changed_at)
      values (${colleague}, ${words}, 'draft', '{}', '/holidays', '{en}', ${colleague}, now(), now())`);
    await platform.db.execute(sql`
      insert into pricing_policies (id, number, title, status, rules, examples, guards, touched_by, created_at, changed_at)
      values (${colleague}, ${900 + index}, ${words}, 'archived', '[]', '[]', '{}', '{x}', now(), now())`);
    await platform.db.execute(sql`
      insert into price_experiments (id, number, question, products, challenger, share, starts_on, ends_on, least_sales, margin_fall,
        conversion_fall, touched_by, created_at, changed_at)
      values (${colleague}, ${900 + index}, ${`${words} sells more stays?`}, '{staycation}', ${900 + index}, 10, '2026-12-01', '2026-12-20', 50, 10,
        10, '{x}', now(), now())`);
    await platform.db.execute(sql`
      insert into flight_suppliers (code, name, kind, country, licence, currency, payment_days, credit_limit, contact_name, contact_email,
          contact_phone, created_at, changed_at)
      values (${`nasty${index}`}, ${words}, 'lcc', 'AE', ${words}, 'AED', 0, 0, '', '', '', now(), now())`);
    await platform.db.execute(sql`
      insert into flight_deals (id, from_code, to_code, cabin, nights, direct_only, with_bag, travel_from, travel_until, book_by, price_amount,
          price_currency, note, published_at)
      values (${colleague}, 'DXB', 'IST', 'economy', 5, false, true, '2027-01-01', '2027-02-01', '2026-12-20', 90000, 'AED',
        ${JSON.stringify({ en: words })}::jsonb, now())`);
    await transact(platform.db, (tx) =>
      insertFeedback(tx, platform.crypto, {
        id: colleague,
        reference: newReference(),
        kind: 'idea',
        language: 'en',
        page: words,
        orderReference: null,
        rating: null,
        words,
        email: null,
        userId: null,
        answerBy: null,
        createdAt: new Date(platform.clock.now()),
      }),
    );
    await platform.db.execute(sql`
      insert into partner_leads (id, reference, kind, status, language, company, country, licence, offers, contact, email_index, created_at, changed_at)
      values (${colleague}, ${newReference()}, 'hotel', 'received', 'en', ${words}, 'AE', ${words}, '', '', ${colleague}, now(), now())`);
    await platform.db.execute(sql`
      insert into companies (id, name, name_ar, licence, said, created_by, created_at, changed_at)
      values (${colleague}, ${`${words} Ltd`}, ${words}, ${words}, '', 'x', now(), now())`);
    await platform.db.execute(sql`
      insert into flight_disruptions (id, flight, from_airport, departs_on, kind, reason, begun_by, begun_at)
      values (${colleague}, 'RH101', 'DXB', '2027-02-09', 'cancelled', ${words}, 'staff:x', now())`);
    await suppressAddress(platform.db, platform.crypto, platform.clock.now(), {
      address: `${colleague}@example.com`,
      reason: 'by-hand',
      note: words,
      by: 'staff:x',
    });
    // Of the house catalogue: staff write its titles.
    await platform.db.execute(sql`
      update experience_texts set title = ${words} where language = 'en'
        and experience_id = (select id from experiences order by id limit 1 offset ${index})`);
    await platform.db.execute(sql`
      update tour_texts set title = ${words} where language = 'en' and tour_id = (select id from tours order by id limit 1 offset ${index})`);
    await platform.db.execute(sql`
      insert into job_postings (id, status, department, place, employment, remote, opened_on, closes_on, changed_at)
      values (${`nasty-${index}`}, 'draft', 'travel', 'dubai', 'full-time', false, '2026-11-01', '2027-01-20', now())`);
    await platform.db.execute(sql`
      insert into job_posting_words (posting_id, language, title, summary, duties, needs)
      values (${`nasty-${index}`}, 'en', ${words}, 'What it is about', '{}', '{}')`);
    await transact(platform.db, (tx) =>
      insertReview(
        tx,
        platform.clock.now(),
        {
          orderId: order.id,
          item: 0,
          kind: 'flight',
          productId: words,
          subject: { en: words, ar: words, tl: words, es: words, pt: words },
          completedOn: '2026-11-01',
        },
        {
          stars: (index % 5) + 1,
          scores: {},
          title: words,
          words,
          language: 'en',
          displayName: words,
          country: 'AE',
          speaks: 'en',
          actor: 'guest',
        },
      ),
    );
  }
  await workOnExports(platform, { 'job-applications': applicationsExport, 'audit-log': auditExport });
  const owner = (await findAccountByEmail(platform.db, 'admin@rihla.example'))!.id;
  await askForExport(platform, { list: 'job-applications', query: 'stage=all', language: 'en', userId: owner, requestId: 'test' });
  await platform.jobs.drain();
  written = (await listExportsOf(platform.db, owner))[0]!.id;
  await transact(platform.db, (tx) =>
    keepStatement(
      tx,
      platform.crypto,
      platform.clock.now(),
      { hash: 'x', name: 'november.csv', format: 'csv', by: 'x' },
      {
        account: 'AE070331',
        currency: 'AED',
        reference: 'x',
        firstOn: calendarDate('2026-11-01'),
        lastOn: calendarDate('2026-11-30'),
        balances: null,
        lines: nasty.map((words) => ({ bookedOn: calendarDate('2026-11-23'), amount: -100, party: words, partyAccount: '', text: words })),
      },
    ),
  );
}, 120_000);

/** Reads a file as RFC 4180 has it. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === ',' || (sign === '\r' && text[at + 1] === '\n')) {
      rows.at(-1)!.push(cell);
      cell = '';
      if (sign === '\r') {
        rows.push([]);
        at += 1;
      }
    } else cell += sign;
  }
  return rows.filter((row) => row.length > 0);
}

async function take(id: string, email: string, change: Readonly<Record<string, string>> = {}, language = 'en'): Promise<Response> {
  const place = places.find((one) => one.id === id)!;
  const cookie = `${await app.signIn(email, demoPassword)}; language=${language}`;
  const query = new URLSearchParams(change);
  if (['evisa-export', 'sticker-export', 'visa-stays-export', 'consultations-export'].includes(id)) query.set('queue', 'all');
  if (id === 'inquiries-export') query.set('queue', 'evisa');
  // What is taken is a row of the audit: it has one more each time.
  if (id === 'audit-log-export') query.set('action', 'note');
  const path = place.path.replace(':code', 'house').replace(':exportId', written);
  return app.send(`/${path}?${query}`, posted(id) ? { cookie, form: {} } : { cookie });
}

async function read(id: string, email: string): Promise<{ status: number; rows: string[][] }> {
  const answer = await take(id, email);
  const bytes = await answer.arrayBuffer();
  return { status: answer.status, rows: cellsOf(new TextDecoder('utf-8').decode(bytes)) };
}

/** What the audit said last. */
async function lastAudited() {
  const { rows } = (await platform.db.execute(
    sql`select actor, action, subject, detail, roles from audit_events order by sequence desc limit 1`,
  )) as unknown as { rows: unknown[] };
  return rows[0];
}
const ownerOf = (id: string) => (posted(id) ? 'admin@rihla.example' : 'traveller@rihla.example');

describe.each(files.map((place) => place.id))('the file %s', (id) => {
  it('has no cell that a spreadsheet would run, and as many cells in each line as columns', async () => {
    const { status, rows } = await read(id, ownerOf(id));
    expect(status).toBe(200);
    const [head, ...lines] = rows;
    expect(head!.length).toBeGreaterThan(3);
    expect(lines.filter((line) => line.length !== head!.length)).toEqual([]);
    if (!amountsOnly.includes(id)) expect(lines.length).toBeGreaterThanOrEqual(nasty.length);
    const run = rows.flat().filter((cell) => /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell));
    expect(run).toEqual([]);
  });

  it.runIf(posted(id))('is a workbook as well: the same rows, of which figures and days are no text', async () => {
    const { rows } = await read(id, ownerOf(id));
    const audited = await lastAudited();
    const answer = await take(id, ownerOf(id), { format: 'xlsx' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(workbookType);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.xlsx"$/);
    const book = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
    expect(await lastAudited()).toEqual(audited);
    expect(book).toMatchObject({ formulas: 0, frozenRows: 1, fromRight: false });
    expect(book.rows[0]!.map(({ value, bold }) => [value, bold])).toEqual(rows[0]!.map((name) => [name, true]));
    // As text is read: a time says its moment, and the apostrophe that a table needs is none in a workbook.
    const said = (cell: BookCell, csv: string) =>
      typeof cell.value !== 'number'
        ? (cell.value ?? '')
        : cell.format.startsWith('yyyy')
          ? new Date(Math.round((cell.value - 25_569) * 86_400) * 1_000).toISOString().slice(0, Math.min(csv.replace('Z', '').length, 19))
          : cell.value;
    const meant = (csv: string, cell: BookCell) =>
      typeof cell.value !== 'number'
        ? csv.replace(cell.quoted ? /^'/ : /^$/, '')
        : cell.format.startsWith('yyyy')
          ? csv.slice(0, 19).replace('Z', '')
          : Number(csv);
    expect(book.rows.slice(1).map((row, line) => row.map((cell, at) => said(cell, rows[line + 1]![at]!)))).toEqual(
      rows.slice(1).map((row, line) => row.map((csv, at) => meant(csv, book.rows[line + 1]![at]!))),
    );
    const textual = rows[0]!.filter((name, at) =>
      rows
        .slice(1)
        .some(
          (row, line) => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(row[at]!) && typeof book.rows[line + 1]![at]!.value !== 'number' && name !== '',
        ),
    );
    expect(textual.filter((name) => !digitsAreNames.includes(name))).toEqual([]);
  });

  it('is nobody’s who may not have it', async () => {
    const { access } = places.find((place) => place.id === id)!;
    // Every colleague may have files, and each of them only their own.
    const stranger = id === 'exported-file-export' ? demoAccounts.find(({ email }) => email === 'hr@rihla.example') : undefined;
    const lacks = ({ roles }: { readonly roles: readonly StaffRole[] }) =>
      roles.length > 0 && access.kind === 'staff' && !permissionsOf(roles).has(access.permission);
    // What every colleague may open holds what each may see, and is kept from travellers alone.
    const colleague = stranger ?? demoAccounts.find(lacks);
    for (const email of posted(id) ? ['traveller@rihla.example', ...(colleague ? [colleague.email] : [])] : ['admin@rihla.example']) {
      const { status, rows } = await read(id, email);
      if (posted(id)) expect((await take(id, email, { format: 'xlsx' })).headers.get('content-type')).not.toBe(workbookType);
      // A colleague may well have an account of their own, in which there is nothing.
      if (posted(id)) expect(status).toBeGreaterThanOrEqual(300);
      else expect(status === 200 ? rows.length : 1).toBe(1);
    }
  });
});

it('there are files at all, for travellers and for staff', () => {
  expect(files.map((place) => place.id)).toEqual(
    expect.arrayContaining(['orders-csv', 'invoices-csv', 'flight-orders-export', 'staff-reviews-export']),
  );
});

it('what was typed comes back as it was, but for the apostrophe in front', async () => {
  const { rows } = await read('staff-reviews-export', 'admin@rihla.example');
  const at = rows[0]!.indexOf('title');
  const found = new Set(rows.slice(1).map((row) => row[at]!));
  for (const words of nasty) expect([words, found.has(words) || found.has(`'${words}`)]).toEqual([words, true]);
});

it('a workbook reads from the right for whoever reads Arabic, and ends with the name of an auditor who took it', async () => {
  const answer = await take('audit-log-export', 'auditor@rihla.example', { format: 'xlsx' }, 'ar');
  const book = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
  expect(book.fromRight).toBe(true);
  expect(book.rows.at(-1)).toHaveLength(1);
  expect(String(book.rows.at(-1)![0]!.value)).toContain(demoAccounts.find(({ email }) => email === 'auditor@rihla.example')!.firstName);
});

it('a form of the desk that no list has is told as CSV', async () => {
  const answer = await take('staff-reviews-export', 'admin@rihla.example', { format: 'pdf' });
  expect(answer.headers.get('content-type')).toMatch('text/csv');
});
