import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ContentChange } from './content-changes.ts';
import type { EditionState } from './edition-status.ts';

// What the records of everything with editions have in common. Their pages name the catalogue `staff-editions`.

export interface OpenEdition {
  readonly number: number;
  readonly status: EditionState;
  readonly version: number;
  /** A name, or null for the house. */
  readonly changedBy: string | null;
  readonly reason: string;
}

/** Beside a field of words, which is described by it: that it is not written yet, or too short. */
export function NotWritten({
  id,
  least,
  written,
}: {
  readonly id?: string;
  readonly least?: number | undefined;
  readonly written: boolean;
}) {
  const t = useTexts('staff-editions');
  const language = useLanguage();
  return (
    <small className="td-said" id={id}>
      {least !== undefined && written ? t('words.least', { least: formatNumber(least, language) }) : t('words.missing')}
    </small>
  );
}

/** Where the next edition stands: what is missing, and who may put it on sale. */
export function NextEdition({
  edition,
  faults,
  blocked,
  mayWork,
  mayDrop,
  wroteIt,
}: {
  edition: OpenEdition | null;
  /** In words. */
  faults: readonly string[];
  /** Whether a fault keeps it from going on sale. */
  blocked: boolean;
  mayWork: boolean;
  mayDrop: boolean;
  wroteIt: boolean;
}) {
  const t = useTexts('staff-editions');
  return (
    <section className="dl-card">
      <h2>{t('next.title')}</h2>
      {edition ? (
        <p>
          {t('next.open', { number: edition.number, name: edition.changedBy ?? '–' })}
          {edition.reason && ` ${t('next.reason', { reason: edition.reason })}`}
        </p>
      ) : (
        <p>{t('next.none')}</p>
      )}
      {faults.length > 0 && (
        <ul className="td-faults">
          {faults.map((fault) => (
            <li key={fault}>
              <Icon name="warning" small /> {fault}
            </li>
          ))}
        </ul>
      )}
      {mayWork && edition && (
        <Form method="post" className="td-acts">
          <input type="hidden" name="version" value={edition.version} />
          {edition.status === 'draft' ? (
            <>
              <button className="bo-btn bo-btn--p" name="work" value="submit" disabled={blocked}>
                {t('work.submit')}
              </button>
              {mayDrop && (
                <button className="bo-btn" name="work" value="drop">
                  {t('work.drop')}
                </button>
              )}
            </>
          ) : (
            <>
              {wroteIt ? (
                <p className="td-hint">{t('work.secondPerson')}</p>
              ) : (
                <button className="bo-btn bo-btn--p" name="work" value="publish">
                  {t('work.publish')}
                </button>
              )}
              <label>
                {t('work.reason')}
                <input name="reason" maxLength={300} />
              </label>
              <button className="bo-btn" name="work" value="send-back">
                {t('work.send-back')}
              </button>
            </>
          )}
        </Form>
      )}
    </section>
  );
}

const mostChanges = 60;

/** What an edition changes, value by value. `field` names a step of a path; one without a name is told as it is written. */
export function EditionChanges({
  number,
  changes,
  field,
}: {
  number: number;
  changes: readonly ContentChange[];
  field: (step: string) => string;
}) {
  const t = useTexts('staff-editions');
  if (changes.length === 0) return null;
  // "Words · Arabic · Days · 3 · text" for words.ar.days.2.text.
  const told = (path: readonly string[]) =>
    path
      .map((step, at) =>
        at === 1 && path[0] === 'words'
          ? t(`lang.${step}`, { defaultValue: step })
          : /^\d+$/.test(step)
            ? String(Number(step) + 1)
            : field(step),
      )
      .join(' · ');
  return (
    <section className="dl-card">
      <h2>{t('changes.title', { number })}</h2>
      <ul className="td-changes">
        {changes.slice(0, mostChanges).map(({ path, before, after }) => (
          <li key={path.join('.')}>
            <b>{told(path)}</b>
            {before && (
              <del dir="auto" aria-label={t('changes.before')}>
                {before}
              </del>
            )}
            {after && (
              <ins dir="auto" aria-label={t('changes.after')}>
                {after}
              </ins>
            )}
          </li>
        ))}
      </ul>
      {changes.length > mostChanges && <p className="td-hint">{t('changes.more', { count: changes.length - mostChanges })}</p>}
    </section>
  );
}

export interface EditionVersion {
  readonly number: number;
  readonly status: EditionState;
  readonly writtenBy: string | null;
  readonly writtenAt: string;
  readonly decidedBy: string | null;
}

/** Every edition there was; `to` leads to what one of them changed. */
export function EditionVersions({
  versions,
  compared,
  to,
}: {
  versions: readonly EditionVersion[];
  compared: number | null;
  to: (number: number) => string;
}) {
  const t = useTexts('staff-editions');
  const language = useLanguage();
  if (versions.length === 0) return null;
  return (
    <section className="dl-card">
      <h2>{t('versions.title')}</h2>
      <ol className="td-versions">
        {versions.map((one) => (
          <li key={one.number}>
            <Link to={to(one.number)} aria-current={one.number === compared ? 'true' : undefined}>
              {t('versions.number', { number: one.number })}
            </Link>{' '}
            <span className={`dl-state ${one.status === 'published' ? 'dl-state--good' : ''}`}>{t(`edition.${one.status}`)}</span>
            <span>
              {one.writtenBy ? t('versions.written', { name: one.writtenBy }) : t('versions.house')} · {sayDay(one.writtenAt, language)}
              {one.decidedBy && ` · ${t('versions.decided', { name: one.decidedBy })}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How much of each language is written. */
export function EditionLanguages({
  languages,
  to,
}: {
  languages: readonly { readonly code: LanguageCode; readonly percent: number }[];
  to: (language: LanguageCode) => string;
}) {
  const t = useTexts('staff-editions');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('languages')}</h2>
      <ul className="td-languages">
        {languages.map(({ code, percent }) => (
          <li key={code}>
            <Link to={to(code)}>{t(`lang.${code}`)}</Link>
            <meter min={0} max={100} value={percent} aria-label={t(`lang.${code}`)} />
            <span className="td-number">{formatNumber(percent, language)} %</span>
          </li>
        ))}
      </ul>
      <p className="td-hint">{t('languagesHint')}</p>
    </section>
  );
}
