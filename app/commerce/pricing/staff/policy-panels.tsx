import { Form } from 'react-router';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { Field, Panel, typed, type EngineView } from './pricing-parts.tsx';

/** What has to happen before the draft is in force, and who may do it. */
export function WayPanel({ page: { open, mayDraft, mayPublish } }: { page: EngineView }) {
  const language = useLanguage();
  const t = useTexts('staff-pricing');
  if (!open)
    return (
      <Panel title={t('way.title')}>
        <p className="pe-in dl-quiet">{t(mayDraft ? 'way.none' : 'way.noneLocked')}</p>
      </Panel>
    );
  const steps = ['draft', 'simulated', 'approved', 'live'] as const;
  const here = steps.indexOf(open.status as (typeof steps)[number]);
  const version = <input type="hidden" name="version" value={open.version} />;
  return (
    <Panel title={t('way.title')} sub={<bdi>{open.title}</bdi>}>
      <ol className="pe-steps">
        {steps.map((step, at) => (
          <li
            key={step}
            className={at <= here ? 'pe-done' : at === here + 1 ? 'pe-next' : undefined}
            aria-current={at === here ? 'step' : undefined}
          >
            <b>{t(`way.${step}`)}</b>
            <small>
              {step === 'draft' ? (
                <bdi>{open.touched.join(comma(language))}</bdi>
              ) : step === 'approved' ? (
                (open.approvedBy ?? t('way.finance'))
              ) : null}
            </small>
          </li>
        ))}
      </ol>
      <div className="pe-in">
        {open.status === 'draft' && <p className="dl-quiet">{t('way.simulateFirst')}</p>}
        {open.status === 'simulated' && (
          <DeskForm sends={mayPublish && !open.mine} method="post" className="pe-form">
            {version}
            <Field label={t('reason')} wide>
              <input name="reason" required minLength={3} maxLength={300} dir="auto" />
            </Field>
            <button className="bo-btn bo-btn--p" name="intent" value="approve">
              {t('way.approve')}
            </button>
          </DeskForm>
        )}
        {open.status === 'approved' && (
          <DeskForm sends={mayPublish && !open.mine} method="post">
            {version}
            <button className="bo-btn bo-btn--p" name="intent" value="publish">
              {t('way.publish', { number: open.number })}
            </button>
          </DeskForm>
        )}
        {open.status !== 'draft' && (!mayPublish || open.mine) && (
          <p className="dl-quiet">{t(open.mine ? 'refused.second-person' : 'way.who')}</p>
        )}
        {(mayDraft || mayPublish) && (
          <Form method="post" className="bo-actions">
            {version}
            {open.status !== 'draft' && (
              <button className="bo-btn" name="intent" value="send-back">
                {t('way.sendBack')}
              </button>
            )}
            <button className="bo-btn" name="intent" value="discard">
              {t('way.discard')}
            </button>
          </Form>
        )}
      </div>
    </Panel>
  );
}

/** What goes on to suppliers and what must be left, product by product: promotions stop there. */
export function GuardsPanel({ page, drafting }: { page: EngineView; drafting: boolean }) {
  const t = useTexts('staff-pricing');
  const language = useLanguage();
  const percent = (basisPoints: number) => `\u2066${formatNumber(basisPoints / 100, language)} %\u2069`;
  return (
    <Panel title={t('guards.title')} sub={t('guards.sub')}>
      <ul className="pe-lines">
        {page.guards.map(({ product, cost, floor }) => (
          <li key={product}>
            {drafting ? (
              <details className="pe-guard">
                <summary>
                  <span>{t(`product.${product}`)}</span> <small>{t('guards.says', { cost: percent(cost), floor: percent(floor) })}</small>
                </summary>
                <Form method="post" className="pe-form">
                  <input type="hidden" name="version" value={page.open!.version} />
                  <input type="hidden" name="product" value={product} />
                  <Field label={t('guards.cost')}>
                    <input name="cost" inputMode="decimal" required maxLength={6} defaultValue={typed(cost) || '0'} dir="ltr" />
                  </Field>
                  <Field label={t('guards.floor')}>
                    <input name="floor" inputMode="decimal" required maxLength={6} defaultValue={typed(floor) || '0'} dir="ltr" />
                  </Field>
                  <button className="bo-btn" name="intent" value="guard">
                    {t('form.keep')}
                  </button>
                </Form>
              </details>
            ) : (
              <>
                <span>{t(`product.${product}`)}</span>
                <small>{t('guards.says', { cost: percent(cost), floor: percent(floor) })}</small>
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The switch of everything: paused, prices are as published without the policy, from the next one made. */
export function SwitchPanel({ page: { current, mayDraft, mayPublish } }: { page: EngineView }) {
  const t = useTexts('staff-pricing');
  if (!current || !(mayDraft || mayPublish)) return null;
  const paused = current.status === 'paused';
  return (
    <Panel title={t('switch.title')}>
      <div className="pe-in">
        <p className="dl-quiet">{t(paused ? 'switch.paused' : 'switch.live')}</p>
        {paused && !mayPublish ? null : (
          <Form method="post" className="pe-form">
            <Field label={t('reason')} wide>
              <input name="reason" required minLength={3} maxLength={300} dir="auto" />
            </Field>
            <button className={paused ? 'bo-btn bo-btn--p' : 'bo-btn bo-btn--danger'} name="intent" value={paused ? 'resume' : 'pause'}>
              {t(paused ? 'switch.resume' : 'switch.pause')}
            </button>
          </Form>
        )}
      </div>
    </Panel>
  );
}

/** Policies as they were, with the way back to one. */
export function VersionsPanel({ page: { versions, mayPublish } }: { page: EngineView }) {
  const t = useTexts('staff-pricing');
  const language = useLanguage();
  if (versions.length === 0) return null;
  return (
    <Panel title={t('versions.title')}>
      <ul className="pe-lines">
        {versions.map((policy) => (
          <li key={policy.id}>
            <span>
              <b>
                <bdi>
                  {policy.number} · {policy.title}
                </bdi>
              </b>
              <small>
                {t('versions.rules', { n: policy.rules })} · {sayDay(policy.at, language)}
                {policy.by && (
                  <>
                    {' '}
                    · <bdi>{policy.by}</bdi>
                  </>
                )}
              </small>
              {policy.returns && mayPublish && (
                <details className="pe-switch">
                  <summary>{t('versions.return')}</summary>
                  <Form method="post">
                    <input type="hidden" name="to" value={policy.id} />
                    <label>
                      <span>{t('reason')}</span>
                      <input name="reason" required minLength={3} maxLength={300} dir="auto" />
                    </label>
                    <button className="bo-btn bo-btn--danger" name="intent" value="roll-back">
                      {t('versions.returnNow', { number: policy.number })}
                    </button>
                  </Form>
                </details>
              )}
            </span>
            <span
              className={`dl-state${policy.status === 'live' ? ' dl-state--good' : policy.status === 'archived' ? '' : ' dl-state--now'}`}
            >
              {t(`status.${policy.status}`)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
