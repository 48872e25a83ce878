import { useEffect, useRef, type ReactNode } from 'react';
import { useTexts } from './texts.tsx';
import { Icon } from './icon.tsx';

export interface FieldFault {
  /** Id of the control that the line leads to; null when it is about the whole form. */
  readonly field: string | null;
  readonly message: ReactNode;
}

/** Everything that is wrong, above the form, each line leading to its field. Takes the focus when it appears. */
export function ErrorSummary({ faults, title }: { faults: readonly FieldFault[]; title?: ReactNode }) {
  const t = useTexts('frame');
  const box = useRef<HTMLDivElement>(null);
  const key = faults.map((fault) => fault.field).join();
  useEffect(() => {
    if (key !== '' || faults.length > 0) box.current?.focus();
  }, [key, faults]);
  if (faults.length === 0) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <p className="summary__title">
        <Icon name="fault" />
        {title ?? t('ui.checkThese', { count: faults.length })}
      </p>
      <ul>
        {faults.map((fault, index) => (
          <li key={fault.field ?? index}>{fault.field ? <a href={`#${fault.field}`}>{fault.message}</a> : fault.message}</li>
        ))}
      </ul>
    </div>
  );
}
