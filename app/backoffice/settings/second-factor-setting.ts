import { staffRoles } from '#app/platform/access.ts';
import { mostGraceDays, type SecondFactorRule } from '#app/platform/second-factor-rule.ts';
import { plainLine } from '#app/values/plain-text.ts';
import type { ReadSetting, SettingLine, TypedSetting } from './setting-values.ts';

/** Reads which roles must have a second factor; from when each of them must is written when it is applied. */
export function readSecondFactor(form: FormData): ReadSetting<SecondFactorRule> {
  const roles = staffRoles.filter((role) => form.get(role) === 'on');
  const graceDays = plainLine(form.get('graceDays'), 10);
  if (!/^\d{1,2}$/.test(graceDays) || Number(graceDays) > mostGraceDays) {
    const typed = { ...Object.fromEntries(roles.map((role) => [role, 'on'])), graceDays };
    return { ok: false, typed, wrong: [{ field: 'graceDays', fault: 'grace' }] };
  }
  return { ok: true, value: { roles, graceDays: Number(graceDays), since: {} } };
}

export function typedSecondFactor({ roles, graceDays }: SecondFactorRule): TypedSetting {
  return { ...Object.fromEntries(roles.map((role) => [role, 'on'])), graceDays: String(graceDays) };
}

export function linesOfSecondFactor({ roles, graceDays }: SecondFactorRule): readonly SettingLine[] {
  return [
    ...staffRoles.map((role): SettingLine => ({
      key: role,
      name: { text: `role.${role}` },
      says: { kind: 'key', text: roles.includes(role) ? 'second-factor.must' : 'second-factor.may' },
    })),
    { key: 'graceDays', name: { text: 'second-factor.graceDays' }, says: { kind: 'text', text: String(graceDays) } },
  ];
}
