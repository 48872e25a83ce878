import { newReference } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { consentWording, type Consent } from './consent.ts';
import { consentReceipts } from './consent-receipts.tables.ts';

/** Writes down what was allowed and gives the receipt's number. It holds nothing that leads back to a person. */
export async function keepReceipt(db: Db, now: Instant, consent: Consent, language: LanguageCode): Promise<string> {
  const id = newReference();
  const { analytics, marketing, personalization } = consent;
  await db
    .insert(consentReceipts)
    .values({ id, chosenAt: new Date(now), wording: consentWording, language, analytics, marketing, personalization });
  return id;
}
