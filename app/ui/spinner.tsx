import { useTexts } from './texts.tsx';

/** The specified centred spinner with "Loading...". */
export function Spinner() {
  const t = useTexts('frame');
  return (
    <div className="spinner" role="status">
      <i className="spinner__ring" aria-hidden="true" />
      <p>{t('loading')}</p>
    </div>
  );
}
