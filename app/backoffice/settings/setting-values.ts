import type { ProductKind } from '#app/commerce/product-contract.ts';
import type { LogoFault } from '#app/commerce/supply/logo-rules.ts';
import type { Logo } from '#app/platform/branding.ts';

/** Fields of a form as they were typed, by name. */
export type TypedSetting = Readonly<Record<string, string>>;
export type SettingFault =
  | 'text'
  | 'trn'
  | 'emirate'
  | 'time'
  | 'order'
  | 'open'
  | 'date'
  | 'long'
  | 'name'
  | 'twice'
  | 'amount'
  | 'discount'
  | 'sizes'
  | 'last-way'
  | 'mail'
  | 'phone'
  | 'too-long'
  | 'brand-name'
  | 'colour'
  | 'contrast'
  | 'pale'
  | 'grace'
  | 'readers'
  | 'rate'
  | 'category'
  | 'no-change'
  | 'prefix'
  | 'same-prefix'
  | 'year'
  | LogoFault
  | 'reason';
export interface FaultyField {
  readonly field: string;
  readonly fault: SettingFault;
}
export type ReadSetting<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly typed: TypedSetting; readonly wrong: readonly FaultyField[] };

/** One thing a section says. `name` is a key of the catalogue, with that of what it is part of, or what somebody called it. */
export interface SettingLine {
  readonly key: string;
  readonly name: { readonly text: string; readonly of?: string } | { readonly said: string };
  readonly says:
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'key'; readonly text: string }
    | { readonly kind: 'hours'; readonly from: string; readonly until: string }
    | { readonly kind: 'days'; readonly from: string; readonly until: string }
    | { readonly kind: 'money'; readonly amount: number }
    | ({ readonly kind: 'logo' } & Logo)
    /** Sizes of orders in minor units of AED. */
    | { readonly kind: 'way'; readonly kinds: readonly ProductKind[]; readonly least: number | null; readonly most: number | null };
}

/** An amount of minor units as a field shows it. */
export const amountTyped = (minor: number) => (minor % 100 === 0 ? String(minor / 100) : (minor / 100).toFixed(2));
