import type { SignedInUser } from '#app/platform/access.ts';
import type { Brand } from '#app/platform/branding.ts';
import type { DisplayCurrency, LanguageCode } from '#app/values/preferences.ts';

/** What the document knows of its request; given by the root loader under the id `root`. */
export interface RootData {
  readonly language: LanguageCode;
  /** What may be chosen in the shop. */
  readonly languages: readonly LanguageCode[];
  readonly brand: Brand;
  readonly currency: DisplayCurrency | null;
  readonly nonce: string;
  readonly requestId: string;
  /** Outside services the house has switched on; the same for everyone. */
  readonly services: {
    readonly analyticsId: string | null;
    readonly chat: { readonly appId: string; readonly region: 'us' | 'eu' | 'ap' } | null;
  };
  /** A colleague is looking at the shop as this traveller sees it, until this time in Dubai. */
  readonly visit: { readonly name: string; readonly until: string } | null;
  readonly viewer: { readonly kind: 'anonymous' } | { readonly kind: 'customer' | 'staff'; readonly user: SignedInUser };
}
