import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Outcome } from '#app/values/outcome.ts';
import { draftForAnother, putDraftToWork, type AgreedKind, type RuleRefusal } from './agree-on-points.server.ts';
import type { TermsValues } from './terms-rules.ts';
import { lockTerms, putTermsToWork, saveDraftTerms } from './terms-store.server.ts';

const terms: AgreedKind = {
  table: 'loyalty_terms',
  task: 'tasks:points-terms',
  drafted: 'loyalty.terms-drafted',
  live: 'loyalty.terms-live',
};

/** Writes what points shall become and invitations bring; it stands when somebody else puts it to work. */
export async function draftTerms(platform: Platform, viewer: Clerk, values: TermsValues): Promise<Outcome<null, RuleRefusal>> {
  return draftForAnother(platform, viewer, terms, {
    detail: { ...values },
    save: (tx, now, made) => saveDraftTerms(tx, now, { ...made, values }),
  });
}

/** Puts terms to work, as they were looked at; those before are retired. Never by who wrote them. */
export async function approveTerms(
  platform: Platform,
  viewer: Clerk,
  seen: { readonly id: string; readonly version: number },
): Promise<Outcome<null, RuleRefusal>> {
  return putDraftToWork(platform, viewer, terms, seen, {
    lock: lockTerms,
    async put(tx, now, { id }, by) {
      await putTermsToWork(tx, now, id, by);
      return undefined;
    },
  });
}
