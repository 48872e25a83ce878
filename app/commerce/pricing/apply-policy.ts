import { money, roundHalfUp, splitMoney, type CurrencyCode, type Money } from '#app/values/money.ts';
import { cautiousGuard, fits, type AppliedPolicy, type Guard, type PolicyPhase, type PolicyRule } from './policy.ts';
import type { PriceLine, PriceLineKind, VatRule } from './quote.ts';

/*
 * What a policy adds to and takes off a price: a pure function of the lines the product and the published markups made.
 * Every rule of a phase is reckoned from the same base, what the phases before came to, so the order in which rules are
 * kept never matters.
 */

export type TraceOutcome = 'applied' | 'cut' | 'left-out' | 'stopped';
export type TraceBecause = 'exclusive' | 'replaced' | 'not-best' | 'floor' | 'nothing-to-take';

/** What became of a rule that fitted the sale. Minor units: what it asked for, and what it got. */
export interface TraceStep {
  readonly ruleId: string;
  readonly name: string;
  readonly phase: PolicyPhase;
  readonly outcome: TraceOutcome;
  readonly because: TraceBecause | null;
  readonly base: number;
  readonly asked: number;
  readonly amount: number;
}

export interface PolicyEffect {
  readonly lines: readonly PriceLine[];
  readonly trace: readonly TraceStep[];
  /** What is left to us, and what must be; minor units. */
  readonly margin: number;
  readonly floor: number;
}

/** What goes on to others as it is: no percent is taken of it, nothing is taken off it. */
const passedOn: readonly PriceLineKind[] = ['tax', 'government-fee', 'centre-fee', 'municipality-fee', 'tourism-fee', 'change-fee'];

export interface PolicySale {
  readonly base: readonly PriceLine[];
  readonly facts: Readonly<Record<string, string>>;
  readonly travellers: number;
  /** Positions of them that have nobody any more. */
  readonly left?: readonly number[];
  readonly currency: CurrencyCode;
  readonly feeVat: VatRule;
  readonly taxVat: VatRule;
}

/** Lines of one kind that carry the same VAT. */
interface Group {
  readonly kind: PriceLineKind;
  readonly vat: VatRule;
  readonly lines: PriceLine[];
  sum: number;
}

interface Asked {
  readonly rule: PolicyRule;
  readonly base: number;
  readonly asked: number;
}

export type MakeLine<RuleId = string> = (
  part: Pick<PriceLine, 'kind' | 'code' | 'nameKey' | 'travellers' | 'each' | 'facts'> & { readonly ruleId: RuleId },
  vat: VatRule,
) => PriceLine;

