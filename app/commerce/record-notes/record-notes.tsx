import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { paperTypes } from '#app/values/paper-types.ts';
import { callOutcomes, callWays } from './call-rules.ts';
import { callWords } from './call-words.ts';
import { longestNote, longestReason } from './note-rules.ts';
import type { OpenNotes } from './open-notes.server.ts';
import type { RecordAnswer } from './record-answer.ts';
import './record-notes.css';

interface Props {
  readonly desk: OpenNotes;
  /** What the last form was refused for, where no script kept the page. */
  readonly answer?: RecordAnswer | null;
}

type Note = OpenNotes['notes'][number];
type File = OpenNotes['files'][number];

/** Notes and files of a record. The page names the `staff-records` catalogue. */
export function RecordNotes({ desk, answer = null }: Props) {
  const t = useTexts('staff-records');
  const pinned = desk.notes.filter((note) => note.pinnedBy !== null);
  const others = desk.notes.filter((note) => note.pinnedBy === null).toReversed();
  const lost = answer !== null && answer.id !== null && ![...desk.notes, ...desk.files].some(({ id }) => id === answer.id);
  return (
    <>
      {lost && <Wrong id="rn-lost" said={answer} />}
      {!desk.filesOnly && (
        <section className="rn" aria-labelledby="notes">
          <header>
            <h2 id="notes">{t('notes.title')}</h2>
            <p>{t('notes.sub')}</p>
          </header>
          {desk.writes && <NoteForm desk={desk} answer={answer} />}
          {desk.writes && <CallForm desk={desk} answer={answer} />}
          {desk.notes.length === 0 ? (
            <p className="rn-quiet">{t('notes.none')}</p>
          ) : (
            <ol className="rn-list">
              {[...pinned, ...others].map((note) => (
                <NoteItem key={note.id} desk={desk} note={note} answer={answer} />
              ))}
            </ol>
          )}
        </section>
      )}
      <RecordFiles desk={desk} answer={answer} />
    </>
  );
}

