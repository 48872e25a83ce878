import { Form } from 'react-router';
import { ButtonLink, Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import type { FinderValues } from './requirement-form.ts';
import type { AnswerSource, ShownAnswer, ShownRequirement } from './show-requirement.server.ts';
import type { VisaNeed } from './requirement.ts';
import './requirements.css';

const signs: Readonly<Record<VisaNeed, IconName>> = {
  'not-needed': 'done',
  eta: 'handset',
  'on-arrival': 'landing',
  'e-visa': 'computer',
  'sticker-visa': 'visa',
  'not-admitted': 'fault',
  unknown: 'help',
};

/** Green for going, lagoon for something to do from home, warm for an office, red for no, grey for not knowing. */
export function toneOf(need: VisaNeed, isStale: boolean): 'ok' | 'info' | 'warn' | 'danger' | 'plain' {
  if (isStale || need === 'unknown') return 'plain';
  if (need === 'not-needed') return 'ok';
  if (need === 'sticker-visa') return 'warn';
  return need === 'not-admitted' ? 'danger' : 'info';
}

/** The answer to "do I need a visa?" with its stay, its passport rule, its source and its day. */
export function RequirementResult({
  shown,
  values,
  here,
  remembered,
  apply,
  assist = '/visa-assistance',
}: {
  shown: ShownRequirement;
  values: FinderValues;
  /** Address of the answer: where remembering the passport comes back to. */
  here: string;
  remembered: boolean;
  /** Where the e-visa of this country is sold; null while it is not. */
  apply: string | null;
  /** Where we accompany somebody to the counter of this country. */
  assist?: string;
}) {
  const t = useTexts('requirements');
  const language = useLanguage();
  const { destination, passport, need, basis } = shown;
  const names = { country: destination.name, passport: passport.name };
  const known = need !== 'unknown';
  return (
    <section className={`vrq-answer vrq-answer--${toneOf(need, shown.isStale)}`} aria-labelledby="answer" id="found">
      <Poster
        place={destination.code}
        art={shown.art}
        crop="portrait"
        alt=""
        name={destination.name}
        eager
        className="vrq-answer__poster"
      />
      <div className="vrq-answer__body">
        <p className="vrq-answer__who">
          {t('answer.who', { passport: passport.name, country: destination.name })}
          {shown.otherPassport && ` ${t('answer.better', { other: shown.otherPassport.name })}`}
        </p>
        <h2 id="answer" tabIndex={-1}>
          <Icon name={signs[need]} />
          <span>{t(basis === 'register' || basis === 'none' ? `need.${need}.title` : `basis.${basis}.title`, names)}</span>
        </h2>
        <p className="vrq-answer__text">
          {t(basis === 'register' || basis === 'none' ? `need.${need}.text` : `basis.${basis}.text`, names)}
        </p>
        {shown.isStale && shown.source && (
          <Notice tone="warn" boxed title={t('stale.title')}>
            {t('stale.text', {
              checked: formatDate(shown.source.checkedOn, language, 'short'),
              due: formatDate(shown.source.dueOn, language, 'short'),
            })}
          </Notice>
        )}
        {shown.indicated && (
          <Notice tone="plain" boxed icon="info" title={t('indicated.title')}>
            {t('indicated.text', { need: t(`need.${shown.indicated.need}.short`) })}{' '}
            {shown.indicated.dataDate && t('indicated.date', { date: formatDate(shown.indicated.dataDate, language, 'short') })}
          </Notice>
        )}
        {basis === 'register' && known && need !== 'not-admitted' && <Facts shown={shown} />}
        {shown.stayFits === false && shown.askedDays !== null && (
          <Notice tone="warn" title={t('stay.tooLong')}>
            {t('stay.tooLongText', { asked: t('days', { count: shown.askedDays }), allowed: t('days', { count: shown.stayDays ?? 0 }) })}
          </Notice>
        )}
        {shown.passportLasts === false && shown.passportUntil && (
          <Notice tone="warn">{t('line.passportShort', { date: formatDate(shown.passportUntil, language, 'short') })}</Notice>
        )}
        {shown.conditions.length > 0 && (
          <div className="vrq-answer__part">
            <h3>{t('conditions.title')}</h3>
            <ul className="vrq-conditions">
              {shown.conditions.map((condition) => (
                <li key={condition}>
                  <Icon name="check" small />
                  {t(`condition.${condition}`)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {shown.easier.length > 0 && <Easier shown={shown} />}
        {shown.transits.map((transit) => (
          <Transit key={transit.destination.code} transit={transit} />
        ))}
        <div className="vrq-answer__next">
          <NextStep shown={shown} apply={apply} assist={assist} />
          {!remembered && (
            <Form method="post" action="/passport">
              <input type="hidden" name="nationality" value={values.passport} />
              <input type="hidden" name="residence" value={values.residence} />
              <input type="hidden" name="back" value={here} />
              <Button look="quiet" name="intent" value="keep" icon="passport">
                {t('next.remember')}
              </Button>
            </Form>
          )}
        </div>
        {shown.source && <SourceLine source={shown.source} />}
      </div>
    </section>
  );
}

function Facts({ shown }: { shown: ShownRequirement }) {
  const t = useTexts('requirements');
  const language = useLanguage();
  const { passportRule: rule, passportUntil } = shown;
  return (
    <dl className="vrq-facts">
      <div>
        <dt>{t('facts.stay')}</dt>
        <dd>{stayWords(t, shown.stayDays, shown.windowDays)}</dd>
      </div>
      <div>
        <dt>{t('facts.passport')}</dt>
        <dd>
          {!rule
            ? t('passport.unknown')
            : passportUntil
              ? t('passport.until', { date: formatDate(passportUntil, language, 'short') })
              : rule.months === 0 && rule.days === 0
                ? t('passport.stay')
                : t(`passport.${rule.from}`, {
                    time: rule.days > 0 ? t('days', { count: rule.days }) : t('months', { count: rule.months }),
                  })}
          {rule?.issuedWithinYears !== undefined && <> {t('passport.issued', { count: rule.issuedWithinYears })}</>}
        </dd>
      </div>
      {shown.source && (
        <div>
          <dt>{t('facts.checked')}</dt>
          <dd>
            <DateText date={shown.source.checkedOn} />
          </dd>
        </div>
      )}
    </dl>
  );
}

export function stayWords(t: Translate, stayDays: number | null, windowDays: number | null): string {
  if (stayDays === null) return t('stay.open');
  const days = t('days', { count: stayDays });
  return windowDays === null ? t('stay.each', { days }) : t('stay.window', { days, window: t('days', { count: windowDays }) });
}

function Easier({ shown }: { shown: ShownRequirement }) {
  const t = useTexts('requirements');
  const language = useLanguage();
  const anyOf = (names: readonly string[]) =>
    new Intl.ListFormat(language === 'tl' ? 'fil' : language, { type: 'disjunction' }).format(names);
  return (
    <div className="vrq-answer__part">
      <h3>{t('easier.title')}</h3>
      <ul className="vrq-conditions">
        {shown.easier.map((way) => (
          <li key={`${way.need}${way.heldVisas.join()}${way.residences.join()}`}>
            <Icon name="arrow-end" small />
            <span>
              {way.residences.length > 0
                ? t('easier.residence', { places: anyOf(way.residences.map((place) => t(`residence.${place}`))) })
                : t('easier.visa', { visas: anyOf(way.heldVisas.map((visa) => t(`held.${visa}`))) })}{' '}
              <b>{t(`need.${way.need}.short`)}</b>
              {way.stayDays !== null && `, ${t('days', { count: way.stayDays })}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Transit({ transit }: { transit: ShownAnswer }) {
  const t = useTexts('requirements');
  const tone = toneOf(transit.need, transit.isStale);
  return (
    <Notice tone={tone} icon="swap" title={t('transit.title', { country: transit.destination.name })}>
      {t(`transit.${transit.need}`)} {transit.isStale && t('stale.title')}
    </Notice>
  );
}

function NextStep({ shown, apply, assist }: { shown: ShownRequirement; apply: string | null; assist: string }) {
  const t = useTexts('requirements');
  const names = { country: shown.destination.name };
  if ((shown.need === 'e-visa' || shown.need === 'eta') && shown.sells && apply)
    return (
      <ButtonLink look="go" icon="computer" to={apply}>
        {t('next.apply', names)}
      </ButtonLink>
    );
  if (shown.need === 'sticker-visa' && shown.sells)
    return (
      <ButtonLink look="go" icon="visa" to={assist}>
        {t('next.assist')}
      </ButtonLink>
    );
  if (shown.need === 'not-needed' && !shown.isStale)
    return (
      <ButtonLink look="go" icon="plane" to="/flights">
        {t('next.fly', names)}
      </ButtonLink>
    );
  return (
    <ButtonLink look={shown.need === 'unknown' || shown.isStale ? 'go' : 'line'} icon="message" to="/contact?about=e-visa">
      {t(shown.need === 'unknown' || shown.isStale ? 'next.check' : 'next.ask')}
    </ButtonLink>
  );
}

/** Who says so, when it was read, and where to read it oneself. */
function SourceLine({ source }: { source: AnswerSource }) {
  const t = useTexts('requirements');
  const language = useLanguage();
  return (
    <p className="vrq-source small">
      <Icon name="bank" small />
      <span>
        {t(`source.${source.by}`, { date: formatDate(source.checkedOn, language, 'short') })}{' '}
        <a className="link" href={source.address} rel="noreferrer nofollow" target="_blank">
          <bdi>{source.host}</bdi>
          <span className="sr-only"> {t('source.newTab')}</span>
        </a>
        . {t('source.last')}
      </span>
    </p>
  );
}

/** A need as a small label. */
export function NeedTag({ need, isStale }: { need: VisaNeed; isStale: boolean }) {
  const t = useTexts('requirements');
  return (
    <Tag tone={toneOf(need, isStale)} icon={signs[need]}>
      {t(isStale ? 'stale.short' : `need.${need}.short`)}
    </Tag>
  );
}