/** Applies a policy to the lines of a sale. `lineOf` makes a line of its parts, its VAT included. */
export function applyPolicy(sale: PolicySale, policy: AppliedPolicy, lineOf: MakeLine): PolicyEffect {
  const { base, facts, currency, left: gone = [] } = sale;
  const travellers = sale.travellers - gone.length;
  const trace: TraceStep[] = [];
  const lines: PriceLine[] = [];
  const groups = groupsOf(base);
  const earning = sum(groups.map((group) => group.sum));
  const fees = sum(base.filter(({ kind }) => kind === 'service-fee').map(({ amount }) => amount.amount));
  const markups = sum(base.filter(({ kind }) => kind === 'markup').map(({ amount }) => amount.amount));
  const guard = guardOf(policy, facts);
  const cost = roundHalfUp(((earning - markups) * guard.cost) / 10_000);
  // What a colleague has taken off is given away already.
  const given = -sum(base.filter(({ kind }) => kind === 'discount').map(({ amount }) => amount.amount));
  const everyone = Array.from({ length: sale.travellers }, (_, index) => index).filter((index) => !gone.includes(index));
  // What is of the order as a whole stands with the first of them.
  const lead = [everyone[0] ?? 0];
  const coins = (amount: number) => money(amount, currency);
  const dearest = groups.toSorted((a, b) => b.sum - a.sum)[0];
  const plain = dearest?.vat ?? sale.feeVat;

  const step = (each: Asked, amount: number, because: TraceBecause | null = null): void => {
    const outcome = because === null ? 'applied' : amount === 0 ? 'left-out' : 'cut';
    trace.push({
      ruleId: each.rule.id,
      name: each.rule.name,
      phase: each.rule.phase,
      outcome,
      because,
      base: each.base,
      asked: each.asked,
      amount,
    });
  };
  const fitting = (phase: PolicyPhase): PolicyRule[] =>
    policy.rules
      .filter((rule) => rule.phase === phase && fits(rule, facts))
      .toSorted(byPriority)
      .filter((rule) => {
        if (!policy.stopped.includes(rule.id)) return true;
        const { id, name } = rule;
        trace.push({ ruleId: id, name, phase, outcome: 'stopped', because: null, base: 0, asked: 0, amount: 0 });
        return false;
      });
  const counted = (phase: PolicyPhase, from: number): Asked[] => {
    const asked = fitting(phase).map((rule) => ({ rule, base: from, asked: askedBy(rule, from, travellers) }));
    const { kept, left } = choose(asked, phase === 'promotion');
    for (const [each, because] of left) step(each, 0, because);
    return kept;
  };

  let own = 0;
  for (const each of counted('markup', earning - markups)) {
    const { rule } = each;
    const whole = rule.basisPoints === null || (rule.most !== null && each.asked === rule.most);
    const made: PriceLine[] = [];
    const part = (on: string, whom: readonly number[], amount: number, vat: VatRule) => {
      if (amount > 0)
        made.push(
          lineOf(
            {
              kind: 'markup',
              code: rule.id,
              nameKey: 'price:line.markup',
              travellers: whom,
              each: coins(amount),
              ruleId: rule.id,
              facts: { phase: 'markup', on },
            },
            vat,
          ),
        );
    };
    if (whole) {
      const shared = isForEach(each);
      part(dearest?.kind ?? 'markup', shared ? everyone : lead, shared ? rule.amount : each.asked, plain);
    } else
      for (const group of groups)
        for (const line of group.lines)
          if (line.ruleId === null && line.kind !== 'markup')
            part(group.kind, line.travellers, roundHalfUp((line.each.amount * rule.basisPoints!) / 10_000), group.vat);
    const amount = sum(made.map((line) => line.amount.amount));
    own += amount;
    lines.push(...made);
    step(each, amount, amount === 0 ? 'nothing-to-take' : null);
  }
  for (const group of groups)
    group.sum += sum(
      lines.filter((line) => line.facts['on'] === group.kind && sameVat(line, group.vat)).map(({ amount }) => amount.amount),
    );

  const before = earning + own;
  const floor = Math.ceil((before * guard.floor) / 10_000);
  const margin = before + fees - cost - given;
  const promotions = counted('promotion', before);
  const wanted = sum(promotions.map(({ asked }) => asked));
  const room = Math.max(0, Math.min(before - given, margin - floor));
  const shares =
    wanted <= room || wanted === 0
      ? promotions.map(({ asked }) => asked)
      : splitMoney(
          coins(room),
          promotions.map(({ asked }) => asked),
        ).map(({ amount }) => amount);
  promotions.forEach((each, at) => {
    const taken = shares[at]!;
    step(each, taken === 0 ? 0 : -taken, taken < each.asked || taken === 0 ? (before === 0 ? 'nothing-to-take' : 'floor') : null);
    if (taken === 0) return;
    const parts = splitMoney(
      coins(-taken),
      groups.map((group) => group.sum),
    );
    groups.forEach((group, index) => {
      const { promo } = each.rule.scope;
      if (parts[index]!.amount !== 0)
        lines.push(
          lineOf(
            {
              kind: 'discount',
              code: promo ?? each.rule.id,
              nameKey: 'price:line.discount',
              travellers: [],
              each: parts[index]!,
              ruleId: each.rule.id,
              facts: { phase: 'promotion', on: group.kind, ...(promo === null ? {} : { words: promo }) },
            },
            group.vat,
          ),
        );
    });
  });
  const discounts = sum(shares);

  let left = margin - discounts;
  let running = before - given - discounts;
  const adding = (phase: 'fee' | 'tax', kind: 'service-fee' | 'tax', vat: VatRule) => {
    const from = running;
    for (const each of counted(phase, from)) {
      const flat = isForEach(each);
      step(each, each.asked, each.asked === 0 ? 'nothing-to-take' : null);
      if (each.asked === 0) continue;
      running += each.asked;
      if (phase === 'fee') left += each.asked;
      lines.push(
        lineOf(
          {
            kind,
            code: each.rule.id,
            nameKey: `price:line.${kind}`,
            travellers: flat ? everyone : lead,
            each: coins(flat ? each.rule.amount : each.asked),
            ruleId: each.rule.id,
            facts: { phase },
          },
          vat,
        ),
      );
    }
  };
  adding('fee', 'service-fee', sale.feeVat);
  adding('tax', 'tax', sale.taxVat);

  const total = sum([...base, ...lines].map(({ amount }) => amount.amount));
  const [rounding, ...others] = fitting('rounding');
  for (const rule of others) step({ rule, base: total, asked: 0 }, 0, 'replaced');
  if (rounding && rounding.amount > 1 && total > 0) {
    const over = total % rounding.amount;
    const down = over > 0 && over * 2 < rounding.amount && left - over >= floor;
    const amount = over === 0 ? 0 : down ? -over : rounding.amount - over;
    const each = { rule: rounding, base: total, asked: over * 2 < rounding.amount ? -over : rounding.amount - over };
    step(each, amount, amount === 0 ? 'nothing-to-take' : amount === each.asked ? null : 'floor');
    left += amount;
    if (amount !== 0)
      lines.push(
        lineOf(
          {
            kind: amount < 0 ? 'discount' : 'markup',
            code: rounding.id,
            nameKey: 'price:line.rounding',
            travellers: amount < 0 ? [] : lead,
            each: coins(amount),
            ruleId: rounding.id,
            facts: { phase: 'rounding', on: dearest?.kind ?? 'markup' },
          },
          plain,
        ),
      );
  }
  return { lines, trace, margin: left, floor };
}

