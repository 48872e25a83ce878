import { formatNumber } from '#app/ui/number-format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { isPictured, PictureSamples } from './picture-samples.tsx';
import type { PaperView } from '../open-evisa-application.server.ts';

export function uploadFieldId(code: PaperView['code']): string {
  return `paper-${code}`;
}

/** One paper: what it must be, what was sent, and the way to send another. */
export function UploadField({
  base,
  paper,
  missing = false,
}: {
  /** Address of the application it belongs to. */
  base: string;
  paper: PaperView;
  missing?: boolean;
}) {
  const t = useTexts('evisas');
  const language = useLanguage();
  const id = uploadFieldId(paper.code);
  return (
    <div className={`ev-upload${paper.sent ? ' ev-upload--there' : ''}`}>
      <label htmlFor={id}>{t(`documents.${paper.code}`)}</label>
      <p id={`${id}-note`}>{t(`documentNotes.${paper.code}`)}</p>
      {isPictured(paper.code) && (
        <details className="ev-upload__samples">
          <summary>{t('samples.show')}</summary>
          <PictureSamples code={paper.code} />
        </details>
      )}
      {paper.sent && (
        <p className="ev-upload__state">
          <Icon name="done" small />{' '}
          <a className="link" href={`${base}/papers/${paper.sent.id}`}>
            {t('upload.sent')}
          </a>{' '}
          <bdi>{t('upload.size', { size: formatNumber(Math.max(1, Math.round(paper.sent.bytes / 1024)), language) })}</bdi>
        </p>
      )}
      {paper.sent?.warnings.map((warning) => (
        <p key={warning} className="ev-upload__warn">
          <Icon name="warning" small /> {t(`upload.refused.${warning}`)}
        </p>
      ))}
      {missing && (
        <p className="ev-upload__warn">
          <Icon name="warning" small /> {t('upload.missing')}
        </p>
      )}
      <input
        type="file"
        id={id}
        name={`paper.${paper.code}`}
        aria-describedby={`${id}-note`}
        accept={paper.code === 'photo' ? 'image/jpeg,image/png' : 'application/pdf,image/jpeg,image/png'}
      />
    </div>
  );
}
