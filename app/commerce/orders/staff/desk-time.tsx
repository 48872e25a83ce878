import { useEffect, useState } from 'react';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import './desk-time.css';

const localeOf = (language: string) => `${language === 'en' ? 'en-GB' : language}-u-nu-latn-ca-gregory`;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(language: string, form: 'time' | 'day' | 'date' | 'second'): Intl.DateTimeFormat {
  const key = `${language}${form}`;
  let found = formats.get(key);
  if (!found) {
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const forms: Readonly<Record<typeof form, Intl.DateTimeFormatOptions>> = {
      time: clock,
      second: { ...clock, second: '2-digit' },
      day: { weekday: 'short', day: 'numeric', month: 'short' },
      date: { year: 'numeric', month: '2-digit', day: '2-digit' },
    };
    const locale = form === 'time' || form === 'second' ? 'en-GB' : localeOf(language);
    found = new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Dubai', ...forms[form] });
    formats.set(key, found);
  }
  return found;
}

/** Day and month of a local time as it stands; no zone takes part. */
export function dayMonth(local: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${local.slice(0, 10)}T00:00:00Z`),
  );
}

/** The server's time first, then moved on by the browser. */
export function useDeskNow(now: number): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const started = performance.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(performance.now() - started), 15_000);
    return () => clearInterval(timer);
  }, [now]);
  return now + passed;
}

/** Time left, then the clock in Dubai. Past: a red block; under an hour red; under four amber. The words say it too. */
export function TimeLeft({ until, now }: { until: string | null; now: number }) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  if (!until) return <span className="fd-left fd-left--none">{t('left.none')}</span>;
  const at = Date.parse(until);
  const minutes = at < now ? Math.ceil((now - at) / 60_000) : Math.floor((at - now) / 60_000);
  const late = at < now;
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60), minutes % 60];
  const words = d > 0 ? t('left.days', { d, h: h % 24 }) : h > 0 ? t('left.hours', { h, m }) : t('left.minutes', { m });
  const tone = late ? 'late' : minutes < 60 ? 'now' : minutes < 240 ? 'soon' : 'calm';
  const day = formatIn(language, 'date').format(at) === formatIn(language, 'date').format(now) ? '' : formatIn(language, 'day').format(at);
  return (
    <span className={`fd-left fd-left--${tone}`}>
      <b>
        {late && <span className="sr-only">{t('left.late')} </span>}
        <bdi>
          {late && <span aria-hidden="true">{'\u2212'}</span>}
          {words}
        </bdi>
      </b>
      <time dateTime={until}>
        {day} <bdi>{formatIn(language, 'time').format(at)}</bdi>
      </time>
    </span>
  );
}

/** Day and clock in Dubai, for histories. */
export function DeskMoment({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const language = useLanguage();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} className="fd-moment">
      {formatIn(language, 'day').format(instant)} <bdi>{formatIn(language, seconds ? 'second' : 'time').format(instant)}</bdi>
    </time>
  );
}
