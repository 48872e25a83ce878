import type { AnswerTransit, TransitAnswer } from '#app/commerce/trip-line/transit-rules-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { visaToday } from './find-requirement.server.ts';
import { sheetOf } from './passport-groups.ts';
import { answerTrip } from './requirement-rules.ts';
import type { VisaAnswer } from './requirement.ts';
import { readVerifiedRules } from './visa-rules-store.server.ts';

/** What changes of flights ask of a passport, from the register as it stands; a stale line counts as not known. */
export async function readTransitRules(platform: Pick<Platform, 'db' | 'clock'>): Promise<AnswerTransit> {
  const rules = await readVerifiedRules(platform);
  const today = visaToday(platform);
  const known = new Map<string, TransitAnswer>();
  return ({ passport, residence, country, from, to, enters }) => {
    const sheet = sheetOf(country);
    if (sheet === sheetOf(from) || sheet === sheetOf(to)) return null;
    const key = `${passport} ${residence ?? ''} ${country} ${enters}`;
    let answer = known.get(key);
    if (!answer) {
      const trip = answerTrip(
        rules,
        {
          passports: [passport],
          residence,
          heldVisas: [],
          destination: to,
          purpose: 'tourism',
          arrives: null,
          leaves: null,
          via: enters ? [] : [country],
          enters: enters ? [country] : [],
          passportExpires: null,
        },
        today,
      );
      known.set(key, (answer = said((enters ? trip.entries : trip.transits)[0]!)));
    }
    return answer;
  };
}

function said({ need, basis, rule, isStale }: VisaAnswer): TransitAnswer {
  const isKnown = need !== 'unknown' && !isStale;
  return {
    need: !isKnown ? 'unknown' : need === 'not-needed' ? 'free' : 'needed',
    because: basis === 'own-country' || basis === 'own-residence' ? 'home' : null,
    source: rule && new URL(rule.source).host.replace(/^www\./, ''),
    checkedOn: rule && rule.checkedOn,
  };
}
