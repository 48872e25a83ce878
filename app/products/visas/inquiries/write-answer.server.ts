import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { ShownRequirement } from '../requirements/show-requirement.server.ts';

/**
 * The register's answer as a letter in the traveller's language, for an officer to read over before it is sent. What the
 * register does not know, or has not checked for too long, is said so and never guessed.
 */
export function writeAnswer(shown: ShownRequirement, to: { readonly name: string; readonly language: LanguageCode }): string {
  const { language } = to;
  const texts = textsFor(language);
  const t = texts.of('visa-answers');
  const say = texts.of('requirements');
  const names = { name: to.name, country: shown.destination.name, passport: shown.passport.name };
  const known = shown.need !== 'unknown';
  const days = (count: number) => say('days', { count });
  const stay =
    shown.stayDays === null
      ? null
      : shown.windowDays === null
        ? t('stay', { days: days(shown.stayDays) })
        : t('stayWithin', { days: days(shown.stayDays), window: days(shown.windowDays) });
  const lets = known && shown.need !== 'not-admitted';
  const paragraphs = [
    t('hello', names),
    t(shown.basis === 'own-country' || shown.basis === 'own-residence' ? `basis.${shown.basis}` : `need.${shown.need}`, names),
    known && shown.isStale ? t('stale') : null,
    [
      lets ? stay : null,
      shown.stayFits === false ? t('tooLong') : null,
      lets && shown.passportUntil ? t('passportUntil', { date: formatDate(shown.passportUntil, language, 'long') }) : null,
      lets && shown.conditions.length > 0
        ? t('conditions', { list: shown.conditions.map((one) => say(`condition.${one}`)).join(t('comma')) })
        : null,
    ]
      .filter(Boolean)
      .join(' '),
    shown.source ? t('source', { host: shown.source.address, date: formatDate(shown.source.checkedOn, language, 'long') }) : null,
    known && !shown.isStale ? t('border') : null,
    t('close'),
  ];
  return paragraphs.filter(Boolean).join('\n\n');
}
