import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { scoreVerdicts } from '../job-application-kinds.ts';
import { useFields, type Loaded, type Record, type Sent } from './application-fields.tsx';

/** The CV beside the score card: its words when they are asked for, since each look is on record, and the file to save. */
export function Cv({ record, read }: { record: Record; read: Loaded['cvWords'] }) {
  const t = useTexts('staff-hiring');
  if (!record.cv) return null;
  return (
    <section className="dl-card hr-cv" id="cv">
      <h2>{t('cv')}</h2>
      <p className="hr-moves">
        {!read && (
          <Link className="bo-btn" to="?cv" preventScrollReset>
            {t('cvRead')}
          </Link>
        )}
        {/* A new document: it is saved, never shown, and each look is on record. */}
        <a className="bo-btn" href={`/admin/job-applications/${record.reference}/cv`}>
          <Icon name="download" small />
          {t('cvGet', { size: record.cv.kilobytes })}
        </a>
      </p>
      <p className="dl-quiet">{t('cvText')}</p>
      {read &&
        (read.words === null ? (
          <p className="dl-quiet">{t('cvNoWords')}</p>
        ) : (
          <details open>
            <summary>{t('cvWords')}</summary>
            <p className="dl-words hr-cv__words" dir="auto">
              {read.words}
            </p>
          </details>
        ))}
    </section>
  );
}

/** Score cards: one's own to be sent once, and those of the others after it. */
export function Scores({ record, sent }: { record: Record; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { field, said } = useFields(sent, 'score');
  const language = useLanguage();
  if (!record.scoring.open && record.cards.length === 0 && record.hiddenCards === 0) return null;
  return (
    <section className="dl-card">
      <h2>{t('scores')}</h2>
      {record.hiddenCards > 0 && <p className="dl-quiet">{t('score.hiddenCount', { n: record.hiddenCards })}</p>}
      {record.cards.map((card) => (
        <div key={card.id} className="hr-score">
          <p>
            <bdi>{card.by}</bdi> · {t(`verdict.${card.verdict}`)}
            {card.score !== null && <> · {formatNumber(card.score / 10, language, 1)}</>}
          </p>
          <p className="dl-quiet">{card.points.map(({ name, point }) => `${name}: ${point ?? '–'}`).join(' · ')}</p>
          {card.words && (
            <p className="dl-words" dir="auto">
              {card.words}
            </p>
          )}
        </div>
      ))}
      {record.scoring.open && !record.scoring.mine && (
        <Form method="post" action="." className="hr-form">
          {record.criteria.map((one) => (
            <label key={one.id}>
              <span dir="auto">{one.name}</span>
              <select {...field(`point-${one.id}`)} required>
                <option value="">–</option>
                {[1, 2, 3, 4, 5].map((point) => (
                  <option key={point}>{point}</option>
                ))}
              </select>
              {said(`point-${one.id}`, 'point')}
            </label>
          ))}
          <label>
            {t('verdict.label')}
            <select {...field('verdict')} required>
              <option value="">–</option>
              {scoreVerdicts.map((one) => (
                <option key={one} value={one}>
                  {t(`verdict.${one}`)}
                </option>
              ))}
            </select>
            {said('verdict')}
          </label>
          <label>
            {t('score.words')}
            <textarea {...field('words')} rows={4} dir="auto" maxLength={4000} />
          </label>
          <button className="bo-btn bo-btn--p" name="intent" value="score" type="submit">
            {t('score.send')}
          </button>
          <p className="dl-quiet">{t('score.hint')}</p>
        </Form>
      )}
    </section>
  );
}
