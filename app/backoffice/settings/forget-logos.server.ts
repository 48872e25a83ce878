import { storedLogo, type Logo } from '#app/platform/branding.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { isLogoNamed } from '#app/platform/settings-store.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';

const logoForget = jobKind<{ hash: string }>('settings.forget-logo');

/** A form that was wrong carries its picture; whoever leaves it there leaves a file that nothing names, which goes a day later. */
export async function forgetLogoLater({ db, jobs, clock }: Pick<Platform, 'db' | 'jobs' | 'clock'>, { hash }: Logo): Promise<void> {
  await jobs.send(db, logoForget, { hash }, { startAfter: new Date(addMilliseconds(clock.now(), dayMs)) });
}

/** Removes a picture unless a setting has come to name it. A form that still carries it asks for it again. */
export async function forgetLogo({ db, files }: Pick<Platform, 'db' | 'files'>, hash: string): Promise<void> {
  if (!(await isLogoNamed(db, hash))) await files.remove(storedLogo(hash));
}

export async function workOnLogos(platform: Platform): Promise<void> {
  await platform.jobs.handle(logoForget, ({ hash }) => forgetLogo(platform, hash));
}
