import { posterAddress } from '#app/ui/poster/poster-address.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';

export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** schema.org facts of a text: an article and where it stands. Dates are calendar dates. */
export function articleAsData(
  text: {
    readonly path: string;
    readonly title: string;
    readonly summary: string;
    readonly language: string;
    readonly author: string | null;
    readonly publishedOn: string;
    readonly editedOn: string;
    readonly slug: string;
    readonly poster: PosterArt | null;
    readonly type: 'Article' | 'BlogPosting' | 'NewsArticle';
  },
  publicUrl: string,
  trail: readonly Crumb[],
): object[] {
  const house = { '@type': 'Organization', name: 'Rihla', url: publicUrl };
  return [
    {
      '@context': 'https://schema.org',
      '@type': text.type,
      '@id': `${publicUrl}${text.path}`,
      mainEntityOfPage: `${publicUrl}${text.path}`,
      headline: text.title,
      description: text.summary,
      inLanguage: text.language,
      datePublished: text.publishedOn,
      dateModified: text.editedOn,
      author: text.author ? { '@type': 'Person', name: text.author } : house,
      publisher: house,
      ...(text.poster ? { image: `${publicUrl}${posterAddress({ place: text.slug, ...text.poster, crop: 'landscape' })}` } : {}),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [...trail, { name: text.title, path: text.path }].map(({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: `${publicUrl}${path}`,
      })),
    },
  ];
}