/** What is kept beside a record. */
export function RecordFiles({ desk, answer = null }: Props) {
  const t = useTexts('staff-records');
  return (
    <section className="rn" aria-labelledby="files">
      <header>
        <h2 id="files">{t('files.title')}</h2>
        <p>{t('files.sub')}</p>
      </header>
      {desk.writes && <FileForm desk={desk} answer={answer} />}
      {desk.files.length === 0 ? (
        <p className="rn-quiet">{t('files.none')}</p>
      ) : (
        <ul className="rn-list">
          {desk.files.map((file) => (
            <FileItem key={file.id} desk={desk} file={file} answer={answer} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The answer to this form: of a script that kept the page, or of the page that came instead. */
function useAnswer(answer: RecordAnswer | null, form: RecordAnswer['form'], id: string | null = null) {
  const fetcher = useFetcher<RecordAnswer | undefined>();
  const own = fetcher.data ?? answer;
  return { fetcher, said: own && own.form === form && own.id === id ? own : null };
}

function Wrong({ id, said }: { id: string; said: RecordAnswer | null }) {
  const language = useLanguage();
  const t = useTexts('staff-records');
  if (!said) return null;
  return (
    <p className="rn-wrong" id={id} role="alert">
      <Icon name="fault" small />
      <span>{t(`wrong.${said.wrong}`, { names: said.names?.join(comma(language)) ?? '' })}</span>
    </p>
  );
}

function NoteForm({ desk, answer = null }: Props) {
  const t = useTexts('staff-records');
  const { fetcher, said } = useAnswer(answer, 'note');
  const words = useRef<HTMLTextAreaElement>(null);
  const draft = `note:${desk.me}:${desk.record.kind}:${desk.record.handle}`;
  const last = desk.notes.at(-1);
  const [kept, setKept] = useState(false);
  const typed = said?.words;
  // What was typed and not sent is still there when its writer comes back to this record in this tab.
  useEffect(() => {
    const field = words.current;
    const kept = sessionStorage.getItem(draft);
    if (field && field.value === '' && kept) field.value = kept;
  }, [draft]);
  // It was sent: the newest note says it.
  useEffect(() => {
    const field = words.current;
    if (!field || !last?.mine || last.words !== field.value.replace(/\r\n?/g, '\n').trim()) return;
    field.form?.reset();
    field.value = '';
    sessionStorage.removeItem(draft);
    setKept(true);
  }, [draft, last]);
  return (
    <fetcher.Form method="post" action={desk.at} className="rn-form">
      <input type="hidden" name="key" value={said?.key ?? desk.key} />
      <label htmlFor="rn-words">{t('notes.add')}</label>
      <textarea
        id="rn-words"
        ref={words}
        name="words"
        rows={3}
        maxLength={longestNote}
        dir="auto"
        defaultValue={typed}
        onInput={(event) => {
          sessionStorage.setItem(draft, event.currentTarget.value);
          setKept(false);
        }}
        aria-invalid={said ? true : undefined}
        aria-describedby={said ? 'rn-words-wrong rn-words-hint' : 'rn-words-hint'}
      />
      <p className="rn-quiet" id="rn-words-hint">
        {t('notes.hint')}
      </p>
      <Wrong id="rn-words-wrong" said={said} />
      {desk.colleagues.length > 0 && (
        <details open={said?.tell && said.tell.length > 0 ? true : undefined}>
          <summary>{t('notes.tell')}</summary>
          <fieldset>
            <legend className="sr-only">{t('notes.tell')}</legend>
            {desk.colleagues.map(({ id, name }) => (
              <label key={id}>
                <input type="checkbox" name="tell" value={id} defaultChecked={said?.tell?.includes(id)} /> <bdi>{name}</bdi>
              </label>
            ))}
          </fieldset>
        </details>
      )}
      <button className="bo-btn" name="intent" value="note" type="submit" disabled={fetcher.state !== 'idle'}>
        {t('notes.save')}
      </button>{' '}
      <span className="rn-quiet" role="status">
        {kept && t('notes.kept')}
      </span>
    </fetcher.Form>
  );
}

/** A telephone call, noted in the same place: it is a note with who rang whom, what came of it and how long it took. */
function CallForm({ desk, answer = null }: Props) {
  const t = useTexts('staff-records');
  const { fetcher, said } = useAnswer(answer, 'call');
  const wrong = (field: string) => said?.wrong === `call-${field}`;
  const fault = (field: string) => (wrong(field) ? { 'aria-invalid': true, 'aria-describedby': 'rn-call-wrong' } : {});
  const last = desk.notes.filter(({ call }) => call !== null).length;
  return (
    <details className="rn-call" open={said ? true : undefined} key={last}>
      <summary>{t('call.add')}</summary>
      <fetcher.Form method="post" action={desk.at} className="rn-form">
        <input type="hidden" name="key" value={said?.key ?? `${desk.key}-call`} />
        <fieldset>
          <legend>{t('call.way')}</legend>
          {callWays.map((way) => (
            <label key={way}>
              <input type="radio" name="way" value={way} required defaultChecked={(said?.call?.way ?? 'out') === way} />{' '}
              {t(`call.ways.${way}`)}
            </label>
          ))}
        </fieldset>
        <label htmlFor="rn-call-outcome">{t('call.cameOfIt')}</label>
        <select id="rn-call-outcome" name="outcome" defaultValue={said?.call?.outcome ?? 'reached'} {...fault('outcome')}>
          {callOutcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {t(`call.outcome.${outcome}`)}
            </option>
          ))}
        </select>
        <label htmlFor="rn-call-minutes">{t('call.minutes')}</label>
        <input
          id="rn-call-minutes"
          name="minutes"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          defaultValue={said?.call?.minutes}
          {...fault('minutes')}
        />
        <label htmlFor="rn-call-number">{t('call.number')}</label>
        <input
          id="rn-call-number"
          name="number"
          inputMode="tel"
          dir="ltr"
          maxLength={30}
          autoComplete="off"
          defaultValue={said?.call?.number}
          {...fault('number')}
        />
        <p className="rn-quiet">{t('call.numberHint')}</p>
        <label htmlFor="rn-call-words">{t('call.words')}</label>
        <textarea id="rn-call-words" name="words" rows={2} maxLength={longestNote} dir="auto" defaultValue={said?.words} />
        <Wrong id="rn-call-wrong" said={said} />
        <button className="bo-btn" name="intent" value="call" type="submit" disabled={fetcher.state !== 'idle'}>
          {t('call.save')}
        </button>
      </fetcher.Form>
    </details>
  );
}

function NoteItem({ desk, note, answer = null }: Props & { note: Note }) {
  const t = useTexts('staff-records');
  const language = useLanguage();
  const { fetcher, said: edited } = useAnswer(answer, 'edit', note.id);
  const acts = useAnswer(answer, 'act', note.id);
  const when = `${formatDate(note.time, language)}${comma(language)}${note.time.slice(11, 16)}`;
  if (note.removed)
    return (
      <li id={`note-${note.id}`} className="rn-gone">
        {t('notes.removed', { name: note.by })} <time dateTime={note.at}>{when}</time>
        <Wrong id={`rn-${note.id}-wrong`} said={acts.said ?? edited} />
      </li>
    );
  const named = t('notes.of', { name: note.by, time: when });
  const fixed = (
    <>
      <input type="hidden" name="note" value={note.id} />
      <input type="hidden" name="version" value={note.version} />
    </>
  );
  return (
    <li id={`note-${note.id}`} className={note.pinnedBy ? 'rn-pinned' : undefined}>
      {note.call && (
        <p>
          <Icon name="phone" small /> {callWords(t, note.call)}
        </p>
      )}
      {note.words !== '' && (
        <p className="rn-words" dir="auto">
          {note.words}
        </p>
      )}
      <p className="rn-quiet">
        <bdi>{note.by}</bdi> · <time dateTime={note.at}>{when}</time>
        {note.changed && <> · {t('notes.changed')}</>}
        {note.told.length > 0 && <> · {t('notes.told', { names: note.told.join(comma(language)) })}</>}
        {note.pinnedBy && <> · {t('notes.pinned', { name: note.pinnedBy })}</>}
      </p>
      {desk.writes && (
        <div className="rn-acts">
          <acts.fetcher.Form method="post" action={desk.at}>
            {fixed}
            <button type="submit" name="intent" value={note.pinnedBy ? 'unpin' : 'pin'}>
              {t(note.pinnedBy ? 'notes.unpin' : 'notes.pin')} <span className="sr-only">{named}</span>
            </button>
            {note.mine && (
              <button type="submit" name="intent" value="remove">
                {t('notes.remove')} <span className="sr-only">{named}</span>
              </button>
            )}
          </acts.fetcher.Form>
          {(note.mine || edited) && (
            <details open={edited ? true : undefined}>
              <summary>
                {t('notes.edit')} <span className="sr-only">{named}</span>
              </summary>
              <fetcher.Form method="post" action={desk.at} className="rn-form" key={note.version}>
                {fixed}
                {note.call && <CallEdit note={note} call={note.call} typed={edited?.call} />}
                <label className="sr-only" htmlFor={`rn-${note.id}`}>
                  {t('notes.edit')}
                </label>
                <textarea
                  id={`rn-${note.id}`}
                  name="words"
                  rows={3}
                  maxLength={longestNote}
                  dir="auto"
                  defaultValue={edited?.words ?? note.words}
                  aria-invalid={edited ? true : undefined}
                  aria-describedby={edited ? `rn-${note.id}-wrong` : undefined}
                />
                <Wrong id={`rn-${note.id}-wrong`} said={edited} />
                <button className="bo-btn" name="intent" value="edit" type="submit">
                  {t('notes.editSave')}
                </button>
              </fetcher.Form>
            </details>
          )}
        </div>
      )}
      <Wrong id={`rn-${note.id}-act-wrong`} said={acts.said} />
    </li>
  );
}

/** Who rang whom, what came of it and how long it took, to be put right beside the words. */
function CallEdit({ note, call, typed }: { note: Note; call: NonNullable<Note['call']>; typed: RecordAnswer['call'] }) {
  const t = useTexts('staff-records');
  const id = (field: string) => `rn-${note.id}-${field}`;
  return (
    <>
      <label htmlFor={id('way')}>{t('call.way')}</label>
      <select id={id('way')} name="way" defaultValue={typed?.way ?? call.way}>
        {callWays.map((way) => (
          <option key={way} value={way}>
            {t(`call.ways.${way}`)}
          </option>
        ))}
      </select>
      <label htmlFor={id('outcome')}>{t('call.cameOfIt')}</label>
      <select id={id('outcome')} name="outcome" defaultValue={typed?.outcome ?? call.outcome}>
        {callOutcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t(`call.outcome.${outcome}`)}
          </option>
        ))}
      </select>
      <label htmlFor={id('minutes')}>{t('call.minutes')}</label>
      <input
        id={id('minutes')}
        name="minutes"
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        defaultValue={typed?.minutes ?? String(call.minutes)}
      />
    </>
  );
}

function FileForm({ desk, answer = null }: Props) {
  const t = useTexts('staff-records');
  const { fetcher, said } = useAnswer(answer, 'file');
  return (
    <fetcher.Form method="post" action={desk.at} encType="multipart/form-data" className="rn-form" key={desk.files[0]?.id ?? 'none'}>
      <input type="hidden" name="key" value={said?.key ?? desk.key} />
      <label htmlFor="rn-file">{t('files.add')}</label>
      <input
        id="rn-file"
        type="file"
        name="file"
        accept={paperTypes.join(',')}
        aria-invalid={said ? true : undefined}
        aria-describedby={said ? 'rn-file-wrong' : undefined}
      />
      <Wrong id="rn-file-wrong" said={said} />
      <button className="bo-btn" name="intent" value="file" type="submit" disabled={fetcher.state !== 'idle'}>
        {t('files.send')}
      </button>
    </fetcher.Form>
  );
}

function FileItem({ desk, file, answer = null }: Props & { file: File }) {
  const t = useTexts('staff-records');
  const language = useLanguage();
  const { fetcher, said } = useAnswer(answer, 'drop', file.id);
  const when = (time: string) => `${formatDate(time, language)}${comma(language)}${time.slice(11, 16)}`;
  if (file.removed)
    return (
      <li className="rn-gone">
        <bdi>{file.name}</bdi> · {t('files.removed', { name: file.removed.by, time: when(file.removed.time) })}{' '}
        <span dir="auto">{file.removed.why}</span>
        <Wrong id={`rn-why-${file.id}-wrong`} said={said} />
      </li>
    );
  return (
    <li>
      <p>
        <a href={`${desk.at}/files/${file.id}`} download>
          <Icon name="download" small /> <bdi>{file.name}</bdi>
        </a>
      </p>
      <p className="rn-quiet">
        <bdi>{t('files.size', { size: formatNumber(file.kilobytes, language) })}</bdi> · <bdi>{file.by}</bdi> ·{' '}
        <time dateTime={file.at}>{when(file.time)}</time>
      </p>
      {desk.writes && (
        <div className="rn-acts">
          <details open={said ? true : undefined}>
            <summary>
              {t('files.remove')} <span className="sr-only">{file.name}</span>
            </summary>
            <fetcher.Form method="post" action={desk.at} className="rn-form">
              <input type="hidden" name="file" value={file.id} />
              <label htmlFor={`rn-why-${file.id}`}>{t('files.why')}</label>
              <input
                id={`rn-why-${file.id}`}
                name="words"
                maxLength={longestReason}
                dir="auto"
                defaultValue={said?.words}
                aria-invalid={said ? true : undefined}
                aria-describedby={said ? `rn-why-${file.id}-wrong` : undefined}
              />
              <Wrong id={`rn-why-${file.id}-wrong`} said={said} />
              <button className="bo-btn" name="intent" value="drop" type="submit">
                {t('files.removeGo')}
              </button>
            </fetcher.Form>
          </details>
        </div>
      )}
    </li>
  );
}
