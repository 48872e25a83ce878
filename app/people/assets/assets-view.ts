import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { assetKinds, assetPlaces, type AssetKind, type AssetPlace } from './asset-kinds.ts';
import type { AssetStatus } from './asset-status.ts';

/** The tabs of the register. */
export const assetTabs = ['all', 'stock', 'out', 'due', 'care', 'gone'] as const;
export type AssetTab = (typeof assetTabs)[number];

export const statesOfTab: Readonly<Record<Exclude<AssetTab, 'all' | 'due'>, readonly AssetStatus[]>> = {
  stock: ['in_stock', 'reserved'],
  out: ['pending_acceptance', 'assigned', 'return_requested'],
  care: ['inspection', 'in_repair'],
  gone: ['lost', 'retired', 'written_off'],
};

export const assetSorts = ['tag', 'since', 'due', 'warranty'] as const;
export type AssetSort = (typeof assetSorts)[number];

/** When a warranty ends: it has, or it will within so many days. */
export const warrantyEnds = ['ended', '30', '90'] as const;
export type WarrantyEnds = (typeof warrantyEnds)[number];

/** Columns in the order they stand; the tag leads to the asset. */
export const assetColumns = ['tag', 'thing', 'serial', 'state', 'holder', 'since', 'due', 'value', 'warranty', 'place'] as const;
export type AssetColumn = (typeof assetColumns)[number];

/** What the address of the list says. */
export interface AssetsView {
  readonly tab: AssetTab;
  readonly kind: AssetKind | null;
  readonly place: AssetPlace | null;
  readonly warranty: WarrantyEnds | null;
  /** A tag, a serial, a model or a colleague's name. */
  readonly find: string;
  readonly sort: AssetSort;
  readonly descending: boolean;
  readonly columns: readonly AssetColumn[];
  readonly after: { readonly key: string; readonly id: string } | null;
}

export function readAssetsView(query: URLSearchParams): AssetsView {
  const [key, id] = (query.get('after') ?? '').split('~');
  return {
    tab: assetTabs.find((tab) => tab === query.get('tab')) ?? 'all',
    kind: assetKinds.find((kind) => kind === query.get('kind')) ?? null,
    place: assetPlaces.find((place) => place === query.get('place')) ?? null,
    warranty: warrantyEnds.find((one) => one === query.get('warranty')) ?? null,
    find: plainLine(query.get('find'), 60).slice(0, 60),
    sort: assetSorts.find((sort) => sort === query.get('sort')?.replace('-', '')) ?? 'tag',
    descending: query.get('sort')?.startsWith('-') ?? false,
    columns: readColumns(query, assetColumns),
    after: key && id && /^[\w:.-]{1,40}$/.test(key) && /^[\w-]{1,40}$/.test(id) ? { key, id } : null,
  };
}

export function assetsQuery({ tab, kind, place, warranty, find, sort, descending, columns, after }: AssetsView): string {
  const query = new URLSearchParams();
  if (tab !== 'all') query.set('tab', tab);
  if (kind) query.set('kind', kind);
  if (place) query.set('place', place);
  if (warranty) query.set('warranty', warranty);
  if (find) query.set('find', find);
  if (sort !== 'tag' || descending) query.set('sort', descending ? `-${sort}` : sort);
  writeColumns(query, columns, assetColumns);
  if (after) query.set('after', `${after.key}~${after.id}`);
  return query.size > 0 ? `?${query}` : '';
}

/** What a list that gets a name keeps: neither its page nor a search, which may be a colleague's name. */
export const keptQuery = (view: AssetsView) => assetsQuery({ ...view, find: '', after: null });
