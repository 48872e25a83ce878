import type { LetterLimits } from '#app/commerce/campaigns/letter-limits.server.ts';
import { plainLine } from '#app/values/plain-text.ts';
import type { ReadSetting, SettingLine, TypedSetting } from './setting-values.ts';

/** Above it, a second person reads a letter whatever an owner says. */
const mostAlone = 10_000;

export function readLetters(form: FormData): ReadSetting<LetterLimits> {
  const alone = plainLine(form.get('alone'), 10);
  if (!/^\d{1,5}$/.test(alone) || Number(alone) > mostAlone)
    return { ok: false, typed: { alone }, wrong: [{ field: 'alone', fault: 'readers' }] };
  return { ok: true, value: { alone: Number(alone) } };
}

export function typedLetters({ alone }: LetterLimits): TypedSetting {
  return { alone: String(alone) };
}

export function linesOfLetters({ alone }: LetterLimits): readonly SettingLine[] {
  return [
    {
      key: 'alone',
      name: { text: 'letters.alone' },
      says: alone === 0 ? { kind: 'key', text: 'letters.none' } : { kind: 'text', text: String(alone) },
    },
  ];
}
