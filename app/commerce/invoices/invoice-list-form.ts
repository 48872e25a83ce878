/** What the list can be narrowed to; `open`: of which something is still to be paid. */
export const invoiceKinds = ['invoice', 'credit-note', 'open'] as const;
type InvoiceKind = (typeof invoiceKinds)[number];

export interface InvoiceListAsk {
  readonly search: string;
  readonly year: number | null;
  readonly kind: InvoiceKind | null;
}

/** Reads the address; what it does not understand is left out. */
export function readInvoiceList(params: URLSearchParams): InvoiceListAsk {
  const year = params.get('year') ?? '';
  return {
    search: (params.get('q') ?? '').trim().slice(0, 60),
    year: /^\d{4}$/.test(year) ? Number(year) : null,
    kind: invoiceKinds.find((each) => each === params.get('kind')) ?? null,
  };
}

/** The query that asks the same again, with more; empty for the whole list. */
export function invoiceListQuery({ search, year, kind }: InvoiceListAsk, more: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams({
    ...(search ? { q: search } : {}),
    ...(year ? { year: String(year) } : {}),
    ...(kind ? { kind } : {}),
    ...more,
  });
  return params.size > 0 ? `?${params}` : '';
}
