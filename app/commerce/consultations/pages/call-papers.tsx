import { Form, useNavigation } from 'react-router';
import { paperTypes } from '#app/values/paper-types.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { callPaperDays, callPaperKinds, mostCallPapers, type CallPaperKind } from '../call-paper-rules.ts';

export interface CallPapersView {
  readonly list: readonly { readonly id: string; readonly kind: CallPaperKind; readonly kilobytes: number; readonly on: string }[];
  /** What may still be sent. */
  readonly open: boolean;
  /** The kind that is offered first. */
  readonly usual: CallPaperKind;
  readonly refused: string | null;
  readonly done: 'sent' | 'taken-back' | null;
}

/** What somebody sends for their officer to read before the call: a letter of refusal, a form, proof of funds. */
export function CallPapers({ papers, here }: { papers: CallPapersView; here: string }) {
  const t = useTexts('consultations');
  const language = useLanguage();
  const navigation = useNavigation();
  const sending = navigation.state === 'submitting' && navigation.formData?.get('intent') === 'paper';
  if (!papers.open && papers.list.length === 0) return null;
  const full = papers.list.length >= mostCallPapers;
  return (
    <section className="cn-step cn-papers" aria-labelledby="papers">
      <h2 id="papers">{t('papers.title')}</h2>
      <p>{t(papers.usual === 'refusal' ? 'papers.refusalText' : 'papers.text')}</p>
      {papers.done && (
        <Notice tone="ok" boxed live>
          {t(`papers.${papers.done}`)}
        </Notice>
      )}
      {papers.list.length > 0 && (
        <ul className="cn-papers__list">
          {papers.list.map((paper) => (
            <li key={paper.id}>
              <Icon name="document" />
              <p>
                <a className="link" href={`${here}/papers/${paper.id}`}>
                  {t(`papers.kind.${paper.kind}`)}
                </a>
                <span>
                  {t('papers.size', { size: formatNumber(paper.kilobytes, language) })} · <DateText date={paper.on} />
                </span>
              </p>
              {papers.open && (
                <Form method="post" action={here} preventScrollReset>
                  <input type="hidden" name="paper" value={paper.id} />
                  <button className="btn btn--quiet btn--s" name="intent" value="take-back">
                    {t('papers.takeBack')}
                    <span className="sr-only"> {t(`papers.kind.${paper.kind}`)}</span>
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {papers.open && full && <p className="cn-none">{t('papers.full', { count: mostCallPapers })}</p>}
      {papers.open && !full && (
        <Form method="post" action={here} encType="multipart/form-data" className="cn-form" preventScrollReset>
          <div className="cn-pair">
            <SelectField name="kind" id="paper-kind" label={t('papers.what')} defaultValue={papers.usual} key={papers.usual}>
              {callPaperKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`papers.kind.${kind}`)}
                </option>
              ))}
            </SelectField>
            <div className={`field${papers.refused ? ' field--error' : ''}`}>
              <label className="field__label" htmlFor="paper-file">
                {t('papers.file')}
              </label>
              <input
                key={papers.list.length}
                className="file-field"
                type="file"
                id="paper-file"
                name="file"
                accept={paperTypes.join(',')}
                required
                aria-describedby={papers.refused ? 'paper-file-error paper-file-hint' : 'paper-file-hint'}
                aria-invalid={papers.refused ? true : undefined}
              />
              <p className="field__hint" id="paper-file-hint">
                {t('papers.fileHint')}
              </p>
              {papers.refused && (
                <p className="field__error" id="paper-file-error" role="alert">
                  <Icon name="fault" small />
                  <span>{t(`papers.refused.${papers.refused}`)}</span>
                </p>
              )}
            </div>
          </div>
          <div className="cn-foot">
            <Button look="line" name="intent" value="paper" icon="upload" busy={sending && t('papers.sending')}>
              {t('papers.send')}
            </Button>
            <p>{t('papers.kept', { count: callPaperDays })}</p>
          </div>
        </Form>
      )}
    </section>
  );
}
