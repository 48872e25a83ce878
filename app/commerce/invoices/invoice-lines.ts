import { money, roundHalfUp, splitMoney } from '#app/values/money.ts';

/** The UAE's treatment of a supply. International carriage of passengers is zero-rated; a tax passed on is out of scope. */
export type VatCategory = 'zero-rated' | 'standard' | 'exempt' | 'out-of-scope';

/** Frozen with the document: an issued invoice does not change when a catalogue is reworded. */
export interface InvoiceWords {
  readonly en: string;
  readonly ar: string;
}

export interface InvoiceBuyer {
  readonly name: string;
  readonly address?: string;
  /** A business buyer's tax registration number. */
  readonly trn?: string;
}

/** The emirates by their codes (ISO 3166-2:AE), in the order of the VAT return's boxes 1a to 1g. */
export const emirates = ['AZ', 'DU', 'SH', 'AJ', 'UQ', 'RK', 'FU'] as const;
export type Emirate = (typeof emirates)[number];

export interface InvoiceSeller {
  readonly legalName: string;
  readonly legalNameAr: string;
  readonly address: string;
  readonly addressAr: string;
  /** Null until the house is registered: the document is then an invoice, not a tax invoice. */
  readonly trn: string | null;
  /** Where the house is established. */
  readonly emirate: Emirate;
  /** Of the electronic invoice alone, and empty until it is known; documents of before have none of it. */
  readonly city?: string;
  /** Number of the trade licence, and who issued it. */
  readonly licence?: string;
  readonly licenceAuthority?: string;
}

/** A line as it was sold: VAT included, fils of AED. A discount is a line with a negative amount. */
export interface SoldLine {
  readonly words: InvoiceWords;
  readonly quantity: number;
  readonly gross: number;
  readonly vatCategory: VatCategory;
  /** 500 is 5 %; 0 unless the category is standard. */
  readonly vatBasisPoints: number;
  /** The country whose VAT it is, where that is not the house's own: Oman has our rate, and a return of its own. */
  readonly vatPlace?: string | null;
  /** The VAT inside `gross`, when the price already says it; computed from the rate when absent. */
  readonly vat?: number;
}

export interface InvoiceLine extends SoldLine {
  readonly position: number;
  readonly creditsPosition: number | null;
  readonly net: number;
  readonly vat: number;
}

/** The VAT inside a gross amount, whole fils: gross x rate / (1 + rate), rounded half up. */
export function vatInside(gross: number, basisPoints: number): number {
  return roundHalfUp((gross * basisPoints) / (10_000 + basisPoints));
}

/** Lines as they stand on a document. Throws on a line that no document may carry; that is a fault of the caller. */
export function toInvoiceLines(sold: readonly SoldLine[]): InvoiceLine[] {
  if (sold.length === 0) throw new RangeError('An invoice needs a line');
  return sold.map((line, index) => {
    if (!Number.isSafeInteger(line.gross) || !Number.isSafeInteger(line.quantity) || line.quantity < 1)
      throw new RangeError(`Line ${index + 1} has no whole amount or quantity`);
    if (line.vatCategory !== 'standard' && (line.vatBasisPoints !== 0 || (line.vat ?? 0) !== 0))
      throw new RangeError(`Line ${index + 1} is ${line.vatCategory} and cannot carry VAT`);
    const vat = line.vat ?? vatInside(line.gross, line.vatBasisPoints);
    // Each price line was rounded on its own; more than one fils for each unit of quantity apart is another rate.
    if (Math.abs(vat - vatInside(line.gross, line.vatBasisPoints)) > line.quantity)
      throw new RangeError(`Line ${index + 1} has VAT that does not follow from its rate`);
    return { ...line, position: index + 1, creditsPosition: null, vat, net: line.gross - vat };
  });
}

export interface InvoiceTotals {
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
}

export function totalsOf(lines: readonly Pick<InvoiceLine, 'net' | 'vat' | 'gross'>[]): InvoiceTotals {
  return lines.reduce((sum, line) => ({ net: sum.net + line.net, vat: sum.vat + line.vat, gross: sum.gross + line.gross }), {
    net: 0,
    vat: 0,
    gross: 0,
  });
}

/** What is left of each line of an invoice after the credit notes that refer to it, by position. */
export function leftToCredit(invoice: readonly InvoiceLine[], credits: readonly InvoiceLine[]): ReadonlyMap<number, InvoiceTotals> {
  const left = new Map(invoice.map((line) => [line.position, { net: line.net, vat: line.vat, gross: line.gross }]));
  for (const credit of credits) {
    const of = left.get(credit.creditsPosition ?? 0);
    if (of) left.set(credit.creditsPosition!, { net: of.net + credit.net, vat: of.vat + credit.vat, gross: of.gross + credit.gross });
  }
  return left;
}

