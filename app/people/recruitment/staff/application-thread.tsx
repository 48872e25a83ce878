import { Form } from 'react-router';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useFields, type Record, type Sent } from './application-fields.tsx';

function Letter({ letter, sent }: { letter: { readonly id: string; readonly subject: string; readonly words: string }; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { open, field, said } = useFields(sent, 'mail', ['template', letter.id]);
  return (
    <details open={open}>
      <summary>{t(`template.${letter.id}`)}</summary>
      <Form method="post" action="." className="hr-form">
        <input type="hidden" name="template" value={letter.id} />
        <label>
          {t('mailSubject')}
          <input {...field('subject', letter.subject)} dir="auto" maxLength={150} required />
          {said('subject')}
        </label>
        <label>
          {t('mailWords')}
          <textarea {...field('words', letter.words)} rows={7} dir="auto" maxLength={4000} required />
          {said('words')}
        </label>
        <button className="bo-btn" name="intent" value="mail" type="submit">
          {t('mailSend')}
        </button>
      </Form>
    </details>
  );
}

/** What was written to them and by them, and among colleagues. */
export function Thread({ record, sent }: { record: Record; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { open, field, said } = useFields(sent, 'note');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('thread')}</h2>
      {record.hiddenMails > 0 && <p className="dl-quiet">{t('mailsHidden', { n: record.hiddenMails })}</p>}
      {record.hiddenNotes > 0 && <p className="dl-quiet">{t('notesHidden', { n: record.hiddenNotes })}</p>}
      {record.messages.map((one) => (
        <div key={one.id} className="hr-mail" data-kind={one.kind}>
          <p className="dl-quiet">
            {t(`kind.${one.kind}`)} · {sayDay(one.at, language)} <bdi>{one.by}</bdi>
            {one.waitsUntil && <b> · {t('mailWaits')}</b>}
            {one.calledBack && <b> · {t('calledBack')}</b>}
          </p>
          {one.subject && <b dir="auto">{one.subject}</b>}
          <p className="dl-words" dir="auto">
            {one.words}
          </p>
        </div>
      ))}
      {record.works &&
        !record.purged &&
        !record.blind &&
        [...record.templates, { id: 'free' as const, subject: '', words: '' }].map((one) => (
          <Letter key={one.id} letter={one} sent={sent} />
        ))}
      {record.works && (
        <details open={open}>
          <summary>{t('noteAdd')}</summary>
          <Form method="post" action="." className="hr-form">
            <label>
              {t('noteWords')}
              <textarea {...field('words')} rows={3} dir="auto" maxLength={4000} required />
              {said('words')}
            </label>
            <button className="bo-btn" name="intent" value="note" type="submit">
              {t('noteAdd')}
            </button>
          </Form>
        </details>
      )}
    </section>
  );
}
