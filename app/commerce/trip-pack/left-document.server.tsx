import type { Brand } from '#app/platform/branding.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { tripDocument } from './trip-document.server.tsx';

/** The page on which a device lets go of what it keeps, and goes on to `next`. */
export function leftDocument(language: LanguageCode, brand: Pick<Brand, 'name' | 'nameAr'>, next: string) {
  const t = textsFor(language).of('trip-pack');
  return tripDocument({
    language,
    brand,
    title: t('left.title'),
    script: '/trip-leave.js',
    next,
    body: (
      <main>
        <h1>{t('left.title')}</h1>
        <p>{t('left.text')}</p>
        <p>
          <a href={next}>{t('left.on')}</a>
        </p>
      </main>
    ),
  });
}
