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
  fault,
}: {
  /** Address of the application it belongs to. */
  base: string;
  paper: PaperView;
  missing?: boolean;
  /** Why the last press did not take it. */
  fault?: string | undefined;
}) {
  const t = useTexts('evisas');
  const language = useLanguage();
  const id = uploadFieldId(paper.code);
  return (
    <div className={`ev-upload${paper.sent && !paper.wanted ? ' ev-upload--there' : ''}${fault ? ' ev-upload--fault' : ''}`}>
      <label htmlFor={id}>{t(`documents.${paper.code}`)}</label>
      <p id={`${id}-note`}>{t(`documentNotes.${paper.code}`)}</p>
      {isPictured(paper.code) && (
        <details className="ev-upload__samples">
          <summary>{t('samples.show')}</summary>
          <PictureSamples code={paper.code} />
        </details>
      )}
      {paper.sent && (
        <p className={paper.wanted ? 'ev-upload__warn' : 'ev-upload__state'}>
          <Icon name={paper.wanted ? 'warning' : 'done'} small />{' '}
          <a className="link" href={`${base}/papers/${paper.sent.id}`}>
            {t(paper.wanted ? 'upload.before' : 'upload.sent')}
          </a>{' '}
          <bdi>{t('upload.size', { size: formatNumber(Math.max(1, Math.round(paper.sent.bytes / 1024)), language) })}</bdi>
        </p>
      )}
      {paper.sent?.warnings.map((warning) => (
        <p key={warning} className="ev-upload__warn">
          <Icon name="warning" small /> {t(`upload.refused.${warning}`)}
        </p>
      ))}
      {missing && !fault && (
        <p className="ev-upload__warn">
          <Icon name="warning" small /> {t('upload.missing')}
        </p>
      )}
      {fault && (
        <p className="field__error" id={`${id}-error`}>
          <Icon name="fault" small />
          <span>{fault}</span>
        </p>
      )}
      <input
        type="file"
        id={id}
        name={`paper.${paper.code}`}
        aria-describedby={fault ? `${id}-error ${id}-note` : `${id}-note`}
        aria-invalid={fault ? true : undefined}
        accept={paper.code === 'photo' ? 'image/jpeg,image/png' : 'application/pdf,image/jpeg,image/png'}
      />
    </div>
  );
}
