import { houseFactFields, type HouseFacts } from '#app/platform/house-facts.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { plainLine } from '#app/values/plain-text.ts';
import type { FaultyField, ReadSetting, SettingLine, TypedSetting } from './setting-values.ts';

const longest = 80;

/** Reads what the public is told. All but the mail address may be empty, and is then left out where it would stand. */
export function readPublic(form: FormData): ReadSetting<HouseFacts> {
  const wrong: FaultyField[] = [];
  const email = plainEmail(form.get('email'), longest);
  const [phone, licence, accreditation] = (['phone', 'licence', 'accreditation'] as const).map((field) =>
    plainLine(form.get(field), longest + 1),
  ) as [string, string, string];
  if (!looksLikeEmail(email) || email.length > longest) wrong.push({ field: 'email', fault: 'mail' });
  if (phone !== '' && !/^\+\d[\d ]{6,18}\d$/.test(phone)) wrong.push({ field: 'phone', fault: 'phone' });
  for (const [field, text] of [
    ['licence', licence],
    ['accreditation', accreditation],
  ] as const)
    if (text.length > longest) wrong.push({ field, fault: 'too-long' });
  if (wrong.length > 0) return { ok: false, typed: { email, phone, licence, accreditation }, wrong };
  return { ok: true, value: { email, phone: phone || null, licence: licence || null, accreditation: accreditation || null } };
}

export function typedPublic(facts: HouseFacts): TypedSetting {
  return Object.fromEntries(houseFactFields.map((field) => [field, facts[field] ?? '']));
}

export function linesOfPublic(facts: HouseFacts): readonly SettingLine[] {
  return houseFactFields.map((field) => {
    const text = facts[field];
    return { key: field, name: { text: `public.${field}` }, says: text ? { kind: 'text', text } : { kind: 'key', text: 'none' } };
  });
}
