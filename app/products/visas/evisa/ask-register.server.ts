import type { Platform } from '#app/platform/platform.server.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { findRequirement } from '../requirements/find-requirement.server.ts';
import type { RegisterWord } from './evisa-eligibility.ts';

/**
 * What the register says of a passport for a country: only a line that is fresh counts, and no indication of a public
 * table. An e-visa, a permit or a visa on arrival leaves the application open; a visa of a mission closes it.
 */
export async function askRegister(
  platform: Pick<Platform, 'db' | 'clock'>,
  country: string,
  whom: { readonly passport: string; readonly residence: string; readonly arrival: CalendarDate | null },
): Promise<RegisterWord> {
  if (!whom.passport || whom.passport === country) return null;
  const answer = await findRequirement(platform, {
    passports: [whom.passport],
    residence: whom.residence || null,
    heldVisas: [],
    destination: country,
    purpose: 'tourism',
    arrives: whom.arrival,
    leaves: null,
    via: [],
    passportExpires: null,
  });
  if (answer.basis !== 'register' || answer.isStale) return null;
  if (answer.need === 'not-needed') return 'not-needed';
  if (answer.need === 'sticker-visa' || answer.need === 'not-admitted') return 'closed';
  return answer.need === 'unknown' ? null : 'open';
}
