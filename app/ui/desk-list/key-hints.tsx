import { Fragment } from 'react';
import { useTexts } from '../texts.tsx';
import { keysOfList, useKeysSwitch } from './desk-keys.ts';
import { useListKeys } from './use-list-keys.ts';

/** The keys that work in a list, beside it, with their switch; without one only for as long as they are on. */
export function KeyHints({ rows, picks, className }: { rows: string; picks: boolean; className: string }) {
  const t = useTexts('staff');
  const [on, setOn] = useKeysSwitch();
  useListKeys(rows, '#find', picks);
  return (
    <span className={className}>
      {on &&
        keysOfList(picks).map(({ does, keys }) => (
          <Fragment key={does}>
            {keys.map((key) => (
              <Fragment key={key}>
                <kbd>{key}</kbd>{' '}
              </Fragment>
            ))}
            {t(`keys.does.${does}`)} ·{' '}
          </Fragment>
        ))}
      <button type="button" onClick={() => setOn(!on)}>
        {t(on ? 'keys.off' : 'keys.on')}
      </button>
    </span>
  );
}
