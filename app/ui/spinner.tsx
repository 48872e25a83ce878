import { useTexts } from './texts.tsx';

/** The specified centred spinner with "Loading...". */
export function Spinner() {
  const t = useTexts('frame');
  return (
    <output className="spinner">
      <i className="spinner__ring" aria-hidden="true" />
      <span>{t('loading')}</span>
    </output>
  );
}
