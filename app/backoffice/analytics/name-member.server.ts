import type { Db } from '#app/platform/database.server.ts';
import { listSuppliers } from '#app/products/flights/supply/flight-suppliers-store.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { languageName } from '#app/ui/language-name.server.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Split } from './measure-rules.ts';

/** Suppliers of flights by their code, as the register names them; nothing where they are not what is told apart. */
export async function readSupplierNames(db: Db, split: Split | null = 'supplier'): Promise<ReadonlyMap<string, string>> {
  return split === 'supplier' ? new Map((await listSuppliers(db)).map(({ code, name }) => [code, name])) : new Map();
}

/** How a member of a split is called: a product, a supplier, a language, a country; other codes as they are. */
export function nameMember(
  t: Translate,
  language: LanguageCode,
  split: Split,
  member: string,
  suppliers: ReadonlyMap<string, string>,
): string {
  if (split === 'kind') return t(member === '' ? 'kind.none' : `kind.${member}`);
  if (member === '') return t('few');
  if (split === 'supplier') return suppliers.get(member) ?? member;
  if (split === 'language') return languageName(member as LanguageCode, language);
  if (split === 'country') return countryName(member, language);
  if (split === 'route') return member.replace('-', ' → ');
  return member;
}
