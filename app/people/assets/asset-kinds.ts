export const assetKinds = ['laptop', 'phone', 'sim', 'monitor', 'headset', 'access-card', 'key', 'uniform'] as const;
export type AssetKind = (typeof assetKinds)[number];

/** What has a disk or a card of ours in it: nobody else gets it before it was wiped. */
export const kindsWithData: readonly AssetKind[] = ['laptop', 'phone', 'sim'];

/** How long the books carry a thing, in months; a start for the form. */
export const usualLife: Readonly<Record<AssetKind, number>> = {
  laptop: 36,
  phone: 24,
  sim: 12,
  monitor: 60,
  headset: 24,
  'access-card': 60,
  key: 120,
  uniform: 18,
};

export const assetPlaces = ['dubai-office', 'abu-dhabi-office', 'airport-desk', 'store-room', 'home'] as const;
export type AssetPlace = (typeof assetPlaces)[number];

export const assetConditions = ['new', 'good', 'worn', 'damaged'] as const;
export type AssetCondition = (typeof assetConditions)[number];

/** Why a thing is asked back. */
export const returnReasons = ['due', 'swap', 'leaver', 'other'] as const;
export type ReturnReason = (typeof returnReasons)[number];

export const disposalWays = ['recycled', 'sold', 'donated', 'destroyed'] as const;

/** The rules of use that a signature is for; a change of their words is a new version. */
export const policyVersion = '2026-09';

/** Things on one paper: as many as somebody reads before signing. */
export const mostLines = 20;

/** Of a picture of a thing: as large as a phone makes it. */
export const mostPhotoBytes = 6 * 1024 * 1024;
/** Of all pictures of one return; the request that carries them takes two more, for the rest of the form. */
export const mostPhotosBytes = 28 * 1024 * 1024;
export const mostPhotoPixels = 60_000_000;
