import { decimalString } from '#app/values/money.ts';
import { posterAddress } from '#app/ui/poster/poster-address.ts';
import type { ExperienceView } from './open-experience.server.ts';

/** schema.org facts of an experience: what it is and from how much, and its place in the shop. */
export function experienceAsData({ experience, country, from }: ExperienceView, publicUrl: string, names: { list: string }): object[] {
  const { id, words, poster } = experience;
  const url = `${publicUrl}/experience/${id}`;
  const crumb = (position: number, name: string, item: string) => ({ '@type': 'ListItem', position, name, item });
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': url,
      name: words.title,
      description: words.summary,
      category: `${words.city}, ${country}`,
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
        crumb(1, names.list, `${publicUrl}/experiences`),
        crumb(2, words.city, `${publicUrl}/experiences?city=${experience.city}`),
        crumb(3, words.title, url),
      ],
    },
  ];
}
