import type { AssetFacts } from '#app/people/assets/asset-facts-form.ts';
import { usualLife, type AssetKind, type AssetPlace } from '#app/people/assets/asset-kinds.ts';
import { findPaperAsStaff } from '#app/people/assets/asset-papers-store.server.ts';
import { countAssets, findAssetAsStaff, findAssetsByTag } from '#app/people/assets/assets-store.server.ts';
import { handOver, signPaper } from '#app/people/assets/hand-over.server.ts';
import { moveAsset } from '#app/people/assets/move-asset.server.ts';
import { registerAssets } from '#app/people/assets/register-asset.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, addMonths, dateIn, type CalendarDate } from '#app/values/dates.ts';

/** Kind, model, serial, place, months ago, dirhams. */
type Sample = readonly [AssetKind, string, string, AssetPlace, number, number];

const samples: readonly Sample[] = [
  ['laptop', 'ThinkPad T14 Gen 5', 'PF-4KX2M1', 'dubai-office', 14, 5490],
  ['laptop', 'ThinkPad T14 Gen 5', 'PF-4KX2M2', 'dubai-office', 14, 5490],
  ['laptop', 'MacBook Air 13 M3', 'C02-HX81Q6', 'dubai-office', 8, 4899],
  ['laptop', 'MacBook Air 13 M3', 'C02-HX81Q9', 'abu-dhabi-office', 8, 4899],
  ['laptop', 'Latitude 5440', 'DL-77R0BV', 'store-room', 30, 4150],
  ['laptop', 'Latitude 5440', 'DL-77R0BW', 'store-room', 30, 4150],
  ['phone', 'Galaxy A55', 'R5CX-10442', 'dubai-office', 11, 1399],
  ['phone', 'Galaxy A55', 'R5CX-10443', 'airport-desk', 11, 1399],
  ['phone', 'iPhone 15', 'F2L-9Q0KD', 'store-room', 5, 2849],
  ['sim', 'Etisalat Business 25 GB', '8997-1120-3381', 'airport-desk', 6, 125],
  ['sim', 'Etisalat Business 25 GB', '8997-1120-3382', 'store-room', 6, 125],
  ['monitor', 'Dell U2723QE', 'CN-0V9H1-01', 'dubai-office', 20, 2190],
  ['monitor', 'Dell U2723QE', 'CN-0V9H1-02', 'store-room', 20, 2190],
  ['headset', 'Jabra Evolve2 65', 'JB-65-3310', 'dubai-office', 9, 899],
  ['headset', 'Jabra Evolve2 65', 'JB-65-3311', 'store-room', 9, 899],
  ['access-card', 'Dubai office, floor 14', 'AC-1401', 'dubai-office', 18, 40],
  ['access-card', 'Dubai office, floor 14', 'AC-1402', 'store-room', 18, 40],
  ['key', 'Visa safe, key 2 of 3', 'KEY-02', 'dubai-office', 26, 150],
  ['uniform', 'Airport desk blazer, M', '', 'airport-desk', 4, 320],
  ['uniform', 'Airport desk blazer, L', '', 'store-room', 4, 320],
];

/** A small register on an empty one: most of it in stock, some signed for, one thing waiting for its signature. */
export async function seedAssets(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const today = dateIn('Asia/Dubai', clock.now());
  if ((await countAssets(db, today)).byStatus.size > 0) return;
  const people = await Promise.all(
    ['hr@rihla.example', 'visas@rihla.example', 'flights@rihla.example', 'support@rihla.example'].map((email) =>
      findAccountByEmail(db, email),
    ),
  );
  const [keeper, officer, agent, support] = people;
  if (!keeper || !officer || !agent || !support) return;
  const work = { staffId: keeper.id, requestId: 'seed' };
  const registered = await registerAssets(platform, { ...work, things: samples.map((sample) => factsOf(sample, today)) });
  if (!registered.ok) return;
  const tags = registered.value;
  const hand = async (userId: string, chosen: readonly number[], dueBackOn: CalendarDate | null) => {
    const things = await findAssetsByTag(
      db,
      chosen.map((index) => tags[index]!),
    );
    const lines = things.map(({ id }) => ({ assetId: id, condition: 'good' as const, note: '' }));
    const handed = await handOver(platform, { ...work, userId, lines, dueBackOn, language: 'en' });
    return handed.ok ? findPaperAsStaff(db, handed.value.reference) : null;
  };
  for (const [person, name, chosen, dueBackOn] of [
    [officer, 'Grace Okafor', [0, 11, 15, 17], null],
    [agent, 'Basil Qasim', [1, 6, 13], addDays(today, 12)],
  ] as const) {
    const paper = await hand(person.id, chosen, dueBackOn);
    if (paper)
      await signPaper(platform, { paper, name, signature: { name, strokes: null }, language: 'en', staffId: person.id, requestId: 'seed' });
  }
  await hand(support.id, [2, 9], null);
  for (const [index, event, words] of [
    [4, 'send-to-repair', { vendor: 'Jumbo Care, Al Quoz', rma: 'JC-20418', reason: 'Battery swells' }],
    [10, 'lose', { policeReference: 'DXB-2026-118204', reason: 'Left in a taxi at Terminal 3', wiped: true }],
  ] as const) {
    const asset = await findAssetAsStaff(db, tags[index]!);
    if (asset) await moveAsset(platform, { ...work, asset, version: asset.version, event, by: 'keeper', words });
  }
}

function factsOf([kind, model, serial, place, monthsAgo, dirhams]: Sample, today: CalendarDate): AssetFacts {
  const boughtOn = addMonths(today, -monthsAgo);
  const devices: readonly AssetKind[] = ['laptop', 'phone', 'monitor', 'headset'];
  return {
    tag: null,
    kind,
    model,
    serial: serial || null,
    place,
    boughtOn,
    cost: dirhams * 100,
    residual: kind === 'laptop' ? 40_000 : 0,
    lifeMonths: usualLife[kind],
    warrantyUntil: devices.includes(kind) ? addMonths(boughtOn, 24) : null,
  };
}
