import { Form } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { sayMoment } from '#app/ui/say-moment.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { AwayWords } from '../pages/passport-away.tsx';
import { ConditionField } from './case-forms.tsx';
import type { CaseRecord } from './open-case.server.ts';

type Party = CaseRecord['passport']['lines'][number]['gave'];

/** The ledger of one passport, and the form that adds a line to it. */
export function PassportCard({ record, formKey }: { record: CaseRecord; formKey: string }) {
  const t = useTexts('staff-assisted');
  const words = useTexts('assisted');
  const language = useLanguage();
  const { passport } = record;
  const party = (one: Party) => ('name' in one ? one.name : t(`outsider.${one.outsider}`));
  return (
    <section className="dl-card">
      <h2 id="ledger">{t('ledger.title')}</h2>
      <p>
        <Icon name="passport" small /> <b>{words(`passportPlaces.${passport.place}`)}</b>{' '}
        <span className="dl-quiet">
          {t('daysThere', { n: passport.days })} {passport.seal && <bdi>· {passport.seal}</bdi>}
        </span>
      </p>
      {record.away && (
        <div className="dl-said dl-said--warn">
          <Icon name="warning" />
          <div>
            <b>{words('away.deskTitle')}</b> <AwayWords away={record.away} />
          </div>
        </div>
      )}
      {passport.lines.length > 0 && (
        <ScrollRegion className="sv-scroll" labelledBy="ledger">
          <table className="sv-ledger">
            <thead>
              <tr>
                {(['at', 'way', 'gave', 'took', 'how'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`ledger.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {passport.lines.map((line) => (
                <tr key={line.number}>
                  <td>{sayMoment(line.at, language)}</td>
                  <td>{words(`passportPlaces.${line.to}`)}</td>
                  <td>
                    <bdi>{party(line.gave)}</bdi>
                  </td>
                  <td>
                    <bdi>{party(line.took)}</bdi>
                  </td>
                  <td>
                    {t(`condition.${line.condition}`)} <bdi>{[line.seal, line.spot, line.proof].filter(Boolean).join(' · ')}</bdi>
                    {line.photo && (
                      <a className="bo-hit" href={`/admin/sticker-visa-management/${record.id}/papers/${line.photo}`} download>
                        <Icon name="download" small /> {t('ledger.photo')}
                      </a>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {passport.handover ? (
        <Form method="post" className="sv-form">
          <input type="hidden" name="key" value={`${formKey}-handover`} />
          <p>
            {t('handover.open', {
              from: passport.handover.gave,
              to: passport.handover.askedOf,
              place: words(`passportPlaces.${passport.handover.to}`),
            })}
          </p>
          {passport.handover.mineToTake && (
            <>
              <button className="bo-btn bo-btn--p" name="event" value="handover-taken" type="submit">
                {t('handover.take')}
              </button>
              <button className="bo-btn" name="event" value="handover-declined" type="submit">
                {t('handover.decline')}
              </button>
            </>
          )}
          {passport.handover.mineToTakeBack && (
            <button className="bo-btn" name="event" value="handover-taken-back" type="submit">
              {t('handover.takeBack')}
            </button>
          )}
        </Form>
      ) : (
        record.works &&
        passport.ways.length > 0 && (
          <details>
            <summary>{t('move.title')}</summary>
            <Form method="post" encType="multipart/form-data" className="sv-form" key={passport.lines.length}>
              <input type="hidden" name="key" value={`${formKey}-move`} />
              <label>
                {t('move.to')}
                <select name="to" required>
                  {passport.ways.map(({ to, colleague }) => (
                    <option key={to} value={to}>
                      {words(`passportPlaces.${to}`)}
                      {colleague ? ` (${t('move.twoOfUs')})` : ''}
                    </option>
                  ))}
                </select>
              </label>
              {passport.ways.some(({ colleague }) => colleague) && (
                <label>
                  {t('move.colleague')}
                  <select name="colleague" defaultValue="">
                    <option value="">–</option>
                    {record.colleagues.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <label>
                {t('field.seal')}
                <input name="seal" maxLength={40} autoComplete="off" defaultValue={passport.seal ?? ''} />
              </label>
              <label>
                {t('field.spot')}
                <input name="spot" maxLength={60} autoComplete="off" />
              </label>
              <ConditionField />
              <label>
                {t('field.proof')}
                <input name="proof" maxLength={80} autoComplete="off" />
              </label>
              <label>
                {t('ledger.photoFile')}
                <input name="photo" type="file" accept="image/jpeg,image/png" capture="environment" />
              </label>
              <p className="dl-quiet">{t('move.hint')}</p>
              <button className="bo-btn bo-btn--p" name="event" value="move" type="submit">
                {t('move.go')}
              </button>
            </Form>
          </details>
        )
      )}
    </section>
  );
}