const guardOf = (policy: AppliedPolicy | null, facts: Readonly<Record<string, string>>): Guard =>
  policy?.guards[facts['product'] ?? ''] ?? cautiousGuard;

/** What is ours of a price before any discount, what must be left of it, and so what may come off; minor units. */
export interface Room {
  readonly margin: number;
  readonly floor: number;
  readonly room: number;
}

export function roomOf(base: readonly PriceLine[], facts: Readonly<Record<string, string>>, policy: AppliedPolicy | null): Room {
  const guard = guardOf(policy, facts);
  const of = (kind: PriceLineKind) => sum(base.filter((line) => line.kind === kind).map(({ amount }) => amount.amount));
  const earning = sum(groupsOf(base).map((group) => group.sum));
  const cost = roundHalfUp(((earning - of('markup')) * guard.cost) / 10_000);
  const margin = earning + of('service-fee') - cost;
  const floor = Math.ceil((earning * guard.floor) / 10_000);
  return { margin, floor, room: Math.max(0, Math.min(earning, margin - floor)) };
}

/** What a colleague takes off a price for a caller; minor units. */
export interface DeskDiscount {
  /** Under which who asked for it and who said yes is on record. */
  readonly id: string;
  readonly amount: number;
}

/** Takes it off what we charge for, each part with the VAT of what it comes off, and never more than there is room for. */
export function deskDiscountLines(
  sale: Pick<PolicySale, 'base' | 'facts' | 'currency'>,
  policy: AppliedPolicy | null,
  discount: DeskDiscount,
  lineOf: MakeLine<null>,
): PriceLine[] {
  return linesTakenOff(sale, policy, { code: discount.id, amount: discount.amount, facts: { desk: discount.id } }, lineOf);
}

/** What a voucher of a member takes off; minor units. */
export interface VoucherOff {
  readonly id: string;
  readonly code: string;
  readonly amount: number;
}

/** The same for a voucher, which its member used. */
export function voucherLines(
  sale: Pick<PolicySale, 'base' | 'facts' | 'currency'>,
  policy: AppliedPolicy | null,
  { id, code, amount }: VoucherOff,
  lineOf: MakeLine<null>,
): PriceLine[] {
  return linesTakenOff(sale, policy, { code, amount, facts: { voucher: id, words: code } }, lineOf);
}

/** Lines over the groups of a price. What others have taken off it is no room any more. */
function linesTakenOff(
  sale: Pick<PolicySale, 'base' | 'facts' | 'currency'>,
  policy: AppliedPolicy | null,
  off: { readonly code: string; readonly amount: number; readonly facts: Readonly<Record<string, string>> },
  lineOf: MakeLine<null>,
): PriceLine[] {
  const given = -sum(sale.base.filter(({ kind }) => kind === 'discount').map(({ amount }) => amount.amount));
  const taken = Math.min(off.amount, roomOf(sale.base, sale.facts, policy).room - given);
  if (taken <= 0) return [];
  const groups = groupsOf(sale.base);
  const parts = splitMoney(
    money(-taken, sale.currency),
    groups.map((group) => group.sum),
  );
  return groups.flatMap((group, at) => {
    const each = parts[at]!;
    if (each.amount === 0) return [];
    const facts = { on: group.kind, ...off.facts };
    return [
      lineOf({ kind: 'discount', code: off.code, nameKey: 'price:line.discount', travellers: [], each, ruleId: null, facts }, group.vat),
    ];
  });
}

