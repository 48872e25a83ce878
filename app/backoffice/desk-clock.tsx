import { useEffect, useState } from 'react';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(language: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${zone} ${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(`${language === 'en' ? 'en-GB' : language}-u-nu-latn`, { timeZone: zone, ...options });
    formats.set(key, found);
  }
  return found;
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** The desk's two clocks. The server's time is drawn first; the browser moves it on by the minute. */
export function DeskClock({ now }: { now: number }) {
  const language = useLanguage();
  const t = useTexts('staff');
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const started = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - started), 10_000);
    return () => clearInterval(timer);
  }, [now]);
  const at = now + passed;
  return (
    <p className="bo-clock">
      <b>
        {format(language, 'Asia/Dubai', { weekday: 'short', day: 'numeric', month: 'short' }).format(at)}
        {comma(language)}
        <bdi>{format('en', 'Asia/Dubai', time).format(at)}</bdi>
      </b>{' '}
      {t('frame.dubai')} · <bdi>{format('en', 'UTC', time).format(at)} UTC</bdi>
    </p>
  );
}
