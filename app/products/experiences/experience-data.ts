import { productAsData, type ProductRating } from '#app/ui/product-data.ts';
import type { ExperienceView } from './open-experience.server.ts';

/** schema.org facts of an experience: what it is and from how much, and its place in the shop. */
export function experienceAsData(
  { experience, country, from }: ExperienceView,
  rating: ProductRating,
  publicUrl: string,
  names: { list: string },
): object[] {
  const { id, words, poster, city } = experience;
  const list = `${publicUrl}/experiences`;
  return productAsData(
    {
      id,
      url: `${publicUrl}/experience/${id}`,
      name: words.title,
      description: words.summary,
      category: `${words.city}, ${country}`,
      poster,
      from,
      rating,
      crumbs: [
        { name: names.list, url: list },
        { name: words.city, url: `${list}?city=${city}` },
      ],
    },
    publicUrl,
  );
}
