import { useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { DiffLine } from './line-diff.ts';
import './content.css';

/** Old and new lines under one another; a sign and a word say which is which, not colour alone. */
export function DiffView({ lines, language }: { lines: readonly DiffLine[]; language: LanguageCode }) {
  const t = useTexts('content');
  if (lines.every(({ sort }) => sort === 'same')) return <p className="muted">{t('diff.none')}</p>;
  return (
    <div className="c-diff" lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      {lines.map((line, index) =>
        line.sort === 'same' ? (
          <p key={index}>{line.text}</p>
        ) : line.sort === 'gone' ? (
          <del key={index}>
            <span className="sr-only">{t('diff.gone')}: </span>
            {line.text}
          </del>
        ) : (
          <ins key={index}>
            <span className="sr-only">{t('diff.new')}: </span>
            {line.text}
          </ins>
        ),
      )}
    </div>
  );
}
