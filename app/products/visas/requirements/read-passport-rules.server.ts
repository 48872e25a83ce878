import type { AnswerPassport } from '#app/commerce/trip-line/passport-rules-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { visaToday } from './find-requirement.server.ts';
import { sheetOf } from './passport-groups.ts';
import { answerTrip, isStale, passportIssuedFrom, passportUntil } from './requirement-rules.ts';
import { readVerifiedRules } from './visa-rules-store.server.ts';

/** How long passports must last, from the register as it stands; a stale line counts as not known. */
export async function readPassportRules(platform: Pick<Platform, 'db' | 'clock'>): Promise<AnswerPassport> {
  const rules = await readVerifiedRules(platform);
  const today = visaToday(platform);
  return ({ passport, residence, country, arrives, leaves, airside }) => {
    const answer = answerTrip(
      rules,
      {
        passports: [passport],
        residence,
        heldVisas: [],
        destination: country,
        purpose: airside ? 'transit' : 'tourism',
        arrives,
        leaves,
        via: [],
        passportExpires: null,
      },
      today,
    );
    // Whoever is a citizen within the area moves in it on any valid passport.
    const isHome = answer.basis === 'own-country' || answer.basis === 'own-residence' || sheetOf(passport) === sheetOf(country);
    if (isHome) return { kind: 'home' };
    // Passports are looked at alike on one border: where this one has no line of its own, the sheet's others speak for it.
    const own = answer.rule
      ? [answer.rule]
      : rules.filter((rule) => rule.destination === sheetOf(country) && (!airside || rule.purposes.includes('transit')));
    const [first, ...others] = own.filter((rule) => !isStale(rule, today));
    const same = others.every((rule) => JSON.stringify(rule.passport) === JSON.stringify(first?.passport));
    const until = first?.passport && same ? passportUntil(first.passport, arrives, leaves ?? arrives) : null;
    if (!first?.passport || !until) return { kind: 'unknown' };
    const source = new URL(first.source).host.replace(/^www\./, '');
    return { kind: 'rule', until, issuedFrom: passportIssuedFrom(first.passport, arrives), source };
  };
}
