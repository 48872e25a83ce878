import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { useTexts } from './texts.tsx';

export interface Step {
  readonly label: ReactNode;
  readonly state: 'done' | 'here' | 'ahead';
  /** Where a finished step can be changed. */
  readonly to?: string;
}

/** Where a booking stands. On a phone: "Step 2 of 6" with the name of the step. */
export function StepBar({ steps, label }: { steps: readonly Step[]; label: string }) {
  const t = useTexts('frame');
  const here = Math.max(
    0,
    steps.findIndex((step) => step.state === 'here'),
  );
  return (
    <nav className="steps" aria-label={label}>
      <p className="steps__short" aria-hidden="true">
        <span>{t('ui.stepOf', { step: here + 1, steps: steps.length })}</span> <b>{steps[here]?.label}</b>
      </p>
      <ol>
        {steps.map((step, index) => {
          const words = (
            <>
              <span className="steps__mark">
                {step.state === 'done' ? <Icon name="check" small label={t('ui.stepDone')} /> : <bdi>{index + 1}</bdi>}
              </span>
              <span className="steps__label">{step.label}</span>
            </>
          );
          return (
            <li key={index} className={`steps__step steps__step--${step.state}`} aria-current={step.state === 'here' ? 'step' : undefined}>
              {step.to && step.state === 'done' ? <Link to={step.to}>{words}</Link> : <span>{words}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
