import { CatalogueIndex } from '#app/commerce/catalogue-search/catalogue-index.ts';
import { readCatalogueEdition } from '#app/commerce/catalogue-search/catalogue-edition-store.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { RecentRead } from '#app/platform/recent-read.server.ts';
import { experiencesInSearch } from '#app/products/experiences/experiences-in-search.server.ts';
import { toursInSearch } from '#app/products/holidays/tours-in-search.server.ts';
import { staysInSearch } from '#app/products/staycations/stays-in-search.server.ts';
import type { PricingRules } from '#app/commerce/pricing/quote.ts';

/** How old what a search says may be, in milliseconds: as old as a list of flights. */
const ageMs = 2_000;
/** Of so many things a changed catalogue is waited for; a larger one takes seconds, and until then the one before answers. */
const mostWaitedFor = 5_000;

interface Stamp {
  readonly edition: string;
  readonly rules: PricingRules;
}

class KeptCatalogue {
  readonly #platform: Pick<Platform, 'db' | 'clock'>;
  readonly #stamp: RecentRead<Stamp>;
  #made: { readonly stamp: Stamp; readonly index: CatalogueIndex } | null = null;
  #making: { readonly stamp: Stamp; readonly index: Promise<CatalogueIndex> } | null = null;

  constructor(platform: Pick<Platform, 'db' | 'clock'>) {
    this.#platform = platform;
    this.#stamp = new RecentRead<Stamp>(platform.clock, ageMs, async (now, before) => {
      const [edition, rules] = await Promise.all([readCatalogueEdition(platform.db), getPricingRules(platform.db, now)]);
      return before?.edition === edition && before.rules === rules ? before : { edition, rules };
    });
  }

  async index(): Promise<CatalogueIndex> {
    const stamp = await this.#stamp.read();
    if (this.#made?.stamp === stamp) return this.#made.index;
    const making = this.#making?.stamp === stamp ? this.#making.index : this.#make(stamp);
    const before = this.#made?.index;
    return before && before.things.length > mostWaitedFor ? before : making;
  }

  #make(stamp: Stamp): Promise<CatalogueIndex> {
    const index = readIndex(this.#platform, stamp.rules);
    this.#making = { stamp, index };
    index.then(
      (made) => {
        if (this.#making?.index !== index) return;
        this.#made = { stamp, index: made };
        this.#making = null;
      },
      () => {
        if (this.#making?.index === index) this.#making = null;
      },
    );
    return index;
  }
}

async function readIndex({ db, clock }: Pick<Platform, 'db' | 'clock'>, rules: PricingRules): Promise<CatalogueIndex> {
  const at = new Date(clock.now()).toISOString();
  const things = await Promise.all([toursInSearch(db), experiencesInSearch(db, rules, at), staysInSearch(db, rules, at)]);
  return CatalogueIndex.made(things.flat(), () => new Promise((resolve) => setImmediate(resolve)));
}

const kept = new WeakMap<Db, KeptCatalogue>();

/** Everything on sale, indexed; shows a change of the catalogue, by any process, within two seconds, and the time a large one takes to read. */
export function readCatalogue(platform: Pick<Platform, 'db' | 'clock'>): Promise<CatalogueIndex> {
  let own = kept.get(platform.db);
  if (!own) kept.set(platform.db, (own = new KeptCatalogue(platform)));
  return own.index();
}
