import type { AnswerPassport } from '#app/commerce/trip-line/passport-rules-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { asksWhenIssued } from './document-rules.ts';
import type { JourneyFacts } from '../journey-facts.ts';

/** Names of the countries on the way that ask when a passport was issued: the form asks it for them alone. */
export function issuedFor(journey: JourneyFacts, passport: AnswerPassport, language: LanguageCode): string[] {
  return journey.international ? asksWhenIssued(journey.stays, passport).map((code) => countryName(code, language)) : [];
}
