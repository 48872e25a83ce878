import type { CalendarDate, Instant } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** What a mail says of a thing that got cheap enough. */
export interface CheapNews {
  readonly kind: 'price-alerts.mail' | 'price-alerts.tour';
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  readonly rows: readonly { readonly head: string; readonly words: string }[];
  readonly button: string;
  /** Below the public address. */
  readonly path: string;
}

export interface WatchedPrice {
  /** Of one person, all in, in AED; null while there is none to be had. */
  readonly lowest: Money | null;
  /** Whoever sells it has answered. Otherwise there may be a lower price, or one at all. */
  readonly whole: boolean;
}

/** How one kind of thing that travellers keep is priced and told of: flights, tours. */
export interface WatchedKind {
  /** Whether an id of a favourite is one of this kind. */
  owns(thing: string): boolean;
  /** `over`: there never will be a price again. */
  lowest(thing: string, now: Instant): Promise<WatchedPrice | 'over'>;
  /** Null when it is gone meanwhile. */
  tell(
    thing: string,
    news: { readonly language: LanguageCode; readonly lowest: Money; readonly below: Money; readonly day: CalendarDate },
  ): Promise<CheapNews | null>;
}
