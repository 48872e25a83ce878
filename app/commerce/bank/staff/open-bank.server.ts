import { may, type Viewer } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { money } from '#app/values/money.ts';
import { houseBank } from '../../ledger/ledger-postings.ts';
import { listDeskViews } from '../../orders/staff/desk-views-store.server.ts';
import {
  countLines,
  findAccounts,
  findExpected,
  findLine,
  findLineRows,
  placeOfLine,
  findMatches,
  findProviderBalances,
  findReturnsOf,
  findStatement,
  findToReturn,
  isUntouched,
  openDetails,
  type AccountStanding,
} from '../bank-store.server.ts';
import { bankAddress, bankQueues, type BankView } from '../bank-view.ts';
import { bankLineStates } from '../bank-status.ts';
import type { BankLine, BankMatch } from '../bank.tables.ts';
import { documentsIn, keptOf, suggestionsFor, type Expected, type MatchPart } from '../match-rules.ts';
import { findTold } from '../tell-payers.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };
type Edge = Pick<Platform, 'db' | 'crypto' | 'clock'>;
const pageSize = 50;

/** What a line names of ours: orders, and invoices by their numbers. */
const namedIn = (crypto: Platform['crypto'], line: BankLine) => [...line.named, ...documentsIn(openDetails(crypto, line).text)];
const withNames = (crypto: Platform['crypto']) => (line: BankLine) => ({ amount: line.amount, named: namedIn(crypto, line) });

function shownLine(crypto: Platform['crypto'], line: BankLine, expected: readonly Expected[]) {
  const details = openDetails(crypto, line);
  const suggestions = line.status === 'open' ? suggestionsFor({ ...line, ...details, named: namedIn(crypto, line) }, expected) : [];
  return {
    id: line.id,
    version: line.version,
    bookedOn: line.bookedOn,
    amount: money(line.amount, line.currency),
    ...details,
    named: line.named,
    status: line.status,
    note: line.note,
    suggestions: suggestions.map(({ part, ...one }) => ({ ...one, part: shownPart(part, line) })),
  };
}
export type ShownLine = ReturnType<typeof shownLine>;

/** Money that goes back to its payer, as what a line that leaves the account may be; its payer is sealed in the line with which it came. */
async function expectedReturns({ db, crypto }: Pick<Edge, 'db' | 'crypto'>): Promise<Expected[]> {
  const kept = await findToReturn(db);
  return kept.map((line) => ({
    kind: 'returned',
    about: line.id,
    named: line.named,
    currency: line.currency,
    amounts: [line.toReturn],
    on: null,
    who: openDetails(crypto, line).party,
  }));
}

function shownPart(part: MatchPart, { currency }: Pick<BankLine, 'currency'>) {
  return { kind: part.kind, about: part.about, amount: money(part.amount, currency) };
}

/** What the bank says of an account, what of it is explained, and whether the two agree. */
export function shownAccount(one: AccountStanding) {
  const amount = (minor: number) => money(minor, one.currency);
  const told = one.opening !== null && one.closing !== null ? { opening: one.opening, closing: one.closing } : null;
  return {
    account: one.account,
    currency: one.currency,
    statements: one.statements,
    lastOn: one.lastOn,
    opening: told && amount(told.opening),
    closing: told && amount(told.closing),
    /** What our books explain: where it began, and every line that was matched since. */
    reconciled: amount((told?.opening ?? 0) + one.matched),
    open: amount(one.open),
    notOurs: amount(one.notOurs),
    toReturn: amount(one.toReturn),
    difference: told && amount(told.closing - told.opening - one.matched - one.open - one.notOurs),
    breaks: one.breaks,
  };
}

