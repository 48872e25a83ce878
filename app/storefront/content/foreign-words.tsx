import { Notice } from '#app/ui/notice.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Says that nobody has translated this text yet, where that is so. */
export function ForeignWords({ language }: { language: LanguageCode }) {
  const t = useTexts('content');
  const wanted = useLanguage();
  if (language === wanted) return null;
  return (
    <Notice tone="info" boxed icon="language">
      {t('foreign')}
    </Notice>
  );
}
