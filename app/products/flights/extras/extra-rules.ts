import type { PriceLine } from '#app/commerce/pricing/quote.ts';

export const extraKinds = ['seat', 'bag', 'meal', 'fast-track', 'insurance'] as const;
export type ExtraKind = (typeof extraKinds)[number];

/** What the airline writes a document for; the rest is the house's own. */
export const airlineExtras: readonly ExtraKind[] = ['seat', 'bag', 'meal'];

/** One extra of one traveller, as it was paid. */
export interface PaidExtra {
  readonly contract: number;
  readonly traveller: number;
  readonly kind: ExtraKind;
  /** As its price line is named. */
  readonly code: string;
  readonly facts: Readonly<Record<string, string>>;
  /** Minor units of the order's currency, VAT included. */
  readonly price: number;
}

/** The extras a price holds, one for each traveller; what is free of charge needs no document. */
export function extrasOf(lines: readonly PriceLine[]): PaidExtra[] {
  return lines.flatMap((line) => {
    const kind = extraKinds.find((one) => one === line.kind);
    if (!kind || line.each.amount <= 0) return [];
    const contract = Number(line.facts['contract'] ?? 0);
    return line.travellers.map((traveller) => ({
      contract,
      traveller,
      kind,
      code: line.code,
      facts: line.facts,
      price: line.each.amount,
    }));
  });
}

export const extraKey = ({ kind, code, traveller }: Pick<PaidExtra, 'kind' | 'code' | 'traveller'>): string =>
  `${kind} ${code} ${traveller}`;

interface KnownExtra extends PaidExtra {
  readonly status: string;
  readonly refundRequest: string | null;
}

/** An extra of the new flights; `after` is one that was given back before the change and stays so. */
export interface NextExtra<Known> {
  readonly extra: PaidExtra;
  readonly after: Known | null;
  /** The document in whose place its own is written; null or absent: none. */
  readonly replaces?: string | null;
}

/**
 * What a change of one contract's flights makes of the extras. Documents of its old flights are no longer good; what is not
 * the airline's stays where it is still sold. Something given back already is not sold a second time: it is known again by
 * its kind, traveller and turn.
 */
export function extrasAfterChange<Known extends KnownExtra>(
  known: readonly Known[],
  next: readonly PaidExtra[],
  contract: number,
): { readonly gone: readonly Known[]; readonly fresh: readonly NextExtra<Known>[]; readonly repriced: readonly [Known, PaidExtra][] } {
  const wanted = new Map(next.map((extra) => [extraKey(extra), extra]));
  const stays = (extra: Known) => wanted.has(extraKey(extra)) && !(extra.contract === contract && airlineExtras.includes(extra.kind));
  const kept = known.filter(stays);
  const gone = known.filter((extra) => !stays(extra));
  const keptKeys = new Set(kept.map(extraKey));
  const turns = new Map<string, number>();
  const turnOf = (extra: PaidExtra) => `${extra.contract} ${extra.kind} ${extra.traveller}`;
  const before = new Map<string, Known[]>();
  for (const extra of gone) before.set(turnOf(extra), [...(before.get(turnOf(extra)) ?? []), extra]);
  const fresh = next
    .filter((extra) => !keptKeys.has(extraKey(extra)))
    .map((extra) => {
      const turn = turns.get(turnOf(extra)) ?? 0;
      turns.set(turnOf(extra), turn + 1);
      const was = before.get(turnOf(extra))?.[turn];
      return { extra, after: was && (was.status === 'void' || was.status === 'refunded') ? was : null };
    });
  const repriced = kept.flatMap((extra): [Known, PaidExtra][] => {
    const now = wanted.get(extraKey(extra))!;
    return now.price === extra.price ? [] : [[extra, now]];
  });
  return { gone, fresh, repriced };
}

/** An airline's document number: three digits of the airline and ten of its own, however it was typed; null for anything else. */
export function readDocumentNumber(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{13}$/.test(digits) ? digits : null;
}

/** What the house writes for what it sells itself: `FT-7K2M9-4QX3D-DXB-1`. */
export function houseNumber(extra: Pick<PaidExtra, 'kind' | 'code' | 'traveller'>, reference: string): string {
  return extra.kind === 'insurance' ? `TI-${reference}-${extra.traveller + 1}` : `FT-${reference}-${extra.code}-${extra.traveller + 1}`;
}
