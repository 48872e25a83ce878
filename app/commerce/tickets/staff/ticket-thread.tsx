import { Form, useNavigation } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { TicketRecord } from './open-ticket-record.server.ts';

interface Typed {
  readonly said: string;
  readonly words: string;
  readonly wrong: 'empty' | 'long' | 'place' | 'changed';
}

/** What was said, oldest first, and under it the ways to say more. */
export function TicketThread({ record, typed, who }: { record: TicketRecord; typed: Typed | null; who: string }) {
  const t = useTexts('staff-tickets');
  const language = useLanguage();
  const when = (at: string) => sayDay(at, language, 'long');
  return (
    <div>
      {record.opening.words && (
        <section className="dl-card">
          <h2>
            <bdi>{record.contact.name}</bdi>
          </h2>
          <p className="dl-words" dir="auto">
            {record.opening.words}
          </p>
          <p className="dl-quiet">{when(record.opening.at)}</p>
        </section>
      )}
      {record.merged.map((twin) => (
        <section className="dl-card" key={twin.reference}>
          <h2>
            {t('merge.also')} <bdi>{twin.reference}</bdi>
          </h2>
          <p className="dl-words" dir="auto">
            {twin.words}
          </p>
          <p className="dl-quiet">{when(twin.at)}</p>
        </section>
      ))}
      {record.news.map((one) =>
        one.words ? (
          <section className={`dl-card${one.event === 'note' ? ' tk-note' : one.staff ? ' tk-ours' : ''}`} key={one.version}>
            <h2>
              <bdi>{one.staff ? (one.by ?? '–') : record.contact.name}</bdi>{' '}
              <span className="dl-quiet">
                {t(`event.${one.event}`)}
                {one.event === 'note' && one.detail && (
                  <>
                    {' '}
                    · @<bdi>{one.detail}</bdi>
                  </>
                )}
              </span>
            </h2>
            <p className="dl-words" dir="auto">
              {one.words}
            </p>
            <p className="dl-quiet">{when(one.at)}</p>
          </section>
        ) : (
          <p className="tk-event" key={one.version}>
            {t(`event.${one.event}`)}
            {one.detail && (
              <>
                :{' '}
                <bdi>
                  {one.event === 'priority'
                    ? t(`priority.${one.detail}`)
                    : one.event === 'rate'
                      ? t('stars', { count: Number(one.detail) })
                      : one.detail}
                </bdi>
              </>
            )}{' '}
            <span className="dl-quiet">
              {when(one.at)} · <bdi>{one.by ?? (one.event === 'reopen' || one.event === 'rate' ? record.contact.name : t('byItself'))}</bdi>
            </span>
          </p>
        ),
      )}
      {record.moves.includes('answer') && <AnswerForm record={record} typed={typed?.said === 'note' ? null : typed} who={who} />}
      {record.mayWork && <NoteForm record={record} typed={typed?.said === 'note' ? typed : null} who={who} />}
    </div>
  );
}

function AnswerForm({ record, typed, who }: { record: TicketRecord; typed: Typed | null; who: string }) {
  const t = useTexts('staff-tickets');
  const busy = useNavigation().state === 'submitting';
  return (
    <section className="dl-card tk-answer">
      {record.macros.length > 0 && (
        <Form method="get" className="tk-macro" preventScrollReset>
          <label>
            <span className="sr-only">{t('macros.pick')}</span>
            <select name="macro" defaultValue={record.macro ?? ''}>
              <option value="">{t('macros.pick')}</option>
              {record.macros.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button className="bo-btn" type="submit">
            {t('macros.put')}
          </button>
        </Form>
      )}
      <Form method="post" key={`${record.version} ${record.macro}`}>
        <h2>
          <label htmlFor="words">{t('answer')}</label>
        </h2>
        <p className="dl-quiet" id="words-hint">
          {record.contact.email === null ? t('noAddress') : t('answerHint', { language: t(`language.${record.language}`) })}
        </p>
        <input type="hidden" name="version" value={record.version} />
        {typed && (
          <p className="dl-late" id="words-error" role="alert">
            {t(`wrong.${typed.wrong}`, { who })}
          </p>
        )}
        <textarea
          id="words"
          name="words"
          rows={8}
          dir="auto"
          lang={record.language}
          defaultValue={typed?.words ?? record.typed}
          maxLength={8000}
          aria-describedby={typed ? 'words-error words-hint' : 'words-hint'}
          aria-invalid={typed ? true : undefined}
        />
        <div className="tk-send">
          <button className="bo-btn bo-btn--p" type="submit" name="event" value="answer" aria-disabled={busy || undefined}>
            <Icon name="mail" small />
            {t('act.answer')}
          </button>
          <button className="bo-btn" type="submit" name="event" value="solve" aria-disabled={busy || undefined}>
            <Icon name="done" small />
            {t('act.solve')}
          </button>
        </div>
      </Form>
    </section>
  );
}

function NoteForm({ record, typed, who }: { record: TicketRecord; typed: Typed | null; who: string }) {
  const t = useTexts('staff-tickets');
  return (
    <details className="dl-card tk-write" open={typed !== null}>
      <summary>{t('act.note')}</summary>
      <Form method="post" key={record.version}>
        <input type="hidden" name="version" value={record.version} />
        <label htmlFor="note">{t('noteLabel')}</label>
        {typed && (
          <p className="dl-late" role="alert">
            {t(`wrong.${typed.wrong}`, { who })}
          </p>
        )}
        <textarea id="note" name="words" rows={4} dir="auto" defaultValue={typed?.words ?? ''} maxLength={8000} required />
        <label>
          {t('mention')}
          <select name="mention" defaultValue="">
            <option value="">{t('mentionNobody')}</option>
            {record.colleagues
              .filter(({ id }) => id !== record.me)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </label>
        <button className="bo-btn" type="submit" name="event" value="note">
          {t('act.noteGo')}
        </button>
      </Form>
    </details>
  );
}
