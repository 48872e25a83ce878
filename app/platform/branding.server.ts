import { brandOf, deliveredBrand, deliveredBranding, storedLogo, type Brand, type Branding, type PaperBrand } from './branding.ts';
import type { Clock } from './clock.server.ts';
import type { Db } from './database.server.ts';
import type { Files } from './files.server.ts';
import { KeptRead } from './kept-read.server.ts';
import { findSetting, findSettingAt } from './settings-store.server.ts';

/** Every page of the shop shows it; another process follows a change within this time. */
const kept = new KeptRead<Brand>(30_000);

export async function readBranding(db: Db): Promise<Branding> {
  return ((await findSetting(db, 'branding')) as Branding | null) ?? deliveredBranding;
}

/** How the house is shown now, for its pages; asked at most twice a minute. Without its database it is shown as it was last. */
export function readShownBrand(db: Db, clock: Clock): Promise<Brand> {
  return kept.readOrLast(db, '', clock.now(), async () => brandOf(await readBranding(db)), deliveredBrand);
}

/** After a change made by this process. */
export function forgetShownBrand(db: Db): void {
  kept.forget(db);
}

const paperLogo = { width: 170, height: 34 };

/**
 * The head of a paper as the house is shown now, or, given a time, as it was shown then: a document that was issued keeps
 * the head under which it went out, however often it is set again.
 */
export async function readPaperBrand(
  { db, files }: { readonly db: Db; readonly files: Pick<Files, 'find'> },
  at?: Date,
): Promise<PaperBrand> {
  const branding = at ? (((await findSettingAt(db, 'branding', at)) as Branding | null) ?? deliveredBranding) : await readBranding(db);
  const { name, nameAr, logo } = brandOf(branding);
  const content = logo && (await files.find(storedLogo(logo.hash)));
  if (!logo || !content) return { name, nameAr, logo: null };
  const scale = Math.min(paperLogo.width / logo.width, paperLogo.height / logo.height);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${logo.width}" height="${logo.height}" viewBox="0 0 ${logo.width} ${logo.height}"><image width="${logo.width}" height="${logo.height}" href="data:image/png;base64,${content.toString('base64')}"/></svg>`;
  return { name, nameAr, logo: { svg, width: logo.width * scale, height: logo.height * scale } };
}
