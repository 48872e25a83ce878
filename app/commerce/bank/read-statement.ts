import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { currencyDecimals, isCurrencyCode, type CurrencyCode } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readTable } from '#app/values/read-table.ts';
import { below, readXml, textBelow, type XmlElement } from './read-xml.ts';

/** 2 MB hold some five thousand lines of a bank. */
export const mostFileBytes = 2 * 1024 * 1024;
export const mostLines = 5_000;

export interface ReadLine {
  readonly bookedOn: CalendarDate;
  /** Minor units; what left the account is negative. */
  readonly amount: number;
  /** Who paid or was paid. */
  readonly party: string;
  readonly partyAccount: string;
  readonly text: string;
}

export interface ReadStatement {
  readonly account: string;
  readonly currency: CurrencyCode;
  /** The bank's name for this statement. */
  readonly reference: string;
  readonly firstOn: CalendarDate;
  readonly lastOn: CalendarDate;
  /** Both or neither: a table does not always say them. */
  readonly balances: { readonly opening: number; readonly closing: number } | null;
  readonly lines: readonly ReadLine[];
}

export type StatementFault =
  | 'unreadable'
  | 'not-a-statement'
  | 'too-many-lines'
  | 'no-lines'
  | 'currency'
  | 'line'
  | 'balances-missing'
  | 'does-not-close'
  | 'column-missing'
  | 'account-missing'
  | 'one-balance';

export type ReadFile = Outcome<readonly ReadStatement[], StatementFault> & { readonly where?: string };
const fault = (of: StatementFault, where?: string): ReadFile => ({ ...refuse(of), ...(where === undefined ? {} : { where }) });

/**
 * "1234.56" or "1,234.56", with a decimal comma "1234,56" or "1.234,56", as minor units by the currency's decimals; null for
 * anything else. A mark between thousands stands before three figures: one that does not is no such mark. Exact: no fractions
 * are computed.
 */
