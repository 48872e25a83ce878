import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { addMoney, money, zero, type Money } from '#app/values/money.ts';
import { countAssets, listAssets, listOnBooks } from '../assets-store.server.ts';
import { assetTabs, statesOfTab, type AssetsView, type AssetTab } from '../assets-view.ts';
import type { Asset } from '../assets.tables.ts';
import { bookValue } from '../depreciation-rules.ts';
import { officeZone } from '../office-zone.ts';

export const pageSize = 50;

/** What the books have a thing at today. */
export function worth(asset: Pick<Asset, 'cost' | 'residual' | 'lifeMonths' | 'boughtOn'>, today: CalendarDate): Money {
  const { lifeMonths, boughtOn } = asset;
  return bookValue({ cost: money(asset.cost, 'AED'), residual: money(asset.residual, 'AED'), lifeMonths, boughtOn }, today);
}

export interface RegisterRow extends Pick<
  Asset,
  'id' | 'tag' | 'kind' | 'model' | 'serial' | 'status' | 'since' | 'dueBackOn' | 'place' | 'warrantyUntil'
> {
  readonly holder: string | null;
  readonly holderId: string | null;
  readonly value: Money;
  readonly late: boolean;
  readonly warrantyOver: boolean;
}

export async function rowsOf(platform: Pick<Platform, 'db'>, assets: readonly Asset[], today: CalendarDate): Promise<RegisterRow[]> {
  const holders = [...new Set(assets.flatMap(({ holderId }) => holderId ?? []))];
  const names = await findStaffNames(platform.db, holders);
  return assets.map((asset) => ({
    id: asset.id,
    tag: asset.tag,
    kind: asset.kind,
    model: asset.model,
    serial: asset.serial,
    status: asset.status,
    since: asset.since,
    dueBackOn: asset.dueBackOn,
    place: asset.place,
    warrantyUntil: asset.warrantyUntil,
    holderId: asset.holderId,
    holder: asset.holderId && (names.get(asset.holderId) ?? '–'),
    value: worth(asset, today),
    late: asset.dueBackOn !== null && asset.holderId !== null && asset.dueBackOn < today,
    warrantyOver: asset.warrantyUntil !== null && asset.warrantyUntil < today,
  }));
}

/** A page of the register with the numbers of its tabs and what all of it is worth today. */
export async function openRegister(platform: Pick<Platform, 'db' | 'clock'>, view: AssetsView) {
  const today = dateIn(officeZone, platform.clock.now());
  const [{ rows, next }, { byStatus, due }, onBooks] = await Promise.all([
    listAssets(platform.db, view, today, pageSize),
    countAssets(platform.db, today),
    listOnBooks(platform.db),
  ]);
  const sum = (states: Iterable<Asset['status']>) => [...states].reduce((all, status) => all + (byStatus.get(status) ?? 0), 0);
  const counts = Object.fromEntries(
    assetTabs.map((tab) => [tab, tab === 'all' ? sum(byStatus.keys()) : tab === 'due' ? due : sum(statesOfTab[tab])]),
  ) as Record<AssetTab, number>;
  return {
    rows: await rowsOf(platform, rows, today),
    next,
    counts,
    value: onBooks.reduce((all, asset) => addMoney(all, worth(asset, today)), zero('AED')),
    today,
  };
}
