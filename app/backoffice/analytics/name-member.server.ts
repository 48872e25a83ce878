import { countryName } from '#app/ui/country-name.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Split } from './measure-rules.ts';

/** How a member of a split is called: a product, a language, a country; codes as they are. */
export function nameMember(t: Translate, language: LanguageCode, split: Split, member: string): string {
  if (split === 'kind') return t(member === '' ? 'kind.none' : `kind.${member}`);
  if (member === '') return t('few');
  if (split === 'language') return languageName(member as LanguageCode, language);
  if (split === 'country') return countryName(member, language);
  if (split === 'route') return member.replace('-', ' → ');
  return member;
}
