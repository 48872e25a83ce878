import { Form } from 'react-router';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { comma } from '#app/ui/number-format.ts';
import { Card, Chip, Field } from './supply-parts.tsx';
import type { Route } from './+types/markup-page.ts';

type Loaded = Route.ComponentProps['loaderData'];

/** What has to happen before the draft is live, and who may do it. */
export function MarkupWay({ data: { draft, simulation, mayDraft, mayPublish } }: { data: Loaded }) {
  const language = useLanguage();
  const t = useTexts('staff-markups');
  return (
    <Card title={t('way.title')}>
      <div className="sd-card__in">
        {!draft ? (
          <p className="sd-quiet">{mayDraft ? t('way.none') : t('way.noneLocked')}</p>
        ) : (
          <>
            <ul className="sd-list" style={{ padding: 0, marginBlockEnd: 12 }}>
              <li>
                <Chip tone="good">{t('way.drafted')}</Chip>
                <bdi>{draft.touched.join(comma(language))}</bdi>
              </li>
              <li>
                <Chip tone={simulation ? 'good' : 'act'}>{simulation ? t('way.simulated') : t('way.notSimulated')}</Chip>
                {simulation && <DeskMoment at={simulation.at} />}
              </li>
              <li>
                <Chip tone={draft.status === 'review' ? 'act' : 'calm'}>
                  {draft.status === 'review' ? t('way.checking') : t('way.toCheck')}
                </Chip>
                <bdi>{draft.reason}</bdi>
              </li>
            </ul>
            {draft.status === 'draft' && mayDraft && (
              <Form className="sd-form" method="post">
                <input type="hidden" name="version" value={draft.version} />
                <Field label={t('way.reason')} wide>
                  <input name="reason" required minLength={3} maxLength={300} dir="auto" defaultValue={draft.reason} />
                </Field>
                <button className="bo-btn bo-btn--p" name="intent" value="submit" disabled={!simulation || draft.changes === 0}>
                  {t('way.submit')}
                </button>
                {draft.changes === 0 ? (
                  <p className="sd-locked">{t('refused.nothing-changed')}</p>
                ) : (
                  !simulation && <p className="sd-locked">{t('refused.not-simulated')}</p>
                )}
              </Form>
            )}
            {draft.status === 'review' && (
              <>
                <DeskForm sends={mayPublish && !draft.mine && draft.changes > 0} className="sd-form" method="post">
                  <input type="hidden" name="version" value={draft.version} />
                  <button className="bo-btn bo-btn--p" name="intent" value="publish">
                    {t('way.publish', { n: draft.changes })}
                  </button>
                </DeskForm>
                {draft.changes === 0 && <p className="sd-locked">{t('refused.nothing-changed')}</p>}
                {(!mayPublish || draft.mine) && <p className="sd-locked">{draft.mine ? t('refused.second-person') : t('way.who')}</p>}
              </>
            )}
            {(mayDraft || mayPublish) && (
              <Form className="sd-acts" method="post" style={{ marginBlockStart: 10 }}>
                <input type="hidden" name="version" value={draft.version} />
                {draft.status === 'review' && (
                  <button className="bo-btn" name="intent" value="send-back">
                    {t('way.sendBack')}
                  </button>
                )}
                <button className="bo-btn" name="intent" value="discard">
                  {t('way.discard')}
                </button>
              </Form>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
