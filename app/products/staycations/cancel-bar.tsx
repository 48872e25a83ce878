import { Icon, type IconName } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { StaycationView } from './open-staycation.server.ts';
import type { CancelCost } from './stay-cancel-rules.ts';
import { cancelRuleWords, momentWords } from './stay-words.tsx';

const signs: Readonly<Record<CancelCost, IconName>> = { nothing: 'done', 'first-night': 'warning', 'whole-stay': 'fault' };

/** What cancelling costs from now to the arrival, drawn as a bar; each stretch is also said in words. */
export function CancelBar({ view: { stay, steps } }: { view: StaycationView }) {
  const t = useTexts('staycations');
  const language = useLanguage();
  if (steps.length === 0)
    return (
      <>
        <p>{cancelRuleWords(t, stay)}.</p>
        <p className="muted">{t('cancel.rule', { time: stay.checkIn })}</p>
      </>
    );
  return (
    <>
      <div className="sc-bar" aria-hidden="true">
        {steps.map((step) => (
          <i key={step.cost} className={`sc-bar__${step.cost}`} style={{ inlineSize: `${step.share}%` }} />
        ))}
      </div>
      <ol className="sc-steps">
        {steps.map((step) => (
          <li key={step.cost} className={`sc-steps__${step.cost}`}>
            <Icon name={signs[step.cost]} small />
            <div>
              <b>{t(`cancel.cost.${step.cost}`)}</b>
              <span>
                {step.until
                  ? t(step.from ? 'cancel.between' : 'cancel.before', {
                      from: step.from ? momentWords(t, step.from, language) : '',
                      until: momentWords(t, step.until, language),
                    })
                  : t('cancel.noShow')}
              </span>
            </div>
          </li>
        ))}
      </ol>
      <p className="small muted">
        {t('cancel.plans')} {t('cancel.clocks', { place: stay.words.area })}
      </p>
    </>
  );
}
