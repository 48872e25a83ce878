import { keepLogo } from '#app/commerce/supply/keep-logo.server.ts';
import type { LogoFault } from '#app/commerce/supply/logo-rules.ts';
import { storedLogo } from '#app/platform/branding.ts';
import type { Files } from '#app/platform/files.server.ts';
import { logoOfToken, logoToken } from './branding-setting.ts';

/**
 * Takes the file of a form of the branding: what it became stands in the form's hidden field afterwards, so that nobody
 * chooses it again when something else was wrong. Returns what is wrong with the file. A field that names a picture which
 * the house does not have is emptied.
 */
export async function takeLogo(files: Files, form: FormData): Promise<LogoFault | null> {
  const before = logoOfToken(form.get('logo'));
  if (before && !(await files.find(storedLogo(before.hash)))) form.set('logo', '');
  const file = form.get('logoFile');
  if (!(file instanceof File) || file.size === 0) return null;
  const kept = await keepLogo(files, new Uint8Array(await file.arrayBuffer()));
  if (!kept.ok) return kept.refused;
  form.set('logo', logoToken(kept.value));
  form.delete('noLogo');
  return null;
}