export function minorUnits(typed: string, currency: CurrencyCode, decimalComma = false): number | null {
  const plain = typed.trim().replaceAll(/[\s\u00a0']/g, '');
  const thousands = decimalComma ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  const joined = plain.replaceAll(thousands, '');
  if (decimalComma && joined.includes('.')) return null;
  const swapped = decimalComma ? joined.replace(',', '.') : joined;
  const [, sign, whole, part = ''] = /^([+-]?)(\d{1,12})(?:\.(\d{1,5}))?$/.exec(swapped) ?? [];
  if (whole === undefined) return null;
  const decimals = currencyDecimals[currency];
  if (/[1-9]/.test(part.slice(decimals))) return null;
  const amount = Number(whole) * 10 ** decimals + Number(part.slice(0, decimals).padEnd(decimals, '0') || '0');
  return sign === '-' ? -amount : amount;
}

/** Opening balance and movements make the closing balance. */
export function closes({ balances, lines }: Pick<ReadStatement, 'balances' | 'lines'>): boolean {
  return balances === null || balances.opening + lines.reduce((sum, line) => sum + line.amount, 0) === balances.closing;
}

/** An ISO 20022 camt.053 file of any of its versions: each statement in it with both balances. */
export function readCamt(source: string): ReadFile {
  const root = readXml(source);
  if (!root) return fault('unreadable');
  const found = root.name === 'Document' ? below(root, 'BkToCstmrStmt', 'Stmt') : [];
  if (found.length === 0) return fault('not-a-statement');
  if (found.reduce((sum, one) => sum + below(one, 'Ntry').length, 0) > mostLines) return fault('too-many-lines');
  const statements: ReadStatement[] = [];
  for (const one of found) {
    const read = readCamtStatement(one);
    if (!read.ok) return read;
    statements.push(...read.value);
  }
  return done(statements);
}

function readCamtStatement(one: XmlElement): ReadFile {
  const reference = plainLine(textBelow(one, ['Id']), 60);
  const account = accountOf(textBelow(one, ['Acct', 'Id', 'IBAN'], ['Acct', 'Id', 'Othr', 'Id']));
  if (reference === '' || account === null) return fault('not-a-statement');
  const balances = below(one, 'Bal');
  const kindOf = (balance: XmlElement) => textBelow(balance, ['Tp', 'CdOrPrtry', 'Cd']);
  const first = balances.find((balance) => kindOf(balance) === 'OPBD') ?? balances.find((balance) => kindOf(balance) === 'PRCD');
  const last = balances.findLast((balance) => kindOf(balance) === 'CLBD');
  if (!first || !last) return fault('balances-missing', reference);
  const currency = below(last, 'Amt')[0]?.attributes['Ccy'] ?? '';
  if (!isCurrencyCode(currency)) return fault('currency', reference);
  const [opening, closing] = [signedAmount(first, currency), signedAmount(last, currency)];
  if (opening === null || closing === null) return fault('currency', reference);
  const lines: ReadLine[] = [];
  for (const entry of below(one, 'Ntry')) {
    // Announced and not booked: it comes again in a later statement.
    const status = textBelow(entry, ['Sts', 'Cd'], ['Sts']);
    if (status !== 'BOOK') continue;
    const amount = signedAmount(entry, currency);
    const bookedOn = dayOf(textBelow(entry, ['BookgDt', 'Dt'], ['BookgDt', 'DtTm']));
    if (amount === null || bookedOn === null) return fault('line', String(lines.length + 1));
    // A word of the bank that moves nothing.
    if (amount === 0) continue;
    const side = amount > 0 ? 'Dbtr' : 'Cdtr';
    const details = below(entry, 'NtryDtls', 'TxDtls');
    const said = details.flatMap((each) => [
      ...below(each, 'RmtInf', 'Ustrd').map(({ text }) => text),
      textBelow(each, ['RmtInf', 'Strd', 'CdtrRefInf', 'Ref']),
      textBelow(each, ['Refs', 'EndToEndId']).replace(/^NOTPROVIDED$/, ''),
    ]);
    const party = details
      .map((each) => textBelow(each, ['RltdPties', side, 'Nm'], ['RltdPties', side, 'Pty', 'Nm']))
      .find((name) => name !== '');
    const partyAccount = details
      .map((each) => textBelow(each, ['RltdPties', `${side}Acct`, 'Id', 'IBAN'], ['RltdPties', `${side}Acct`, 'Id', 'Othr', 'Id']))
      .find((name) => name !== '');
    const text = [...said, textBelow(entry, ['AddtlNtryInf'])].filter((part) => part !== '').join(' ');
    lines.push({
      bookedOn,
      amount,
      party: plainLine(party ?? '', 140),
      partyAccount: plainLine(partyAccount ?? '', 40),
      text: plainLine(text, 500),
    });
  }
  const from = dayOf(textBelow(one, ['FrToDt', 'FrDtTm'])) ?? dayOf(textBelow(first, ['Dt', 'Dt'], ['Dt', 'DtTm']));
  const until = dayOf(textBelow(one, ['FrToDt', 'ToDtTm'])) ?? dayOf(textBelow(last, ['Dt', 'Dt'], ['Dt', 'DtTm']));
  if (!from || !until) return fault('balances-missing', reference);
  const statement = { account, currency, reference, firstOn: from, lastOn: until, balances: { opening, closing }, lines };
  return closes(statement) ? done([statement]) : fault('does-not-close', reference);
}

/** An IBAN or another number of an account, as it is written without blanks. */
function accountOf(typed: string): string | null {
  const plain = typed.replaceAll(/\s/g, '').toUpperCase();
  return /^[A-Z0-9-]{4,40}$/.test(plain) ? plain : null;
}

const dayOf = (text: string) => parseCalendarDate(text.slice(0, 10));

/** The amount of an entry or a balance by its mark; null in another currency. A reversal has its own mark already. */
function signedAmount(element: XmlElement, currency: CurrencyCode): number | null {
  const amount = below(element, 'Amt')[0];
  if (amount?.attributes['Ccy'] !== currency) return null;
  const minor = minorUnits(amount.text, currency);
  const mark = textBelow(element, ['CdtDbtInd']);
  return minor === null || minor < 0 || (mark !== 'CRDT' && mark !== 'DBIT') ? null : mark === 'CRDT' ? minor : -minor;
}

export const dayForms = ['year-first', 'day-first', 'month-first'] as const;
export type DayForm = (typeof dayForms)[number];

/** How a bank's table is to be read: headings of its columns, and how it writes days and amounts. */
export interface TableMapping {
  readonly account: string;
  readonly currency: string;
  readonly day: string;
  /** One column with signs; or two, of what came in and what went out. */
  readonly amount: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly party: string;
  readonly text: string;
  readonly days: DayForm;
  readonly decimalComma: boolean;
  readonly opening: string;
  readonly closing: string;
}

/** A table as a bank's site hands it out. `hash` names the statement, which has no name of its own. */
export function readBankTable(source: string, mapping: TableMapping, name: string): ReadFile {
  const rows = readTable(source);
  if (!rows) return fault('unreadable');
  const [head, ...body] = rows;
  if (!head || body.length === 0) return fault('no-lines');
  if (body.length > mostLines) return fault('too-many-lines');
  const { currency } = mapping;
  const account = accountOf(mapping.account);
  if (account === null) return fault('account-missing');
  if (!isCurrencyCode(currency)) return fault('currency');
  const columnOf = (heading: string) =>
    heading === '' ? -1 : head.cells.findIndex((cell) => cell.toLowerCase() === heading.toLowerCase());
  const headings = head.cells.join(', ');
  const signed = mapping.amount !== '';
  for (const needed of [mapping.day, ...(signed ? [mapping.amount] : [mapping.incoming, mapping.outgoing])])
    if (columnOf(needed) < 0) return fault('column-missing', headings);
  for (const wished of [mapping.party, mapping.text]) if (wished !== '' && columnOf(wished) < 0) return fault('column-missing', headings);
  const lines: ReadLine[] = [];
  for (const { line, cells } of body) {
    const cell = (heading: string) => cells[columnOf(heading)] ?? '';
    const minor = (heading: string) => {
      const typed = cell(heading);
      return typed === '' ? 0 : minorUnits(typed, currency, mapping.decimalComma);
    };
    const [came, went] = signed ? [minor(mapping.amount), 0] : [minor(mapping.incoming), minor(mapping.outgoing)];
    const bookedOn = tableDay(cell(mapping.day), mapping.days);
    const amount = came === null || went === null ? null : came - Math.abs(went);
    const blank = (signed ? [mapping.amount] : [mapping.incoming, mapping.outgoing]).every((heading) => cell(heading) === '');
    if (bookedOn === null || amount === null || blank) return fault('line', String(line));
    if (amount === 0) continue;
    lines.push({
      bookedOn,
      amount,
      party: plainLine(cell(mapping.party), 140),
      partyAccount: '',
      text: plainLine(cell(mapping.text), 500),
    });
  }
  if (lines.length === 0) return fault('no-lines');
  const balances = tableBalances(mapping, currency);
  if (balances === 'fault') return fault('one-balance');
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const statement = { account, currency, reference: name, firstOn: days[0]!, lastOn: days.at(-1)!, balances, lines };
  return closes(statement) ? done([statement]) : fault('does-not-close', name);
}

function tableBalances(mapping: TableMapping, currency: CurrencyCode): ReadStatement['balances'] | 'fault' {
  if (mapping.opening === '' && mapping.closing === '') return null;
  const [opening, closing] = [mapping.opening, mapping.closing].map((typed) => minorUnits(typed, currency, mapping.decimalComma)) as [
    number | null,
    number | null,
  ];
  return opening === null || closing === null ? 'fault' : { opening, closing };
}

function tableDay(text: string, form: DayForm): CalendarDate | null {
  const [, first, second, third] = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[ T].*)?$/.exec(text) ?? [];
  if (!first || !second || !third) return null;
  const [year, month, day] =
    form === 'year-first' ? [first, second, third] : form === 'day-first' ? [third, second, first] : [third, first, second];
  return year.length === 4 ? parseCalendarDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) : null;
}