/** One page of the list of lines, with how the accounts stand and the counts of every tab. */
export async function openBankLines({ db, crypto, clock }: Edge, viewer: Staff, view: BankView) {
  const [found, counts, accounts, named] = await Promise.all([
    findLineRows(db, view, pageSize + 1),
    countLines(db),
    findAccounts(db),
    listDeskViews(db, 'bank-lines', viewer.user.id),
  ]);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const open = rows.filter(({ status }) => status === 'open');
  const leaves = open.some(({ amount }) => amount < 0);
  const expected = [
    ...(await findExpected(db, open.map(withNames(crypto)), clock.now(), houseBank)),
    ...(leaves ? await expectedReturns({ db, crypto }) : []),
  ];
  return {
    view,
    here: bankAddress(view),
    named,
    accounts: accounts.map(shownAccount),
    queues: bankQueues.map((queue) => ({
      queue,
      lines: queue === 'all' ? bankLineStates.reduce((sum, one) => sum + counts[one], 0) : counts[queue],
    })),
    next: found.length > pageSize && last ? placeOfLine(view, last) : null,
    works: may(viewer, 'money:work'),
    exports: may(viewer, 'invoices:export'),
    rows: rows.map((row) => ({ ...shownLine(crypto, row, expected), account: row.account })),
  };
}

function stays(posted: BankMatch | undefined, line: BankLine): 'never' | 'returned' | null {
  if (!posted || posted.parts.some(({ kind }) => kind === 'order' || kind === 'refund')) return 'never';
  return line.toReturn === keptOf(posted.parts) ? null : 'returned';
}

/** One line as finance works on it; null when there is none of that id. */
export async function openBankLine({ db, crypto, clock }: Edge, viewer: Staff, id: string) {
  const line = await findLine(db, id);
  if (!line) return null;
  const [statement, matches, expected, toReturn, providers, untouched, limit, returns] = await Promise.all([
    findStatement(db, line.statementId),
    findMatches(db, line.id),
    findExpected(db, [withNames(crypto)(line)], clock.now(), houseBank),
    line.status === 'open' && line.amount < 0 ? expectedReturns({ db, crypto }) : [],
    findProviderBalances(db, houseBank),
    isUntouched(db, line.statementId),
    findRefundLimit(db, viewer.staff.roles),
    findReturnsOf(db, line.id),
  ]);
  const names = await findStaffNames(db, [
    ...new Set(matches.flatMap(({ askedBy, decidedBy }) => [askedBy, ...(decidedBy ? [decidedBy] : [])])),
  ]);
  const waiting = matches.find(({ status }) => status === 'asked');
  const posted = matches.find(({ status }) => status === 'approved');
  return {
    ...shownLine(crypto, line, [...expected, ...toReturn]),
    account: statement!.account,
    statement: { reference: statement!.reference, file: statement!.fileName, firstOn: statement!.firstOn, lastOn: statement!.lastOn },
    /** The whole statement may be taken back while nothing of it is matched. */
    withdrawable: untouched,
    /** The line of another statement that this one repeats. */
    seenIn: line.seenIn,
    position: line.position + 1,
    providers: providers.filter(({ currency }) => currency === line.currency).map(({ provider }) => provider),
    /** Money of other lines that this one may be the return of. */
    toReturn: toReturn
      .filter(({ currency }) => currency === line.currency)
      .map(({ about, amounts, who }) => ({ id: about, amount: money(amounts[0]!, line.currency), who })),
    /** What of this line is still to go back to its payer, and the lines with which some of it went. */
    kept: line.toReturn > 0 ? money(line.toReturn, line.currency) : null,
    told: posted ? await findTold({ db, crypto }, line, posted.parts) : [],
    returns: returns.map(({ amount, ...one }) => ({ ...one, amount: money(amount, line.currency) })),
    limit: money(limit, 'AED'),
    works: may(viewer, 'money:work'),
    mine: waiting?.askedBy === viewer.user.id,
    /** Why what was posted cannot be undone, if it cannot. */
    stays: stays(posted, line),
    matches: matches.toReversed().map((match) => ({
      id: match.id,
      status: match.status,
      parts: match.parts.map((part) => shownPart(part, line)),
      askedBy: names.get(match.askedBy) ?? '–',
      askedAt: match.askedAt.toISOString(),
      decidedBy: match.decidedBy && (names.get(match.decidedBy) ?? '–'),
    })),
  };
}