/** What of a price a percent is taken of: all but what goes on to others and our fee; minor units. */
export const lowerable = (base: readonly PriceLine[]): number => sum(groupsOf(base).map((group) => group.sum));

/** What a voucher took off a price that was made; null where none did. */
export function voucherOf(lines: readonly PriceLine[]): VoucherOff | null {
  const own = lines.filter(({ facts }) => facts['voucher'] !== undefined);
  if (own.length === 0) return null;
  return { id: own[0]!.facts['voucher']!, code: own[0]!.code, amount: -sum(own.map(({ amount }) => amount.amount)) };
}

/** What a colleague took off a price that was made; null where nobody did. */
export function deskDiscountOf(lines: readonly PriceLine[]): DeskDiscount | null {
  const own = lines.filter(({ facts }) => facts['desk'] !== undefined);
  return own.length === 0 ? null : { id: own[0]!.facts['desk']!, amount: -sum(own.map(({ amount }) => amount.amount)) };
}

/** What a rule would come to by itself, minor units. */
function askedBy(rule: PolicyRule, base: number, travellers: number): number {
  const bare =
    rule.basisPoints === null ? rule.amount * (rule.per === 'traveller' ? travellers : 1) : roundHalfUp((base * rule.basisPoints) / 10_000);
  return rule.most === null ? bare : Math.min(bare, rule.most);
}

/** Every traveller pays the same amount, and no limit cut it. */
const isForEach = ({ rule, asked }: Asked) =>
  rule.basisPoints === null && rule.per === 'traveller' && (rule.most === null || asked < rule.most);

const byPriority = (a: PolicyRule, b: PolicyRule) => b.priority - a.priority || (a.id < b.id ? -1 : 1);

/** Which of the rules of a phase count together. `takes`: the more a rule comes to, the better for the traveller. */
function choose(sorted: readonly Asked[], takes: boolean): { kept: Asked[]; left: [Asked, TraceBecause][] } {
  const left: [Asked, TraceBecause][] = [];
  const better = (a: Asked, b: Asked) => (takes ? b.asked - a.asked : a.asked - b.asked) || byPriority(a.rule, b.rule);
  const alone = sorted.find(({ rule }) => rule.stacking === 'exclusive');
  if (alone) return { kept: [alone], left: sorted.filter((each) => each !== alone).map((each) => [each, 'exclusive']) };
  const least = sorted.find(({ rule }) => rule.stacking === 'replace')?.rule.priority ?? -1;
  const best = sorted.filter(({ rule }) => rule.stacking === 'best-of' && rule.priority >= least).toSorted(better)[0];
  const kept = sorted.filter((each) => {
    const because = each.rule.priority < least ? 'replaced' : each.rule.stacking === 'best-of' && each !== best ? 'not-best' : null;
    if (because) left.push([each, because]);
    return because === null;
  });
  return { kept, left };
}

function groupsOf(base: readonly PriceLine[]): Group[] {
  const groups: Group[] = [];
  for (const line of base) {
    if (passedOn.includes(line.kind) || line.kind === 'service-fee' || line.amount.amount <= 0) continue;
    const vat = {
      category: line.vatCategory,
      basisPoints: line.vatBasisPoints,
      ...(line.vatPlace ? { place: line.vatPlace } : {}),
    };
    const known = groups.find((group) => group.kind === line.kind && sameVat(line, group.vat));
    if (known) {
      known.lines.push(line);
      known.sum += line.amount.amount;
    } else groups.push({ kind: line.kind, vat, lines: [line], sum: line.amount.amount });
  }
  return groups;
}

const sameVat = (line: PriceLine, vat: VatRule) =>
  line.vatCategory === vat.category && line.vatBasisPoints === vat.basisPoints && line.vatPlace === vat.place;
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

/** The lines a product and the published markups made, without those of a policy. */
export function withoutPolicy(lines: readonly PriceLine[]): PriceLine[] {
  return lines.filter((line) => line.facts['phase'] === undefined);
}

export function amountOf(lines: readonly PriceLine[], currency: CurrencyCode): Money {
  return money(sum(lines.map(({ amount }) => amount.amount)), currency);
}
