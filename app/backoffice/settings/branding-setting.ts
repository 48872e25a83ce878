import type { Branding, Logo } from '#app/platform/branding.ts';
import { isReadable, standsOut } from '#app/values/accent-tones.ts';
import { parseColour } from '#app/values/colour.ts';
import { plainLine } from '#app/values/plain-text.ts';
import type { FaultyField, ReadSetting, SettingLine, TypedSetting } from './setting-values.ts';

/** A longer one leaves no room in the head of a page on a telephone. */
export const longestBrandName = 24;

/** More than a colour has, so that a slip is seen as it was typed. */
const longestColour = 20;

/** A kept logo as a hidden field carries it. */
export const logoToken = ({ hash, width, height }: Logo) => `${hash}.${width}.${height}`;

export function logoOfToken(token: unknown): Logo | null {
  const [, hash, width, height] = /^([0-9a-f]{40})\.([1-9]\d{0,3})\.([1-9]\d{0,3})$/.exec(String(token ?? '')) ?? [];
  return hash ? { hash, width: Number(width), height: Number(height) } : null;
}

/** What the form says after its file was taken (`take-logo.server.ts`). Empty names are the house's own. */
export function readBrandingForm(form: FormData): ReadSetting<Branding> {
  const wrong: FaultyField[] = [];
  const logo = form.get('noLogo') === 'on' ? null : logoOfToken(form.get('logo'));
  const [name, nameAr] = (['name', 'nameAr'] as const).map((field) => {
    const text = plainLine(form.get(field), longestBrandName + 1);
    if (text.length === 1 || text.length > longestBrandName) wrong.push({ field, fault: 'brand-name' });
    return text;
  }) as [string, string];
  const typed = plainLine(form.get('accent'), longestColour);
  const accent = parseColour(typed);
  if (typed !== '' && accent === null) wrong.push({ field: 'accent', fault: 'colour' });
  else if (accent !== null && !isReadable(accent)) wrong.push({ field: 'accent', fault: 'contrast' });
  else if (accent !== null && !standsOut(accent)) wrong.push({ field: 'accent', fault: 'pale' });
  if (wrong.length > 0) return { ok: false, typed: { name, nameAr, logo: logo ? logoToken(logo) : '', accent: typed }, wrong };
  return { ok: true, value: { name: name || null, nameAr: nameAr || null, logo, accent } };
}

export function typedBranding({ name, nameAr, logo, accent }: Branding): TypedSetting {
  return { name: name ?? '', nameAr: nameAr ?? '', logo: logo ? logoToken(logo) : '', accent: accent ?? '' };
}

export function linesOfBranding({ name, nameAr, logo, accent = null }: Branding): readonly SettingLine[] {
  const said = (text: string | null): SettingLine['says'] => (text ? { kind: 'text', text } : { kind: 'key', text: 'branding.own' });
  return [
    { key: 'logo', name: { text: 'branding.logo' }, says: logo ? { kind: 'logo', ...logo } : { kind: 'key', text: 'branding.drawn' } },
    { key: 'name', name: { text: 'branding.name' }, says: said(name) },
    { key: 'nameAr', name: { text: 'branding.nameAr' }, says: said(nameAr) },
    { key: 'accent', name: { text: 'branding.accent' }, says: said(accent) },
  ];
}
