/** The house's own picture of itself, as pixels under the hash of their content. */
export interface Logo {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

/** What an owner sets of how the house is called and shown; what is null is as the house was delivered. */
export interface Branding {
  readonly name: string | null;
  readonly nameAr: string | null;
  readonly logo: Logo | null;
  /** #rrggbb; absent in what was set before there was one. */
  readonly accent?: string | null;
}

export const deliveredBranding: Branding = { name: null, nameAr: null, logo: null, accent: null };

/** The same as it is shown: a house that gave itself one name is not called by another beside it. */
export interface Brand {
  readonly name: string;
  readonly nameAr: string | null;
  readonly logo: Logo | null;
  /** The colour of its buttons and marks; null: as it was delivered. */
  readonly accent: string | null;
}

export const deliveredBrand: Brand & { readonly logo: null } = { name: 'Rihla', nameAr: 'رحلة', logo: null, accent: null };

/** What the house is called in a language: its Arabic name where it has one. */
export const houseNameIn = ({ name, nameAr }: Pick<Brand, 'name' | 'nameAr'>, language: string): string =>
  language === 'ar' ? (nameAr ?? name) : name;

export function brandOf({ name, nameAr, logo, accent = null }: Branding): Brand {
  if (name === null && nameAr === null) return { ...deliveredBrand, logo, accent };
  return { name: name ?? nameAr!, nameAr: name === null ? null : nameAr, logo, accent };
}

/** What stands in the head of a printed document; sizes in points. */
export interface PaperBrand {
  readonly name: string;
  readonly nameAr: string | null;
  readonly logo: { readonly svg: string; readonly width: number; readonly height: number } | null;
}

/** Where a logo lies among the files of the house. */
export const storedLogo = (hash: string) => `brand-${hash}.png`;
/** Its address; its content never changes under it. */
export const logoAddress = ({ hash }: Pick<Logo, 'hash'>) => `/brand/${hash}.png`;
