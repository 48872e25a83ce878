import { useTexts } from '#app/ui/texts.tsx';
import { everyRound, hiringWays, longestRoundName, optionalStages, pipelineOf } from '../pipeline-rules.ts';
import { HiringSteps } from './hiring-steps.tsx';
import { Tick, told, Wrong, type Shown } from './posting-controls.tsx';

/** The way of hiring: one of the house, told by its steps, or stages and rounds of the posting's own. */
export function WayFields({ fields, errors }: Shown) {
  const t = useTexts('staff-postings');
  return (
    <section className="dl-card po-way">
      <h2>{t('way.title')}</h2>
      <p className="dl-quiet">{t('way.hint')}</p>
      <fieldset className="po-ways" id="pipeline" tabIndex={-1} {...told(errors, 'pipeline')}>
        <legend className="sr-only">{t('way.title')}</legend>
        {hiringWays.map((way) => (
          <div key={way}>
            <label>
              <input type="radio" name="pipeline" value={way} defaultChecked={fields['pipeline'] === way} aria-describedby={`way-${way}`} />
              <b>{t(`way.${way}.name`)}</b>
            </label>
            <div id={`way-${way}`}>
              <p className="dl-quiet">{t(`way.${way}.text`)}</p>
              {way !== 'own' && <HiringSteps pipeline={pipelineOf({ pipeline: way, ownStages: [], ownRounds: [] })} />}
            </div>
          </div>
        ))}
        <Wrong errors={errors} name="pipeline" />
      </fieldset>
      <div className="po-own">
        <fieldset className="po-ticks">
          <legend>{t('way.stages')}</legend>
          {optionalStages.map((stage) => (
            <Tick key={stage} fields={fields} name={`stage-${stage}`} label={t(`way.stage.${stage}`)} />
          ))}
        </fieldset>
        <OwnRounds fields={fields} errors={errors} />
      </div>
    </section>
  );
}

/** Each round of the house with its place among the posting's, or none, and how it is called there. */
function OwnRounds({ fields, errors }: Shown) {
  const t = useTexts('staff-postings');
  const interviews = useTexts('staff-interviews');
  return (
    <fieldset className="po-rounds" id="rounds" tabIndex={-1} {...told(errors, 'rounds')}>
      <legend>{t('way.rounds')}</legend>
      <Wrong errors={errors} name="rounds" />
      {everyRound.map(({ kind }) => {
        const [at, name] = [`round-${kind}-at`, `round-${kind}-name`];
        const called = interviews(`round.${kind}`);
        return (
          <div key={kind}>
            <label>
              <span>{called}</span>
              <select name={at} defaultValue={fields[at] ?? ''}>
                <option value="">{t('way.notUsed')}</option>
                {everyRound.map((_, index) => (
                  <option key={index} value={index + 1}>
                    {t('way.place', { n: index + 1 })}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span>{t('way.called', { round: called })}</span>
              <input
                name={name}
                id={name}
                defaultValue={fields[name]}
                maxLength={longestRoundName}
                dir="auto"
                autoComplete="off"
                {...told(errors, name)}
              />
              <Wrong errors={errors} name={name} />
            </label>
          </div>
        );
      })}
    </fieldset>
  );
}