/** An amount of no line in particular, spread over what is left of the invoice's lines. Throws when it is more than that. */
export function spreadCredit(
  invoice: readonly InvoiceLine[],
  earlier: readonly InvoiceLine[],
  amount: number,
): ReadonlyMap<number, number> {
  const left = [...leftToCredit(invoice, earlier)].filter(([, { gross }]) => gross > 0);
  if (amount > left.reduce((sum, [, { gross }]) => sum + gross, 0)) throw new RangeError(`${amount} is more than is left of the invoice`);
  const parts = splitMoney(
    money(amount, 'AED'),
    left.map(([, { gross }]) => gross),
  );
  return new Map(left.flatMap(([position], index) => (parts[index]!.amount > 0 ? [[position, parts[index]!.amount]] : [])));
}

/**
 * Wishes for parts of lines, by position, cut to what is left of them. What that takes off the sum the other lines bear,
 * the first ones first, because the money that went back is that sum.
 */
export function withinLeft(left: ReadonlyMap<number, number>, wished: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0);
  const within = new Map(
    [...wished].map(([position, amount]) => {
      const rest = left.get(position) ?? 0;
      return [position, Math.abs(amount) > Math.abs(rest) ? rest : amount];
    }),
  );
  let open = Math.min(sumOf(wished.values()), sumOf(left.values())) - sumOf(within.values());
  for (const [position, rest] of left) {
    const some = Math.min(open, rest - (within.get(position) ?? 0));
    if (some <= 0) continue;
    within.set(position, (within.get(position) ?? 0) + some);
    open -= some;
  }
  return within;
}

/**
 * What was given back of an invoice, as parts of the one that replaces it, by position: on the line of the same words,
 * else on one of the same kind, whatever it is of and when, else on one of the same VAT, else on any. Never more than the new invoice comes to.
 */
export function carryCredits(
  invoice: readonly InvoiceLine[],
  credits: readonly InvoiceLine[],
  replacing: readonly InvoiceLine[],
): ReadonlyMap<number, number> {
  const given = invoice.map((line) => ({
    line,
    rest: -credits.filter(({ creditsPosition }) => creditsPosition === line.position).reduce((sum, { gross }) => sum + gross, 0),
  }));
  const sum = given.reduce((all, { rest }) => all + rest, 0);
  let open = Math.min(sum, totalsOf(replacing).gross);
  const carried = new Map<number, number>();
  const kindOf = (line: InvoiceLine) => line.words.en.split(': ')[0];
  const vatOf = (line: InvoiceLine) => `${line.vatCategory} ${line.vatBasisPoints} ${line.vatPlace ?? ''}`;
  const alike = [
    (one: InvoiceLine, other: InvoiceLine) => one.words.en === other.words.en && vatOf(one) === vatOf(other),
    (one: InvoiceLine, other: InvoiceLine) => kindOf(one) === kindOf(other) && vatOf(one) === vatOf(other),
    (one: InvoiceLine, other: InvoiceLine) => vatOf(one) === vatOf(other),
    () => true,
  ];
  for (const is of alike)
    for (const from of given)
      for (const to of replacing) {
        const some = Math.min(from.rest, to.gross - (carried.get(to.position) ?? 0), open);
        if (some <= 0 || !is(from.line, to)) continue;
        carried.set(to.position, (carried.get(to.position) ?? 0) + some);
        from.rest -= some;
        open -= some;
      }
  return carried;
}

/**
 * The lines of a credit note over `gross` fils for each named line of the invoice; amounts are negative. The last
 * credit of a line takes the VAT that is left, so that a fully credited invoice comes to exactly zero, and none before it
 * takes more VAT, or net, than is left.
 */
export function creditLines(
  invoice: readonly InvoiceLine[],
  earlier: readonly InvoiceLine[],
  wanted: ReadonlyMap<number, number>,
): InvoiceLine[] | 'more-than-left' | 'nothing-to-credit' {
  const left = leftToCredit(invoice, earlier);
  const lines: InvoiceLine[] = [];
  for (const line of invoice) {
    const gross = wanted.get(line.position) ?? 0;
    if (gross === 0) continue;
    const rest = left.get(line.position)!;
    // A discount line is negative and is taken back by a positive credit.
    if (Math.sign(gross) !== Math.sign(line.gross) || Math.abs(gross) > Math.abs(rest.gross)) return 'more-than-left';
    const sign = Math.sign(gross);
    const [most, least] = [sign * rest.vat, sign * (gross - rest.net)];
    const vat = sign * Math.min(most, Math.max(least, sign * vatInside(gross, line.vatBasisPoints)));
    lines.push({ ...line, position: lines.length + 1, creditsPosition: line.position, gross: -gross, vat: -vat, net: -(gross - vat) });
  }
  for (const position of wanted.keys()) if (!left.has(position)) return 'more-than-left';
  return lines.length === 0 ? 'nothing-to-credit' : lines;
}
