import type { StaffRole } from '#app/platform/access.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readAmount } from '#app/values/read-amount.ts';
import {
  amountTyped,
  type FaultyField,
  type ReadSetting,
  type SettingFault,
  type SettingLine,
  type TypedSetting,
} from './setting-values.ts';

type Limits = Partial<Readonly<Record<StaffRole, number>>>;

/** An amount for each role, minor units of AED; an empty one is none. `fault` is what an amount above `most` is told. */
export function readRoleLimits(
  form: FormData,
  { roles, most, fault }: { readonly roles: readonly StaffRole[]; readonly most: number; readonly fault: SettingFault },
): ReadSetting<Limits> {
  const typed: Record<string, string> = {};
  const wrong: FaultyField[] = [];
  const limits: Partial<Record<StaffRole, number>> = {};
  for (const role of roles) {
    const text = (typed[role] = plainLine(form.get(role), 20));
    const amount = text === '' ? 0 : readAmount(text);
    if (amount === null || amount > most) wrong.push({ field: role, fault });
    else if (amount > 0) limits[role] = amount;
  }
  return wrong.length > 0 ? { ok: false, typed, wrong } : { ok: true, value: limits };
}

export function typedRoleLimits(limits: Limits, roles: readonly StaffRole[]): TypedSetting {
  return Object.fromEntries(roles.map((role) => [role, amountTyped(limits[role] ?? 0)]));
}

export function linesOfRoleLimits(limits: Limits, roles: readonly StaffRole[]): readonly SettingLine[] {
  return roles.map((role) => ({
    key: role,
    name: { text: `role.${role}` },
    says: limits[role] ? { kind: 'money', amount: limits[role] } : { kind: 'key', text: 'limits.asks' },
  }));
}
