import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { CalendarDate } from '#app/values/dates.ts';
import type { EvisaField } from '../evisa-form.ts';
import type { RequestItem } from '../evisa.tables.ts';
import type { TravellerForm } from '../open-evisa-application.server.ts';
import type { HeldAnswer } from '../take-answer-form.server.ts';
import { UploadField, uploadFieldId } from './upload-field.tsx';

interface AskedFormProps {
  /** Address of the application. */
  readonly base: string;
  readonly authority: string;
  readonly request: { readonly items: readonly RequestItem[]; readonly words: string; readonly until?: CalendarDate | null };
  readonly traveller: TravellerForm;
  /** What came of the last press, where it could not be passed on. */
  readonly held: HeldAnswer | null;
  readonly busy: boolean;
}

/** What an officer asked of one traveller, in the officer's words, and the place to give it. */
export function AskedForm({ base, authority, request, traveller, held, busy }: AskedFormProps) {
  const t = useTexts('evisas');
  const faultOf = (code: string) => {
    const why = held?.unfit.find((each) => each.startsWith(`${code}.`))?.slice(code.length + 1);
    if (why) return t([`upload.refused.${why}`, 'upload.refused.other-type']);
    return held?.missing.some((each) => each === code) ? t('upload.choose') : undefined;
  };
  const papers = request.items.filter((item) => item.kind === 'document').map(({ code }) => code);
  const typed = held?.typed ?? traveller.typed;
  return (
    <Form method="post" encType="multipart/form-data" className="ev-form ev-asked">
      <input type="hidden" name="traveller" value={traveller.number} />
      <ErrorSummary
        faults={papers.flatMap((code) => {
          const fault = faultOf(code);
          return fault ? [{ field: uploadFieldId(code), message: `${t(`documents.${code}`)}: ${fault}` }] : [];
        })}
      />
      <div className="ev-asked__said">
        <h2>{t('case.asked')}</h2>
        {request.words && (
          <figure>
            <figcaption>{t('case.askedBy')}</figcaption>
            <blockquote dir="auto">{request.words}</blockquote>
          </figure>
        )}
        <p>{t('case.askedText')}</p>
        {request.until && (
          <Notice tone="warn" boxed icon="calendar">
            {t('case.askedUntil', { authority })}{' '}
            <b>
              <DateText date={request.until} form="long" />
            </b>
            .
          </Notice>
        )}
      </div>
      <fieldset>
        <legend className="sr-only">{t('case.asked')}</legend>
        {request.items.map((item) => {
          if (item.kind === 'field')
            return (
              <TextField
                key={item.code}
                name={item.code}
                label={t(`fields.${item.code}`)}
                defaultValue={typed[item.code as EvisaField] ?? ''}
                maxLength={120}
              />
            );
          const paper = traveller.papers.find(({ code }) => code === item.code) ?? { code: item.code, sent: null, wanted: true };
          return <UploadField key={item.code} base={base} paper={paper} missing={!paper.sent} fault={faultOf(item.code)} />;
        })}
        <TextArea
          name="words"
          className="ev-wide"
          label={t('case.words')}
          optional={t('form.optional')}
          defaultValue={held?.words}
          rows={3}
          maxLength={2000}
        />
      </fieldset>
      <p>
        <Button look="go" name="intent" value="answer" busy={busy && t('form.busy')}>
          {t('case.answer')}
        </Button>
      </p>
    </Form>
  );
}
