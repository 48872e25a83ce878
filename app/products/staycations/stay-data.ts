import { decimalString } from '#app/values/money.ts';
import { posterAddress } from '#app/ui/poster/poster-address.ts';
import type { StaycationView } from './open-staycation.server.ts';

/** schema.org facts of a stay: what it is and from how much a night, and its place in the shop. */
export function staycationAsData({ stay, country, from }: StaycationView, publicUrl: string, names: { list: string }): object[] {
  const { id, words, poster } = stay;
  const url = `${publicUrl}/staycations/${id}`;
  const crumb = (position: number, name: string, item: string) => ({ '@type': 'ListItem', position, name, item });
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': url,
      name: words.title,
      description: words.summary,
      category: `${words.area}, ${country}`,
      image: `${publicUrl}${posterAddress({ place: id, ...poster, crop: 'landscape' })}`,
      brand: { '@type': 'Brand', name: 'Rihla' },
      offers: {
        '@type': 'Offer',
        url,
        price: decimalString(from),
        priceCurrency: from.currency,
        availability: 'https://schema.org/InStock',
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        crumb(1, names.list, `${publicUrl}/staycations`),
        crumb(2, words.area, `${publicUrl}/staycations?where=${stay.area}`),
        crumb(3, words.title, url),
      ],
    },
  ];
}
