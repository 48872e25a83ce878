import { createHash } from 'node:crypto';
import { storedLogo, type Logo } from '#app/platform/branding.ts';
import type { Files } from '#app/platform/files.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { logoType, mostLogoBytes, tallestLogo, widestLogo, type LogoFault } from './logo-rules.ts';
import { prepareLogo } from './prepare-photograph.server.ts';

/** Changed with how logos are drawn, so that a file under its name never changes. */
const making = 'logo v1';

/** Draws a file anew as a small picture and keeps it under its hash. It shows nowhere before a setting names it. */
export async function keepLogo(files: Pick<Files, 'put'>, content: Uint8Array): Promise<Outcome<Logo, LogoFault>> {
  if (content.byteLength > mostLogoBytes) return refuse('logo-large');
  const type = logoType(content);
  if (type === null) return refuse('logo-type');
  if (type === 'unsafe') return refuse('logo-damaged');
  const made = await prepareLogo(content, type);
  if (typeof made === 'string') return refuse(made === 'too-small' ? 'logo-small' : 'logo-damaged');
  const { width, height } = made;
  if (width > height * widestLogo || height > width * tallestLogo) return refuse('logo-shape');
  const hash = createHash('sha256').update(making).update(content).digest('hex').slice(0, 40);
  await files.put(storedLogo(hash), made.content);
  return done({ hash, width, height });
}
