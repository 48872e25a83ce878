import { productAsData, type ProductRating } from '#app/ui/product-data.ts';
import type { StaycationView } from './open-staycation.server.ts';

/** schema.org facts of a stay: what it is and from how much a night, and its place in the shop. */
export function staycationAsData(
  { stay, country, from }: StaycationView,
  rating: ProductRating,
  publicUrl: string,
  names: { list: string },
): object[] {
  const { id, words, poster, area } = stay;
  const list = `${publicUrl}/staycations`;
  return productAsData(
    {
      id,
      url: `${list}/${id}`,
      name: words.title,
      description: words.summary,
      category: `${words.area}, ${country}`,
      poster,
      from,
      rating,
      crumbs: [
        { name: names.list, url: list },
        { name: words.area, url: `${list}?where=${area}` },
      ],
    },
    publicUrl,
  );
}
