import { languageAddresses, addressIn } from './language-addresses.ts';
import { cardAddress, cardSize, type Share } from './share-card.ts';
import { findPlace, type Place } from '#app/site-map.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

const locales: Readonly<Record<LanguageCode, string>> = { en: 'en_GB', ar: 'ar_AE', tl: 'tl_PH', es: 'es_ES', pt: 'pt_BR' };

export interface HeadFacts {
  readonly place: Place | null;
  readonly status: number;
  /** Path without its query: filters make no page of their own. */
  readonly path: string;
  readonly language: LanguageCode;
  /** Of the shop. */
  readonly languages: readonly LanguageCode[];
  readonly publicUrl: string;
  /** What the house is called. */
  readonly siteName: string;
  /** The page's own words and art, where its loader gives them. */
  readonly own: {
    readonly title?: string;
    readonly description?: string;
    readonly shareCard?: Share | null;
    /** Where the page stands under several addresses: the one that counts, in English. */
    readonly canonical?: string;
  };
  readonly t: Translate;
}

/** A page that search engines may keep: open to everyone, not hidden, and really there. */
export function isPublicPlace(place: Place): boolean {
  return place.access.kind === 'everyone' && place.frame === 'storefront' && !place.hidden;
}

/** Words for search engines and shared links. Elements of the head only. */
export function DocumentHead({ place, status, path, language, languages, publicUrl, siteName, own, t }: HeadFacts) {
  // A second address of a page says which is the first.
  if (place?.hidden && own.canonical && status < 400) {
    const first = new URL(own.canonical).pathname;
    return (
      <>
        <meta name="description" content={own.description ?? t(`descriptions:${findPlace(first)?.id ?? place.id}`)} />
        <link rel="canonical" href={addressIn(language, publicUrl, first)} />
      </>
    );
  }
  if (!place || !isPublicPlace(place) || status >= 400) {
    return (
      <>
        <meta name="robots" content="noindex" />
        {own.description && status < 400 && <meta name="description" content={own.description} />}
      </>
    );
  }
  const title = own.title ?? t(`titles:${place.id}`);
  const description = own.description ?? t(`descriptions:${place.id}`);
  const counts = own.canonical ? new URL(own.canonical).pathname : path;
  const here = addressIn(language, publicUrl, counts);
  const card = publicUrl + cardAddress(own.shareCard ?? null);
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={here} />
      {languageAddresses(publicUrl, counts, languages).map(({ hreflang, href }) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={href} />
      ))}
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={here} />
      <meta property="og:locale" content={locales[language]} />
      <meta property="og:image" content={card} />
      <meta property="og:image:width" content={String(cardSize.width)} />
      <meta property="og:image:height" content={String(cardSize.height)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
