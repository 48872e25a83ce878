import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openTestHolidays } from '#app/products/holidays/booking/holiday-testing.ts';
import type { StaffRole, Viewer } from '#app/platform/access.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { addDays, calendarDate } from '#app/values/dates.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { askInvariants, brokenLines } from '#server/promises/invariants.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { weighErasure } from '../privacy/weigh-erasure.server.ts';
import { findInvoicesOfOrder } from '#app/commerce/invoices/invoices-store.server.ts';
import { findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import { countRefunds, findRefundRows } from '../orders/staff/refund-desk-store.server.ts';
import { readRefundListView } from '../orders/staff/refund-list-view.ts';
import { trackRefunds } from '../orders/track-refunds.server.ts';
import { confirmCancel, quoteCancel } from '../orders/cancel-order.server.ts';
import { balancesOf } from '../ledger/ledger-store.server.ts';
import { houseBank } from '../ledger/ledger-postings.ts';
import { countLines, findAccounts, findOrdersOfInvoices, findLineRows, findMatches } from './bank-store.server.ts';
import { bankLineTable, bankMatchTable } from './bank-status.ts';
import { bankAddress, readBankView } from './bank-view.ts';
import { choiceOf, mayStandAlone, referencesIn, suggestionsFor, type Expected, type MatchPart } from './match-rules.ts';
import { closes, minorUnits, readBankTable, readCamt, type TableMapping } from './read-statement.ts';
import { readXml } from './read-xml.ts';
import { payerTell, tellPayers } from './tell-payers.server.ts';
import { readParts } from './staff/match-form.ts';
import { openBankLine, shownAccount } from './staff/open-bank.server.ts';
import { takeStatement, withdrawStatement } from './staff/take-statement.server.ts';
import { decideMatch, matchLine, setAside, undoMatch } from './staff/work-bank-line.server.ts';

const platform = await openTestPlatform();
const { db } = platform;
const sale = await openTestHolidays(platform);
await platform.jobs.handle(payerTell, (told) => tellPayers(platform, told));
const person = (id: string, role: StaffRole): Viewer & { kind: 'staff' } => ({
  kind: 'staff',
  user: { id, email: `${id}@rihla.example`, emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00Z' },
  staff: { userId: id, displayName: id, roles: [role] },
});
const [farah, omar, auditor] = [person('farah', 'finance'), person('omar', 'finance'), person('noor', 'auditor')];
const requestId = 'test';
const productOf = () => sale.product;

interface Entry {
  readonly amount: string;
  readonly mark?: 'CRDT' | 'DBIT';
  readonly day?: string;
  readonly text?: string;
  readonly party?: string;
  readonly status?: string;
}
let statements = 0;
/** A statement as banks write it, of a version with `Pty` and a code in `Sts`. */
function camt(entries: readonly Entry[], more: { opening?: string; closing?: string; account?: string; id?: string } = {}): string {
  statements += 1;
  const cents = (text: string) => Math.round(Number(text) * 100);
  const sum = entries
    .filter(({ status }) => (status ?? 'BOOK') === 'BOOK')
    .reduce((all, one) => all + (one.mark === 'DBIT' ? -1 : 1) * cents(one.amount), 0);
  const opening = more.opening ?? '1000.00';
  const closing = more.closing ?? ((cents(opening) + sum) / 100).toFixed(2);
  const balance = (code: string, amount: string, on: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="AED">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${on}</Dt></Dt></Bal>`;
  const entry = ({ amount, mark = 'CRDT', day = '2026-11-20', text = '', party = '', status = 'BOOK' }: Entry) => {
    const side = mark === 'CRDT' ? 'Dbtr' : 'Cdtr';
    return `<Ntry><Amt Ccy="AED">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
      <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><${side}><Pty><Nm>${party}</Nm></Pty></${side}></RltdPties>
      <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>
    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>m</MsgId></GrpHdr>
    <Stmt><Id>${more.id ?? `S-${statements}`}</Id><Acct><Id><IBAN>${more.account ?? 'AE070331234567890123456'}</IBAN></Id></Acct>
    ${balance('OPBD', opening, '2026-11-01')}${balance('CLBD', closing, '2026-11-30')}${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
}
const take = (source: string, viewer = farah, mapping: TableMapping | null = null) =>
  takeStatement(platform, { viewer, name: 'november.xml', bytes: new TextEncoder().encode(source), mapping, requestId });
/** The newest line, taken as the only one of a statement. */
async function line(entry: Entry) {
  const taken = await take(camt([entry]));
  if (!taken.ok) throw new Error(taken.refused);
  const { rows } = (await db.execute(
    sql`select l.id from bank_lines l join bank_statements s on s.id = l.statement_id where s.reference = ${`S-${statements}`}`,
  )) as unknown as { rows: { id: string }[] };
  return rows[0]!.id;
}
const opened = async (id: string, viewer = farah) => (await openBankLine(platform, viewer, id))!;
const asking = async (id: string, viewer = farah) => ({ viewer, lineId: id, version: (await opened(id)).version, requestId });
const match = async (id: string, parts: readonly MatchPart[], viewer = farah) =>
  matchLine(platform, productOf, { ...(await asking(id, viewer)), parts });
const atBank = async () => (await balancesOf(db, `provider-clearing:${houseBank}`)).get('AED') ?? 0;
const promises = async () =>
  brokenLines(await askInvariants(db, { now: platform.clock.now(), holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 }));

describe('the reader of XML', () => {
  it('reads elements, character data and the five entities, without prefixes', () => {
    const root = readXml('<?xml version="1.0"?><!-- x --><a:b x="1 &amp; 2"><c>&lt;&#65;&#x42;</c><c><![CDATA[<&>]]></c><d/></a:b>')!;
    expect([root.name, root.attributes, root.children.map(({ name, text }) => `${name}=${text}`)]).toEqual([
      'b',
      { x: '1 & 2' },
      ['c=<AB', 'c=<&>', 'd='],
    ]);
  });

  it.each([
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a document type', '<!DOCTYPE a SYSTEM "http://evil.example/a.dtd"><a/>'],
    ['an unknown entity', '<a>&x;</a>'],
    ['a tag that is not closed', '<a><b></a>'],
    ['two roots', '<a/><b/>'],
    ['text beside the root', 'x<a/>'],
    ['an attribute twice', '<a x="1" x="2"/>'],
    ['a comment without end', '<a><!-- </a>'],
    ['more depth than any statement has', '<a>'.repeat(50) + '</a>'.repeat(50)],
    ['nothing', ''],
  ])('refuses %s', (_, source) => expect(readXml(source)).toBeNull());
});

describe('amounts', () => {
  it('are read exactly, with the decimals of their currency', () => {
    expect(['1,234.5', '-0.01', '12', '1.001', 'x', '', '1e3'].map((typed) => minorUnits(typed, 'AED'))).toEqual([
      123_450,
      -1,
      1200,
      null,
      null,
      null,
      null,
    ]);
    expect([minorUnits('1.234,56', 'EUR', true), minorUnits('1.001', 'KWD'), minorUnits('1.50', 'JPY'), minorUnits('1.00', 'JPY')]).toEqual(
      [123_456, 1001, null, 1],
    );
    // Said to have a decimal comma, and written with a point: a hundred times too much otherwise.
    expect(['1234.56', '1.234.56', '1.234', '-1.234.567,8', '1234,56'].map((typed) => minorUnits(typed, 'AED', true))).toEqual([
      null,
      null,
      123_400,
      -123_456_780,
      123_456,
    ]);
  });
});

describe('a camt.053 file', () => {
  it('gives its booked lines with signs, payers and words, and leaves out what is only announced', () => {
    const read = readCamt(
      camt([
        { amount: '250.00', text: 'Order 7K2M94QX3D', party: 'Layla Haddad' },
        { amount: '12.50', mark: 'DBIT', text: 'Monthly charge' },
        { amount: '99.00', status: 'PDNG' },
      ]),
    );
    if (!read.ok) throw new Error(read.refused);
    expect(read.value[0]!.lines.map(({ amount, party, text }) => [amount, party, text])).toEqual([
      [25_000, 'Layla Haddad', 'Order 7K2M94QX3D'],
      [-1_250, '', 'Monthly charge'],
    ]);
    expect([read.value[0]!.balances, closes(read.value[0]!)]).toEqual([{ opening: 100_000, closing: 123_750 }, true]);
  });

  it.each([
    ['does not close', camt([{ amount: '1.00' }], { closing: '1.00' }), 'does-not-close'],
    [
      'has an amount that cannot be read beside one of nothing',
      camt([{ amount: '0.00' }, { amount: '2.00' }]).replace('>2.00<', '>x<'),
      'line',
    ],
    ['is another document', '<Document><Other/></Document>', 'not-a-statement'],
    ['is no XML', 'a,b', 'unreadable'],
    ['has an amount that is none', camt([{ amount: '1.00' }]).replace('>1.00<', '>one<'), 'line'],
    ['is in a currency that we keep no books in', camt([]).replaceAll('AED', 'XXX'), 'currency'],
    ['has no balances', camt([]).replaceAll('CLBD', 'XPCD'), 'balances-missing'],
  ])('that %s is refused', (_, source, refused) => expect(readCamt(source)).toMatchObject({ ok: false, refused }));
});

describe('a table of a bank', () => {
  const mapping: TableMapping = {
    account: 'ae07 0331',
    currency: 'AED',
    day: 'date',
    amount: '',
    incoming: 'Credit',
    outgoing: 'Debit',
    party: '',
    text: 'Details',
    days: 'day-first',
    decimalComma: false,
    opening: '10',
    closing: '105.50',
  };
  const table = 'Date,Details,Debit,Credit\n23/11/2026,"Layla, again",,100.00\n24/11/2026,Charge,4.50,\n';

  it('is read by the columns that were said, whichever side its amounts stand on', () => {
    const read = readBankTable(table, mapping, 'x');
    if (!read.ok) throw new Error(`${read.refused} ${read.where}`);
    expect([read.value[0]!.account, read.value[0]!.lines.map(({ bookedOn, amount, text }) => [bookedOn, amount, text])]).toEqual([
      'AE070331',
      [
        ['2026-11-23', 10_000, 'Layla, again'],
        ['2026-11-24', -450, 'Charge'],
      ],
    ]);
  });

  it('leaves out what moves nothing, and reads its balances as it reads its amounts', () => {
    const comma = 'Date;Details;Debit;Credit\n23/11/2026;Notice;0,00;\n24/11/2026;Layla;;1.234,50\n';
    const read = readBankTable(comma, { ...mapping, decimalComma: true, opening: '1.000,00', closing: '2.234,50' }, 'x');
    if (!read.ok) throw new Error(`${read.refused} ${read.where}`);
    expect([read.value[0]!.balances, read.value[0]!.lines.map(({ amount }) => amount)]).toEqual([
      { opening: 100_000, closing: 223_450 },
      [123_450],
    ]);
    expect(readBankTable('Date,Details,Debit,Credit\n23/11/2026,Notice,0.00,\n', mapping, 'x')).toMatchObject({ refused: 'no-lines' });
    expect(readBankTable('Date,Details,Debit,Credit\n23/11/2026,Notice,,\n', mapping, 'x')).toMatchObject({ refused: 'line' });
  });

  it.each([
    ['a column that is not there', { incoming: 'Paid in' }, 'column-missing'],
    ['days in another form', { days: 'month-first' as const }, 'line'],
    ['balances that the lines do not explain', { closing: '105.51' }, 'does-not-close'],
    ['one balance', { closing: '' }, 'one-balance'],
    ['no account', { account: '' }, 'account-missing'],
  ])('with %s is refused', (_, change, refused) =>
    expect(readBankTable(table, { ...mapping, ...change }, 'x')).toMatchObject({ ok: false, refused }),
  );
});

describe('suggestions', () => {
  const waited: Expected = {
    kind: 'order',
    about: '7K2M9-4QX3D',
    currency: 'AED',
    amounts: [25_000],
    on: calendarDate('2026-11-22'),
    who: 'Layla Haddad',
  };
  const seen = { bookedOn: calendarDate('2026-11-20'), amount: 25_000, currency: 'AED' as const, named: [], party: '', text: '' };

  it('say why, need more than the amount, and put the likeliest first', () => {
    const other = { ...waited, about: 'AAAAA-11111', on: null, who: 'Omar' };
    const far = { ...seen, bookedOn: calendarDate('2026-01-01') };
    expect(suggestionsFor(far, [waited])).toEqual([]);
    expect(suggestionsFor({ ...far, amount: -25_000, named: ['7K2M9-4QX3D'] }, [waited])).toEqual([]);
    expect(suggestionsFor({ ...far, named: ['7K2M9-4QX3D'], party: 'HADDAD, LAYLA MARIA' }, [other, waited])).toEqual([
      { part: { kind: 'order', about: '7K2M9-4QX3D', amount: 25_000 }, score: 90, reasons: ['named', 'amount', 'who'] },
    ]);
    expect(suggestionsFor({ ...seen, party: 'Omar' }, [other, waited]).map(({ part, score }) => [part.about, score])).toEqual([
      ['7K2M9-4QX3D', 40],
      ['AAAAA-11111', 40],
    ]);
  });

  it('find references however they are written, and no words', () => {
    expect(referencesIn('for 7k2m9 4qx3d, 7K2M9-4QX3D and AAAA111112; HEADPHONES; 12345678901')).toEqual(['7K2M9-4QX3D', 'AAAA1-11112']);
    expect(referencesIn('Order 7K2M9-4QX3D, thanks')).toEqual(['7K2M9-4QX3D']);
    expect(referencesIn('Order 7K2M9 4QX3D')).toContain('7K2M9-4QX3D');
    // The payer's name behind one, and a word before it, are no halves of another.
    expect(referencesIn('TRANSFER S55A8-Z9Y4B MARIA')).toEqual(['S55A8-Z9Y4B']);
    expect(referencesIn('TRANSFER S55A8Z9Y4B MARIA')).toEqual(['S55A8-Z9Y4B']);
    expect(referencesIn('ORDER S55A8 Z9Y4B MARIA')).toEqual(['S55A8-Z9Y4B']);
    expect(referencesIn('Balance of HWTHY-GNWSP')).toEqual(['HWTHY-GNWSP']);
    expect(referencesIn('hotel-block, DEPARTMENT, SMART TRADE')).toEqual([]);
  });
});

it('what a list asks for is its address, and back', () => {
  for (const query of ['', '?queue=all&find=7K2M9-4QX3D', '?find=12.50&side=in&from=2026-11-01&sort=amount'])
    expect(bankAddress(readBankView(new URLSearchParams(query)))).toBe(query);
  expect(bankAddress(readBankView(new URLSearchParams('queue=x&from=x&after=x&sort=x&account=<b>')))).toBe('');
});

it('the database refuses what the tables of states do not declare', async () => {
  for (const table of [bankLineTable, bankMatchTable]) {
    const { rows } = (await db.execute(sql`select from_status, to_status from status_edges where machine = ${table.name}`)) as unknown as {
      rows: { from_status: string; to_status: string }[];
    };
    expect(rows.map((row) => `${row.from_status}>${row.to_status}`).toSorted()).toEqual(
      edgesOf<string, string, string>(table)
        .map(([from, to]) => `${from}>${to}`)
        .toSorted(),
    );
  }
});

describe('a statement', () => {
  it('is taken once, by this file or another, and only by whoever works on money', async () => {
    const source = camt([{ amount: '1.00', mark: 'DBIT', text: 'Charge' }], { account: 'AE-ONCE', id: 'once' });
    expect(await take(source, auditor)).toEqual({ ok: false, refused: 'permission' });
    const both = await Promise.all([take(source), take(source)]);
    expect(both.map((one) => (one.ok ? one.value.lines : one.refused)).toSorted()).toEqual([1, 'known'].toSorted());
    expect(await take(`${source} `)).toEqual({ ok: false, refused: 'known' });
    expect(await take('')).toEqual({ ok: false, refused: 'no-file' });
    expect(await take('x'.repeat(2 * 1024 * 1024 + 1))).toEqual({ ok: false, refused: 'too-big' });
  });

  it('keeps names and words sealed', async () => {
    const id = await line({ amount: '3.00', text: 'Secret words', party: 'Layla Haddad' });
    const { rows } = (await db.execute(sql`select details from bank_lines where id = ${id}`)) as unknown as { rows: { details: string }[] };
    expect(rows[0]!.details).not.toContain('Haddad');
    expect(await opened(id)).toMatchObject({ party: 'Layla Haddad', text: 'Secret words' });
  });

  it('of overlapping days brings each line once, one for one, and can be taken back while nothing of it is matched', async () => {
    const account = 'AE-TWICE';
    const coffee = { amount: '5.00', mark: 'DBIT' as const, text: 'Coffee' };
    const rows = async (more = '') =>
      (await findLineRows(db, readBankView(new URLSearchParams(`queue=all&account=${account}${more}`)), 20)).toReversed();
    const states = async () => (await rows()).map(({ status }) => status).toSorted();
    expect(await take(camt([coffee], { account, id: 'until-noon' }))).toMatchObject({ value: { lines: 1, seen: 0 } });
    // Two equal payments of the day, one of which was there at noon; and the same in another day is another.
    const night = camt([coffee, coffee, { ...coffee, day: '2026-11-21' }], { account, id: 'until-night' });
    expect(await take(night)).toMatchObject({ value: { lines: 3, seen: 1 } });
    expect(await take(camt([coffee, coffee], { account, id: 'again' }))).toMatchObject({ value: { lines: 2, seen: 2 } });
    expect(await states()).toEqual(['open', 'open', 'open', 'seen', 'seen', 'seen']);
    const seen = (await rows()).find(({ status }) => status === 'seen')!;
    expect(await match(seen.id, [{ kind: 'charge', about: null, amount: -500 }])).toEqual({ ok: false, refused: 'not-possible' });
    expect(shownAccount((await findAccounts(db)).find((one) => one.account === account)!).open.amount).toBe(-1_500);

    const statementOf = async (reference: string) => {
      const { rows: found } = (await db.execute(sql`select id from bank_statements where reference = ${reference}`)) as unknown as {
        rows: { id: string }[];
      };
      return found[0]!.id;
    };
    const withdraw = async (statementId: string, viewer = farah) =>
      withdrawStatement(platform, { viewer, statementId, reason: 'read wrongly', requestId });
    const noon = await statementOf('until-noon');
    expect(await withdraw(noon, auditor)).toEqual({ ok: false, refused: 'permission' });
    const [first] = (await rows()).filter(({ statementId }) => statementId === noon);
    expect(await match(first!.id, [{ kind: 'charge', about: null, amount: -500 }])).toEqual({ ok: true, value: 'match' });
    expect(await withdraw(noon)).toEqual({ ok: false, refused: 'in-use' });
    await undoMatch(platform, await asking(first!.id));
    expect(await withdraw(noon)).toEqual({ ok: true, value: { lines: 1 } });
    expect(await withdraw(noon)).toEqual({ ok: false, refused: 'not-found' });
    // Of the two lines that repeated it, one stands for the payment now, and the other repeats that one.
    expect(await states()).toEqual(['open', 'open', 'open', 'seen', 'seen']);
    expect(await take(camt([coffee], { account, id: 'until-noon' }))).toMatchObject({ value: { lines: 1, seen: 1 } });
    const again = (await rows()).find(({ status }) => status === 'seen')!;
    expect(await setAside(platform, { ...(await asking(again.id)), reason: null })).toEqual({ ok: true, value: 'take-up' });
    expect(await promises()).toEqual([]);
  });

  it('of one file and the table of the same days brings each payment once, whichever came first', async () => {
    const table = (account: string): TableMapping => ({
      account,
      currency: 'AED',
      day: 'Date',
      amount: 'Amount',
      incoming: '',
      outgoing: '',
      party: '',
      text: 'Details',
      days: 'year-first',
      decimalComma: false,
      opening: '',
      closing: '',
    });
    const file = (account: string) =>
      camt(
        [
          { amount: '250.00', text: 'Order 7K2M9-4QX3D', party: 'Layla Haddad' },
          { amount: '250.00', text: 'rent of a boat', party: 'Omar Aziz' },
          { amount: '12.50', mark: 'DBIT', text: 'Monthly charge' },
          { amount: '70.00', text: 'gift', party: 'Noor' },
        ],
        { account },
      );
    const rows = [
      'Date,Amount,Details',
      '2026-11-20,250.00,Transfer LAYLA HADDAD order 7k2m94qx3d',
      '2026-11-20,250.00,Transfer AZIZ OMAR Rent of a boat',
      '2026-11-20,-12.50,MONTHLY CHARGE',
      // Another payer, and no words at all: somebody looks at both.
      '2026-11-20,70.00,Salma',
      '2026-11-20,70.00,',
    ];
    const stands = async (account: string) =>
      (await findLineRows(db, readBankView(new URLSearchParams(`queue=all&account=${account}`)), 20))
        .map(({ status, amount }) => `${status} ${amount}`)
        .toSorted();
    const both = [
      'open -1250',
      'open 25000',
      'open 25000',
      'open 7000',
      'open 7000',
      'open 7000',
      'seen -1250',
      'seen 25000',
      'seen 25000',
    ];
    expect(await take(file('AE-FILEFIRST'))).toMatchObject({ value: { lines: 4, seen: 0 } });
    expect(await take(rows.join('\n'), farah, table('AE-FILEFIRST'))).toMatchObject({ value: { lines: 5, seen: 3 } });
    expect(await stands('AE-FILEFIRST')).toEqual(both);
    expect(await take([...rows].reverse().toSpliced(-1).toSpliced(0, 0, rows[0]!).join('\n'), farah, table('AE-TABLEFIRST'))).toMatchObject(
      {
        value: { lines: 5, seen: 0 },
      },
    );
    expect(await take(file('AE-TABLEFIRST'))).toMatchObject({ value: { lines: 4, seen: 3 } });
    expect(await stands('AE-TABLEFIRST')).toEqual(both);
  });

  it('is reconciled: opening, what is explained and what is left make the closing balance, and a gap between two is told', async () => {
    const account = 'AE-GAP';
    await take(camt([{ amount: '5.00', mark: 'DBIT' }], { account, opening: '100.00' }));
    await take(camt([{ amount: '7.00', day: '2026-12-02' }], { account, opening: '95.01' }).replaceAll('>2026-11-', '>2026-12-'));
    const found = shownAccount((await findAccounts(db)).find((one) => one.account === account)!);
    expect([found.opening!.amount, found.closing!.amount, found.open.amount, found.difference!.amount, found.breaks]).toEqual([
      10_000, 10_201, 200, 1, 1,
    ]);
    expect((await findLineRows(db, readBankView(new URLSearchParams(`account=${account}&side=in&find=7.00`)), 10)).length).toBe(1);
  });
});

describe('a line', () => {
  it('that is a payout with the bank’s charge kept off moves the money between the accounts, and undoing moves it back', async () => {
    const orderId = await sale.sold(sale.form((await sale.departures())[0]!.setsOff));
    const owed = async () => (await balancesOf(db, 'provider-clearing:sandbox')).get('AED') ?? 0;
    const [before, at] = [await owed(), await atBank()];
    expect(await findPaymentsOfOrder(db, orderId)).toHaveLength(1);
    const id = await line({ amount: '995.00', text: 'SANDBOX PAYOUT' });
    expect(await match(id, [{ kind: 'payout', about: 'sandbox', amount: 99_400 }])).toEqual({ ok: false, refused: 'does-not-add-up' });
    expect(await match(id, [{ kind: 'payout', about: 'nobody', amount: 99_500 }])).toEqual({ ok: false, refused: 'no-such-provider' });
    const parts: MatchPart[] = [
      { kind: 'payout', about: 'sandbox', amount: 100_000 },
      { kind: 'charge', about: null, amount: -500 },
    ];
    expect(await match(id, parts)).toEqual({ ok: true, value: 'match' });
    expect([await owed(), await atBank()]).toEqual([before - 100_000, at + 99_500]);
    expect(await promises()).toEqual([]);
    expect(await match(id, parts)).toEqual({ ok: false, refused: 'not-possible' });
    expect(await undoMatch(platform, await asking(id))).toEqual({ ok: true, value: 'undo' });
    expect([await owed(), await atBank()]).toEqual([before, at]);
    expect(await promises()).toEqual([]);
  });

  it('that names an order pays its next part in the same moment, and only the part that is due', async () => {
    const day = (await sale.departures()).filter(({ setsOff }) => setsOff > addDays(sale.today(), 120))[0]!.setsOff;
    const orderId = await sale.sold(sale.form(day, { plan: 'deposit' }));
    const { reference } = await sale.order(orderId);
    const [, rest] = await sale.parts(orderId);
    const amount = (rest!.amount / 100).toFixed(2);
    const id = await line({ amount, text: `Balance of ${reference}`, party: 'Layla Haddad' });
    expect((await opened(id)).suggestions[0]).toMatchObject({
      part: { kind: 'order', about: reference },
      reasons: ['named', 'amount', 'who'],
    });
    // Companies pay by what our paper says: the number of the invoice.
    const [invoice] = await findInvoicesOfOrder(db, orderId);
    const byPaper = await line({ amount, text: `${invoice!.number} second part`, party: 'Delta Trading' });
    expect((await opened(byPaper)).suggestions[0]).toMatchObject({
      part: { kind: 'order', about: reference },
      reasons: ['named', 'amount'],
    });
    const numbers = [invoice!.number, 'INV-1999-000001'];
    expect(await findOrdersOfInvoices(db, numbers)).toEqual(new Map([[invoice!.number, reference]]));
    const parts: MatchPart[] = [{ kind: 'order', about: reference, amount: rest!.amount }];
    const less: MatchPart[] = [
      { kind: 'order', about: reference, amount: rest!.amount - 100 },
      { kind: 'charge', about: null, amount: 100 },
    ];
    expect(await match(id, less)).toEqual({ ok: false, refused: 'amount-differs' });
    // Above the limit of a day: a second person posts it.
    expect(await match(id, parts)).toEqual({ ok: true, value: 'ask' });
    expect((await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'bank-approval')).toHaveLength(1);
    const decide = async (viewer: typeof farah, decision: 'approve' | 'decline') =>
      decideMatch(platform, productOf, { ...(await asking(id, viewer)), decision });
    expect(await decide(farah, 'approve')).toEqual({ ok: false, refused: 'own-request' });
    expect(await decide(auditor, 'approve')).toEqual({ ok: false, refused: 'permission' });
    const ask = await asking(id, omar);
    const both = await Promise.all([1, 2].map(() => decideMatch(platform, productOf, { ...ask, decision: 'approve' })));
    expect(both.map((one) => (one.ok ? one.value : one.refused)).toSorted()).toEqual(['approve', 'changed']);
    await sale.settle();
    expect((await sale.parts(orderId)).map(({ paidAt }) => paidAt !== null)).toEqual([true, true]);
    expect((await findPaymentsOfOrder(db, orderId)).map(({ provider, purpose, status }) => [provider, purpose, status]).toSorted()).toEqual(
      [
        [houseBank, 'instalment-2', 'succeeded'],
        ['sandbox', 'order', 'succeeded'],
      ],
    );
    expect(await promises()).toEqual([]);
    expect(await undoMatch(platform, await asking(id))).toEqual({ ok: false, refused: 'order-moved-on' });

    // Cancelled, it goes back from the bank by hand, and its line ends the task.
    const customer = { by: 'customer', who: 'guest' } as const;
    const quoted = await quoteCancel(platform, sale.product, { orderId, ...customer });
    if (!quoted.ok) throw new Error(quoted.refused);
    await confirmCancel(platform, sale.product, { orderId, ...customer });
    await sale.settle();
    const waits = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'refund-by-bank').length;
    expect(await waits()).toBe(1);
    const { rows } = (await db.execute(sql`
      select r.amount from refunds r join payments p on p.id = r.payment_id where r.order_id = ${orderId} and p.provider = ${houseBank}`)) as unknown as {
      rows: { amount: string }[];
    };
    const back = Number(rows[0]!.amount);
    // Until a statement shows it leaving, it waits for finance and no bank: on the desk, and in the words of its traveller.
    const onDesk = async (queue: string) =>
      (
        await findRefundRows(db, readRefundListView(new URLSearchParams({ queue, find: reference })), {
          now: platform.clock.now(),
          me: farah.user.id,
          most: 10,
        })
      ).rows.filter(({ byTransfer }) => byTransfer);
    const queued = async () => (await Promise.all(['waiting', 'bank', 'open'].map(onDesk))).map(({ length }) => length);
    expect([await queued(), (await countRefunds(db, 'holiday', platform.clock.now())).waiting]).toEqual([[1, 0, 1], 1]);
    expect((await onDesk('waiting'))[0]).toMatchObject({ state: 'approved', sent: null, cameBy: id });
    const order = await sale.order(orderId);
    const track = async () => (await trackRefunds(db, order)).find(({ byTransfer }) => byTransfer);
    expect(await track()).toMatchObject({ amount: { amount: back }, state: 'approved', sent: null });
    const out = await line({ amount: (back / 100).toFixed(2), mark: 'DBIT', text: `Refund ${reference}` });
    expect((await opened(out)).suggestions[0]).toMatchObject({ part: { kind: 'refund', about: reference } });
    const asked = await match(out, [{ kind: 'refund', about: reference, amount: -back }]);
    if (asked.ok && asked.value === 'ask') await decideMatch(platform, productOf, { ...(await asking(out, omar)), decision: 'approve' });
    await sale.settle();
    expect([await waits(), (await sale.order(orderId)).status]).toEqual([0, 'refunded']);
    expect([await queued(), (await track())!.state]).toEqual([[0, 0, 0], 'settled']);
    expect(await promises()).toEqual([]);
  });

  it('of a customer that fits nothing is owed to them until two people saw it leave', async () => {
    const owed = async () => -((await balancesOf(db, 'owed-to-payers')).get('AED') ?? 0);
    const tasks = async () => (await listOpenStaffTasks(db)).filter(({ kind }) => kind === 'money-to-return').map(({ subject }) => subject);
    const [before, at] = [await owed(), await atBank()];
    const nadia = person('nadia', 'finance');
    const form = sale.form((await sale.departures())[0]!.setsOff);
    const orderId = await sale.sold(form);
    const { reference } = await sale.order(orderId);
    const came = await line({ amount: '800.00', text: `Transfer ${reference}`, party: 'Maria Fernanda' });
    const parts: MatchPart[] = [{ kind: 'to-return', about: reference, amount: 80_000 }];
    expect(await match(came, [{ kind: 'to-return', about: 'ZZZZZ-ZZZZZ', amount: 80_000 }], nadia)).toMatchObject({
      refused: 'no-such-order',
    });
    expect(await match(came, parts, nadia)).toEqual({ ok: true, value: 'match' });
    expect([(await owed()) - before, (await atBank()) - at, await tasks()]).toEqual([80_000, 80_000, [`bank_lines:${came}`]]);
    expect((await opened(came)).kept).toEqual({ amount: 80_000, currency: 'AED' });
    expect((await findLineRows(db, readBankView(new URLSearchParams('queue=to-return')), 10)).map(({ id }) => id)).toEqual([came]);
    expect((await countLines(db))['to-return']).toBe(1);
    expect(await promises()).toEqual([]);
    // Whoever paid it cannot be forgotten meanwhile: the line is all that says where it came from.
    const hinders = async () =>
      (await weighErasure(platform, { userId: null, emails: [form.contact.email] })).hindrances.map(({ kind }) => kind);
    expect(await hinders()).toEqual(['refund-due']);

    // It was for something after all: undone, nothing is owed and nobody is asked; and then it was not.
    expect(await undoMatch(platform, await asking(came, nadia))).toEqual({ ok: true, value: 'undo' });
    expect([await owed(), await atBank(), await tasks(), await hinders()]).toEqual([before, at, [], ['trip-ahead']]);
    expect(await match(came, parts, nadia)).toEqual({ ok: true, value: 'match' });

    // The bank shows half of it leaving. However little that is, it takes two.
    const out = await line({ amount: '300.00', mark: 'DBIT', text: `Return of ${reference}`, party: 'Fernanda, Maria' });
    expect((await opened(out)).suggestions).toEqual([]);
    const back: MatchPart[] = [{ kind: 'returned', about: came, amount: -30_000 }];
    const other = await line({ amount: '900.00', mark: 'DBIT', text: 'More than was kept' });
    expect(await match(other, [{ kind: 'returned', about: came, amount: -90_000 }], nadia)).toEqual({
      ok: false,
      refused: 'no-such-return',
    });
    expect(await match(out, [{ kind: 'returned', about: 'nobody', amount: -30_000 }], nadia)).toEqual({
      ok: false,
      refused: 'no-such-return',
    });
    expect(await match(out, back, nadia)).toEqual({ ok: true, value: 'ask' });
    expect([(await owed()) - before, (await opened(came)).returns.map(({ asked }) => asked)]).toEqual([80_000, [true]]);
    const decide = async (id: string, viewer: typeof farah) =>
      decideMatch(platform, productOf, { ...(await asking(id, viewer)), decision: 'approve' });
    expect(await decide(out, nadia)).toEqual({ ok: false, refused: 'own-request' });
    expect(await decide(out, omar)).toEqual({ ok: true, value: 'approve' });
    expect([(await owed()) - before, (await atBank()) - at, (await tasks()).length]).toEqual([50_000, 50_000, 1]);
    expect(await undoMatch(platform, await asking(came, nadia))).toEqual({ ok: false, refused: 'returned-already' });
    expect(await promises()).toEqual([]);

    // The rest is suggested by its amount and the payer, and its return ends the task; undone, it begins anew.
    const rest = await line({ amount: '500.00', mark: 'DBIT', text: 'Return', party: 'Fernanda, Maria' });
    expect((await opened(rest)).suggestions[0]).toMatchObject({ part: { kind: 'returned', about: came }, reasons: ['amount', 'who'] });
    await match(rest, [{ kind: 'returned', about: came, amount: -50_000 }], nadia);
    expect(await decide(rest, omar)).toEqual({ ok: true, value: 'approve' });
    expect([await owed(), await atBank(), await tasks(), (await opened(came)).kept]).toEqual([before, at, [], null]);
    expect(await undoMatch(platform, await asking(rest))).toEqual({ ok: true, value: 'undo' });
    expect([(await owed()) - before, (await tasks()).length]).toEqual([50_000, 1]);
    await match(rest, [{ kind: 'returned', about: came, amount: -50_000 }], nadia);
    expect(await decide(rest, omar)).toEqual({ ok: true, value: 'approve' });
    expect(await promises()).toEqual([]);
  });

  it('that fits nothing is told once to whoever the order that was named with it belongs to, in their language', async () => {
    const teller = person('tellers-own', 'finance');
    const form = sale.form((await sale.departures())[0]!.setsOff);
    const orderId = await sale.sold({ ...form, contact: { ...form.contact, email: 'payer@example.com' } });
    await db.execute(sql`update orders set language = 'ar' where id = ${orderId}`);
    const { reference } = await sale.order(orderId);
    const mails = async () => {
      await sale.settle();
      return (await platform.mail.folder!.list()).filter(({ to, subject }) => to === 'payer@example.com' && subject.includes('نحفظ لك'));
    };
    const kept = (about: string | null, amount: number): MatchPart[] => [{ kind: 'to-return', about, amount }];
    const came = await line({ amount: '70.00', text: `Transfer ${reference}`, party: 'Maria Fernanda' });
    expect((await opened(came)).told).toEqual([]);

    // Undone before anybody wrote: it was not kept after all.
    expect(await match(came, kept(reference, 7_000), teller)).toEqual({ ok: true, value: 'match' });
    expect((await opened(came)).told).toMatchObject([{ state: 'coming', reference, to: null }]);
    expect(await undoMatch(platform, await asking(came, teller))).toEqual({ ok: true, value: 'undo' });
    expect(await mails()).toEqual([]);

    expect(await match(came, kept(reference, 7_000), teller)).toEqual({ ok: true, value: 'match' });
    const [mail, ...others] = await mails();
    expect([mail!.subject.includes(reference), others]).toEqual([true, []]);
    expect([mail!.text.includes('نحفظه لك'), mail!.text.includes('Maria'), mail!.text.includes('/track?order=')]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await opened(came)).told).toMatchObject([
      { state: 'sent', reference, to: 'payer@example.com', at: expect.any(String) as string, amount: { amount: 7_000, currency: 'AED' } },
    ]);

    // A job that runs again, and the same said again after it was undone, write nothing more.
    const [posted] = (await findMatches(db, came)).filter(({ status }) => status === 'approved');
    await tellPayers(platform, { lineId: came, matchId: posted!.id });
    await undoMatch(platform, await asking(came, teller));
    await match(came, kept(reference, 7_000), teller);
    expect(await mails()).toHaveLength(1);

    // Without an order nobody's address is known, and the desk reads so.
    const nameless = await line({ amount: '30.00', text: 'No words', party: 'Somebody' });
    await match(nameless, kept(null, 3_000), teller);
    await sale.settle();
    expect((await opened(nameless)).told).toMatchObject([{ state: 'nobody', reference: null, to: null }]);

    // Above the limit of one it is told when a second person has agreed, and not before.
    const large = await line({ amount: '90000.00', text: `Transfer ${reference}` });
    expect(await match(large, kept(reference, 9_000_000), teller)).toEqual({ ok: true, value: 'ask' });
    await sale.settle();
    expect((await opened(large)).told).toEqual([]);
    await decideMatch(platform, productOf, { ...(await asking(large, omar)), decision: 'approve' });
    await sale.settle();
    expect((await opened(large)).told).toMatchObject([{ state: 'sent', to: 'payer@example.com' }]);
  });

  it('that is said on a form names what it is about where it is chosen, and nothing else is taken', () => {
    const read = (rows: Readonly<Record<string, string>>, amount = -5_000) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(rows)) form.set(name, value);
      const answer = readParts(form, { amount, currency: 'AED' }, new Map([['INV-2026-000042', '7K2M9-4QX3D']]));
      return answer.ok ? answer.parts : answer.faults.map(({ field, fault }) => `${field} ${fault}`);
    };
    for (const part of [
      { kind: 'returned', about: 'a-line', amount: -5_000 },
      { kind: 'payout', about: 'sandbox', amount: -5_000 },
      { kind: 'charge', about: null, amount: -5_000 },
    ] as const)
      expect(read({ 'kind.0': choiceOf(part), 'amount.0': '50.00', 'about.0': '7K2M9-4QX3D' })).toEqual([part]);
    expect(read({ 'kind.0': 'to-return', 'about.0': '', 'amount.0': '50.00' }, 5_000)).toEqual([
      { kind: 'to-return', about: null, amount: 5_000 },
    ]);
    expect(read({ 'kind.0': 'to-return', 'about.0': 'x', 'amount.0': '50.00' }, 5_000)).toEqual(['about.0 reference']);
    // An order may be named by the number of its invoice.
    const byInvoice = { 'kind.0': 'order', 'about.0': 'inv-2026-000042', 'amount.0': '50.00' };
    expect(read(byInvoice, 5_000)).toEqual([{ kind: 'order', about: '7K2M9-4QX3D', amount: 5_000 }]);
    expect(read({ ...byInvoice, 'about.0': 'INV-2026-000043' }, 5_000)).toEqual(['about.0 reference']);
    expect(read({ 'kind.0': 'returned', 'about.0': '', 'amount.0': '50.00' })).toEqual(['kind.0 kind-missing']);
  });

  it('that is not ours is put aside with its reason, and can be taken up again', async () => {
    const id = await line({ amount: '77.00', text: 'For somebody else' });
    const stale = await asking(id);
    expect(await setAside(platform, { ...stale, reason: 'sent to us by mistake' })).toEqual({ ok: true, value: 'set-aside' });
    expect(await setAside(platform, { ...stale, reason: 'again' })).toEqual({ ok: false, refused: 'changed' });
    expect(await match(id, [{ kind: 'charge', about: null, amount: 7_700 }])).toEqual({ ok: false, refused: 'not-possible' });
    const counts = await countLines(db);
    expect(await setAside(platform, { ...(await asking(id)), reason: null })).toEqual({ ok: true, value: 'take-up' });
    expect((await countLines(db)).open).toBe(counts.open + 1);
  });

  it('is found by its amount as its currency writes it', async () => {
    const dinars = camt([{ amount: '12.345', text: 'Dinars' }], { account: 'KW-ONE', opening: '0', closing: '12.345' });
    expect((await take(dinars.replaceAll('"AED"', '"KWD"'))).ok).toBe(true);
    const find = async (typed: string) => (await findLineRows(db, readBankView(new URLSearchParams(`queue=all&find=${typed}`)), 10)).length;
    expect([await find('12.345'), await find('123.45')]).toEqual([1, 0]);
  });

  it('whose parts cancel out is judged by all that they move, and one of another currency waits for a second person', async () => {
    const salma = person('salma', 'finance');
    const small = await line({ amount: '1.00', text: 'Cancels out' });
    const charges: MatchPart[] = [
      { kind: 'charge', about: null, amount: 10_000_000 },
      { kind: 'charge', about: null, amount: -9_999_900 },
    ];
    expect(await match(small, charges, salma)).toEqual({ ok: true, value: 'ask' });
    expect((await findMatches(db, small)).map(({ amount }) => amount)).toEqual([19_999_900]);
    const payout: MatchPart[] = [
      { kind: 'payout', about: 'sandbox', amount: 600_000 },
      { kind: 'charge', about: null, amount: -599_000 },
    ];
    expect(await match(await line({ amount: '10.00', text: 'SANDBOX' }), payout, salma)).toEqual({ ok: true, value: 'ask' });
    const paid = { amount: 100, currency: 'AED' as const };
    const part = (kind: MatchPart['kind'], amount: number): MatchPart => ({ kind, about: 'x', amount });
    expect([
      mayStandAlone(paid, [part('order', 100)]),
      mayStandAlone(paid, [part('payout', 110), part('charge', -10)]),
      mayStandAlone(paid, [part('order', 200), part('charge', -100)]),
      mayStandAlone(paid, [part('order', 200), part('payout', -100)]),
      mayStandAlone(paid, [part('charge', 200), part('charge', -100)]),
      mayStandAlone({ ...paid, currency: 'KWD' }, [part('charge', 100)]),
    ]).toEqual([true, true, false, false, false, false]);
  });

  it('does not pass the limit of one person in two tabs', async () => {
    const halina = person('halina', 'finance');
    const [one, two] = [await line({ amount: '3000.00', text: 'Tab one' }), await line({ amount: '3000.00', text: 'Tab two' })];
    const both = await Promise.all([one, two].map((id) => match(id, [{ kind: 'charge', about: null, amount: 300_000 }], halina)));
    expect(both.map((each) => (each.ok ? each.value : each.refused)).toSorted()).toEqual(['ask', 'match']);
  });
});
