import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';

export type PublishRefusal = 'second-person' | 'languages-missing';

/**
 * Whether a text may become public. A legal document needs all languages and a second pair of eyes: neither who wrote
 * since the last edition nor who submitted it. Everything else needs English, which stands in for the other languages.
 */
export function mayPublish(asked: {
  readonly kind: string;
  readonly languages: readonly LanguageCode[];
  /** Actors of the versions written since the last edition. */
  readonly writers: readonly string[];
  readonly submittedBy: string | null;
  readonly actor: string;
}): PublishRefusal | null {
  const legal = asked.kind === 'legal';
  const needed: readonly LanguageCode[] = legal ? languageCodes : ['en'];
  if (needed.some((language) => !asked.languages.includes(language))) return 'languages-missing';
  if (legal && [...asked.writers, asked.submittedBy].includes(asked.actor)) return 'second-person';
  return null;
}
