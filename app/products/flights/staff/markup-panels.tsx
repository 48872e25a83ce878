import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { Form, Link } from 'react-router';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { DeskMoment } from '#app/commerce/orders/staff/desk-time.tsx';
import { ruleValue } from './markup-rules-table.tsx';
import { Card, Chip, Field } from './supply-parts.tsx';
import type { Route } from './+types/markup-page.ts';

type Loaded = Route.ComponentProps['loaderData'];

/** What the rules say against each other, and what the simulation says against them. */
export function MarkupGuards({ data: { overlaps, shadowed, unused, simulation } }: { data: Loaded }) {
  const language = useLanguage();
  const t = useTexts('staff-markups');
  return (
    <Card title={t('guards.title')}>
      <ul className="sd-list">
        {overlaps.length === 0 && shadowed.length === 0 && (
          <li>
            <Chip tone="good">{t('guards.clear')}</Chip>
          </li>
        )}
        {overlaps.map(({ wins, loses }) => (
          <li key={wins + loses}>
            <Chip tone="act">{t('guards.overlap')}</Chip>
            <span>
              <bdi>{wins}</bdi> {t('guards.beats')} <bdi>{loses}</bdi>
            </span>
          </li>
        ))}
        {shadowed.map(({ wins, loses }) => (
          <li key={`s${wins}${loses}`}>
            <Chip tone="act">{t('guards.never')}</Chip>
            <span>
              <bdi>{wins}</bdi> {t('guards.beats')} <bdi>{loses}</bdi>
            </span>
          </li>
        ))}
        {unused.length > 0 && (
          <li>
            <span>{t('guards.unused')}</span>
            <bdi>{unused.join(comma(language))}</bdi>
          </li>
        )}
        {simulation && simulation.risesBig > 0 && (
          <li>
            <Chip tone="act">{t('guards.rises', { n: simulation.risesBig })}</Chip>
          </li>
        )}
        <li className="sd-quiet">{t('guards.kept')}</li>
      </ul>
    </Card>
  );
}

/** Every version that was live, with the orders it priced and the way back to it. */
export function MarkupVersions({ data: { versions, live, mayPublish } }: { data: Loaded }) {
  const t = useTexts('staff-markups');
  const language = useLanguage();
  return (
    <Card title={t('versions.title')} sub={t('versions.sub')}>
      <ul className="sd-list">
        {versions.map((version) => (
          <li key={version.version}>
            <span>
              <b>{t('versions.version', { version: version.version })}</b>{' '}
              {version.version === live && <Chip tone="good">{t('versions.live')}</Chip>}
              <br />
              <bdi>{version.reason}</bdi>
              <br />
              <small className="sd-quiet">
                <bdi>{version.by ?? t('versions.system')}</bdi> ·{' '}
                {Date.parse(version.at) === 0 ? t('versions.beginning') : <DeskMoment at={version.at} />} ·{' '}
                {t('versions.orders', { n: formatNumber(version.orders, language) })}
              </small>
            </span>
            {mayPublish && version.version !== live && (
              <details className="sd-more">
                <summary>{t('versions.rollBack')}</summary>
                <p>{t(version.differs.length > 0 ? 'versions.effect' : 'versions.same', { version: version.version })}</p>
                <ul>
                  {version.differs.map(({ change, before, after }) => {
                    const rule = (after ?? before)!;
                    const values = [before, after].map((one) => (one ? ruleValue(one, language) : '–'));
                    return (
                      <li key={rule.id}>
                        <bdi>{rule.name || t(`named.${rule.kind}`)}</bdi>{' '}
                        <del>
                          <bdi>{values[0]}</bdi>
                        </del>{' '}
                        <ins>
                          <bdi>{values[1]}</bdi>
                        </ins>{' '}
                        <Chip tone={change === 'gone' ? 'bad' : 'act'}>{t(`change.${change}`)}</Chip>
                      </li>
                    );
                  })}
                </ul>
                <Form className="sd-form" method="post">
                  <input type="hidden" name="to" value={version.version} />
                  <Field label={t('way.reason')} wide>
                    <input name="reason" required minLength={3} maxLength={300} dir="auto" />
                  </Field>
                  <button className="bo-btn" name="intent" value="roll-back">
                    {t('versions.backTo', { version: version.version })}
                  </button>
                </Form>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The searches that a change is tried on. */
export function MarkupSamples({ data: { samples, mayDraft } }: { data: Loaded }) {
  const t = useTexts('staff-markups');
  const language = useLanguage();
  const s = useTexts('staff-supply');
  return (
    <Card title={t('samples.title')} sub={t('samples.sub')}>
      {samples.length === 0 ? (
        <p className="sd-none">{t('samples.none')}</p>
      ) : (
        <ScrollRegion className="sd-table" label={t('samples.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{s('deals.route')}</th>
                <th scope="col">{t('samples.when')}</th>
                <th scope="col">{s('own.cabin')}</th>
                <th scope="col" className="sd-num">
                  {t('samples.people')}
                </th>
                <th scope="col">
                  <span className="sr-only">{s('act')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {samples.map((sample) => (
                <tr key={sample.id}>
                  <td>
                    <Link to={`/admin/flight-supply/test?from=${sample.from}&to=${sample.to}`}>
                      <bdi dir="ltr">
                        {sample.from} → {sample.to}
                      </bdi>
                    </Link>
                  </td>
                  <td>
                    {t('samples.ahead', { count: sample.daysAhead, n: formatNumber(sample.daysAhead, language) })} ·{' '}
                    {sample.nights === null ? s('deals.oneWay') : s('deals.nights', { n: sample.nights })}
                  </td>
                  <td>{s(`cabin.${sample.cabin}`)}</td>
                  <td className="sd-num">
                    <bdi>{sample.people}</bdi>
                  </td>
                  <td>
                    {mayDraft && (
                      <Form method="post">
                        <input type="hidden" name="id" value={sample.id} />
                        <button className="bo-btn" name="intent" value="drop-sample">
                          {s('paper.remove')}
                        </button>
                      </Form>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {mayDraft && (
        <Form className="sd-form sd-form--row sd-card__in" method="post" style={{ paddingBlockStart: 12 }}>
          <Field label={s('field.fromAirport')}>
            <input name="from" dir="ltr" maxLength={3} placeholder="DXB" required autoComplete="off" />
          </Field>
          <Field label={s('field.toAirport')}>
            <input name="to" dir="ltr" maxLength={3} placeholder="LHR" required autoComplete="off" />
          </Field>
          <Field label={t('samples.daysAhead')}>
            <input name="daysAhead" inputMode="numeric" maxLength={3} defaultValue="30" required />
          </Field>
          <Field label={s('deals.nightsField')}>
            <input name="nights" inputMode="numeric" maxLength={3} />
          </Field>
          <Field label={s('test.adults')}>
            <input name="adults" inputMode="numeric" maxLength={1} defaultValue="1" required />
          </Field>
          <button className="bo-btn" name="intent" value="add-sample">
            {t('samples.add')}
          </button>
        </Form>
      )}
    </Card>
  );
}
