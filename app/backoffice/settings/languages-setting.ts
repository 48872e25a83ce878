import type { ShopLanguages } from '#app/platform/shop-languages.ts';
import { houseLanguage, languageCodes } from '#app/values/preferences.ts';
import type { ReadSetting, SettingLine, TypedSetting } from './setting-values.ts';

/** What may be taken away: English stands in for all the others. */
export const optionalLanguages = languageCodes.filter((code) => code !== houseLanguage);

/** Reads which languages the shop offers. Every form is a valid one. */
export function readLanguages(form: FormData): ReadSetting<ShopLanguages> {
  return { ok: true, value: { offered: languageCodes.filter((code) => code === houseLanguage || form.get(code) === 'on') } };
}

export function typedLanguages({ offered }: ShopLanguages): TypedSetting {
  return Object.fromEntries(optionalLanguages.filter((code) => offered.includes(code)).map((code) => [code, 'on']));
}

export function linesOfLanguages({ offered }: ShopLanguages): readonly SettingLine[] {
  return languageCodes.map((code) => ({
    key: code,
    name: { text: `languages.name.${code}` },
    says: { kind: 'key', text: code === houseLanguage ? 'languages.always' : `languages.${offered.includes(code) ? 'on' : 'off'}` },
  }));
}
