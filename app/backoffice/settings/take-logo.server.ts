import { keepLogo } from '#app/commerce/supply/keep-logo.server.ts';
import type { LogoFault } from '#app/commerce/supply/logo-rules.ts';
import { storedLogo, type Branding, type Logo } from '#app/platform/branding.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findOpenSetting } from '#app/platform/settings-store.server.ts';
import { logoOfToken, logoToken } from './branding-setting.ts';
import { forgetLogo, forgetLogoLater } from './forget-logos.server.ts';

/**
 * Takes the file of a form of the branding: what it became stands in the form's hidden field afterwards, so that nobody
 * chooses it again when something else was wrong. Returns what is wrong with the file. A field that names a picture which
 * the house does not have is emptied.
 */
export async function takeLogo(platform: Pick<Platform, 'db' | 'files' | 'jobs' | 'clock'>, form: FormData): Promise<LogoFault | null> {
  const { files } = platform;
  const before = logoOfToken(form.get('logo'));
  if (before && !(await files.find(storedLogo(before.hash)))) form.set('logo', '');
  const file = form.get('logoFile');
  if (!(file instanceof File) || file.size === 0) return null;
  const kept = await keepLogo(files, new Uint8Array(await file.arrayBuffer()));
  if (!kept.ok) return kept.refused;
  // Whatever becomes of the form: a picture that a setting names by then is left where it is.
  await forgetLogoLater(platform, kept.value);
  form.set('logo', logoToken(kept.value));
  form.delete('noLogo');
  return null;
}

/** The logos that a form of the branding may put aside: the one it carries, and the one of the draft under way. */
export async function logosAtHand({ db }: Pick<Platform, 'db'>, form: FormData): Promise<readonly Logo[]> {
  const open = await findOpenSetting(db, 'branding');
  return [logoOfToken(form.get('logo')), (open?.value as Branding | undefined)?.logo].flatMap((logo) => logo ?? []);
}

/**
 * Removes what of these was put aside before it ever counted. A logo that counted once stays: documents that were issued in
 * its time show it in their head, and it can be put back. `kept` is one that a form still carries.
 */
export async function removeUnusedLogos(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  logos: readonly Logo[],
  kept: Logo | null = null,
): Promise<void> {
  for (const { hash } of logos) if (hash !== kept?.hash) await forgetLogo({ db, files }, hash);
}
