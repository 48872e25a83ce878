import { randomUUID } from 'node:crypto';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { AssetFacts } from './asset-facts-form.ts';
import { kindsWithData } from './asset-kinds.ts';
import { changeAsset, insertAsset, isSerialTaken, nextTag } from './assets-store.server.ts';
import { orChanged, type AssetRefusal, type AssetWork } from './move-asset.server.ts';
import { officeZone } from './office-zone.ts';

interface Work {
  readonly staffId: string;
  readonly requestId: string;
}

/** Raised inside a transaction so that no line of a table stays when one is known already. */
class Known extends Error {
  readonly line: number;
  constructor(line: number) {
    super('known');
    this.line = line;
  }
}

/** The tags that were given, or the line that is known already, counted from 0. */
export type Registered =
  | { readonly ok: true; readonly value: readonly string[] }
  | { readonly ok: false; readonly refused: 'known'; readonly line: number };

/** Puts things into the register, all of them or none. */
export async function registerAssets(
  platform: Pick<Platform, 'db' | 'clock'>,
  work: Work & { readonly things: readonly AssetFacts[]; readonly keep?: Keep<Registered> },
): Promise<Registered> {
  const actor = `staff:${work.staffId}`;
  try {
    const tags = await transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      const made: string[] = [];
      for (const [line, { tag: wanted, ...facts }] of work.things.entries()) {
        const tag = wanted ?? (await nextTag(tx));
        const asset = { ...facts, id: randomUUID(), tag, since: dateIn(officeZone, now), keepsData: kindsWithData.includes(facts.kind) };
        if (!(await insertAsset(tx, now, asset, actor))) throw new Known(line);
        made.push(tag);
      }
      await audit(tx, now, {
        actor,
        action: 'asset.registered',
        subject: 'assets:list',
        detail: { things: made.length, first: made[0] ?? '', last: made.at(-1) ?? '' },
        requestId: work.requestId,
      });
      await work.keep?.(tx, done(made));
      return made;
    });
    return done(tags);
  } catch (fault) {
    if (fault instanceof Known) return { ok: false, refused: 'known', line: fault.line };
    throw fault;
  }
}

/** Corrects what the register says of a thing; its tag and kind stay. */
export async function correctAsset(
  platform: Pick<Platform, 'db' | 'clock'>,
  work: AssetWork & { readonly facts: Omit<AssetFacts, 'tag' | 'kind' | 'boughtOn'> },
): Promise<Outcome<null, AssetRefusal>> {
  const { asset, facts } = work;
  if (asset.status === 'retired' || asset.status === 'written_off') return refuse('not-possible-from-here');
  return orChanged(() =>
    transact(platform.db, async (tx) => {
      const now = platform.clock.now();
      const actor = `staff:${work.staffId}`;
      if (facts.serial !== null && facts.serial !== asset.serial && (await isSerialTaken(tx, asset, facts.serial))) return refuse('known');
      const { model, serial, place, cost, residual, lifeMonths, warrantyUntil } = facts;
      const set = { model, serial, place, cost, residual, lifeMonths, warrantyUntil };
      await changeAsset(tx, now, {
        asset: { ...asset, version: work.version },
        event: 'changed',
        to: asset.status,
        actor,
        set,
        detail: asset.cost === cost ? {} : { costBefore: asset.cost, cost },
        requestId: work.requestId,
      });
      return done(null);
    }),
  );
}
