import { useEffect, useState } from 'react';
import { formatSpan } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

/** How long is left until a limit, in words; the browser counts on from what the server said. */
export function TimeLeft({ ms }: { ms: number }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const started = performance.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(performance.now() - started), 20_000);
    return () => clearInterval(timer);
  }, [ms]);
  return <>{t('hold.timeLeft', { time: formatSpan(Math.max(0, ms - passed), language) })}</>;
}
