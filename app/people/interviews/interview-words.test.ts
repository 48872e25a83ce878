import { expect, it } from 'vitest';
import { officeZone } from '#app/commerce/consultations/slot-rules.ts';
import { zoneName } from '#app/commerce/consultations/zone-words.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { instant } from '#app/values/dates.ts';
import { languageCodes } from '#app/values/preferences.ts';

it.each(languageCodes)('an interview names the zone of its times once in %s', (language) => {
  const words = [officeZone, 'Asia/Manila', 'America/Sao_Paulo'].map((zone) =>
    textsFor(language).of('interviews')('zone', { zone: zoneName(zone, language, instant(Date.UTC(2026, 10, 30))) }),
  );
  // Where a zone's name begins with the word for it, the sentence does not say it before.
  for (const one of words) expect(one).not.toMatch(/(\p{L}{4,}) (?:\p{L})?\1/u);
});
