import { useState } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';

/** The address of a search to pass on: a plain link, which a script copies instead of opening. */
export function ShareLink({ to }: { to: string }) {
  const t = useTexts('flights');
  const [done, setDone] = useState(false);
  return (
    <a
      className="link fr-share"
      href={to}
      onClick={(event) => {
        if (!navigator.clipboard) return;
        event.preventDefault();
        void navigator.clipboard.writeText(new URL(to, location.href).href).then(() => setDone(true));
      }}
    >
      <Icon name={done ? 'check' : 'share'} small /> <output>{done ? t('share.done') : t('share.copy')}</output>
    </a>
  );
}
