import { decimalString, type Money } from '#app/values/money.ts';
import { posterAddress } from './poster/poster-address.ts';
import type { PosterArt } from './poster/poster-names.ts';

/** Of published reviews; `average` is of 5 stars, null without a review. */
export interface ProductRating {
  readonly count: number;
  readonly average: number | null;
}

/** schema.org facts of what is said of a product; nothing before somebody has said it. */
export const ratingAsData = ({ count, average }: ProductRating): object =>
  average === null
    ? {}
    : {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: Math.round(average * 100) / 100,
          reviewCount: count,
          bestRating: 5,
          worstRating: 1,
        },
      };

interface ProductFacts {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly poster: PosterArt;
  readonly from: Money;
  readonly rating: ProductRating;
  /** From the list to the product itself. */
  readonly crumbs: readonly { readonly name: string; readonly url: string }[];
}

/** schema.org facts of something in the shop: what it is, from how much, and its place. `publicUrl` without a slash at its end. */
export function productAsData(
  { id, url, name, description, category, poster, from, rating, crumbs }: ProductFacts,
  publicUrl: string,
): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': url,
      name,
      description,
      category,
      image: `${publicUrl}${posterAddress({ place: id, ...poster, crop: 'landscape' })}`,
      brand: { '@type': 'Brand', name: 'Rihla' },
      offers: {
        '@type': 'Offer',
        url,
        price: decimalString(from),
        priceCurrency: from.currency,
        availability: 'https://schema.org/InStock',
      },
      ...ratingAsData(rating),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [...crumbs, { name, url }].map((crumb, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name: crumb.name,
        item: crumb.url,
      })),
    },
  ];
}
