import { Form, Link } from 'react-router';
import type { FieldFault } from '#app/ui/error-summary.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { assetKinds } from '../asset-kinds.ts';
import type { SentRequest, ShownRequest } from './show-asset-request.server.ts';
import './asset-request.css';

const fieldId = (name: string) => `asked-${name}`;

/** What is wrong in the form of the card that was sent, each leading to its field. */
export function requestFaults(sent: SentRequest | null, t: ReturnType<typeof useTexts>): FieldFault[] {
  return (sent?.wrong ?? []).map((name) => ({ field: fieldId(name), message: t(`request.wrong.${name}`) }));
}

/**
 * What somebody needs of the house by their first day: how far each thing has come, and for the asset desk the ways to
 * change it, to do without it and to the hand-over. The page has the catalogues `staff-assets` and `asset-papers`.
 */
export function AssetRequestCard({ request, sent }: { readonly request: ShownRequest; readonly sent: SentRequest | null }) {
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  const language = useLanguage();
  const { status, works, userId } = request;
  const wrong = (name: SentRequest['wrong'][number]) => sent?.wrong.includes(name) === true;
  const pointed = (name: SentRequest['wrong'][number]) => ({
    id: fieldId(name),
    ...(wrong(name) && { 'aria-invalid': true, 'aria-describedby': `${fieldId(name)}-wrong` }),
  });
  const said = (name: SentRequest['wrong'][number]) =>
    wrong(name) && (
      <small className="bo-wrong" id={`${fieldId(name)}-wrong`}>
        {t(`request.wrong.${name}`)}
      </small>
    );
  const changes = sent?.intent === 'assets-change' ? sent : null;
  const chosen = changes?.kinds ?? request.things.map(({ kind }) => kind);
  const version = <input type="hidden" name="version" value={request.version} />;
  return (
    <section className="dl-card ar-card" id="asked" aria-labelledby="asked-title">
      <h2 id="asked-title">{t('request.title')}</h2>
      <p>
        <span className={`dl-state${status === 'handed' ? ' dl-state--good' : ''}`}>{t(`request.state.${status}`)}</span>{' '}
        {t('request.by', { day: formatDate(request.neededBy, language) })}
      </p>
      <ul className="ar-things">
        {request.things.map(({ kind, state }) => (
          <li key={kind}>
            <span>{words(`kind.${kind}`)}</span>
            {status !== 'refused' && (
              <span className={state === 'missing' && request.late ? 'dl-late' : 'dl-quiet'}>{t(`request.thing.${state}`)}</span>
            )}
          </li>
        ))}
      </ul>
      {status === 'refused' && (
        <p className="dl-quiet">
          <bdi>{request.by ?? '–'}</bdi>
          {request.reason && (
            <>
              {': '}
              <bdi>{request.reason}</bdi>
            </>
          )}
        </p>
      )}
      {status === 'asked' && !userId && <p className="dl-quiet">{t('request.notYet')}</p>}
      {works && status === 'asked' && (
        <>
          {userId && (
            <Link className="bo-btn bo-btn--p" to={`/admin/hr/asset-management/hand-over?to=${encodeURIComponent(userId)}`}>
              {t('handOver.go')}
            </Link>
          )}
          <details open={changes !== null}>
            <summary>{t('request.change')}</summary>
            <Form method="post" action="." className="ar-form" key={request.version} preventScrollReset>
              {version}
              <fieldset {...pointed('kind')} tabIndex={-1}>
                <legend>{t('request.things')}</legend>
                {assetKinds.map((kind) => (
                  <label key={kind}>
                    <input type="checkbox" name="kind" value={kind} defaultChecked={chosen.includes(kind)} />
                    <span>{words(`kind.${kind}`)}</span>
                  </label>
                ))}
                {said('kind')}
              </fieldset>
              <label>
                <span>{t('request.neededBy')}</span>
                <input
                  type="date"
                  name="neededBy"
                  required
                  dir="ltr"
                  defaultValue={changes?.neededBy ?? request.neededBy}
                  {...pointed('neededBy')}
                />
                {said('neededBy')}
              </label>
              <button className="bo-btn" name="intent" value="assets-change" type="submit">
                {t('request.save')}
              </button>
            </Form>
          </details>
          <details open={sent?.intent === 'assets-refuse'}>
            <summary>{t('request.refuse')}</summary>
            <Form method="post" action="." className="ar-form" preventScrollReset>
              {version}
              <label>
                <span>{t('request.reason')}</span>
                <input name="reason" required minLength={3} maxLength={300} defaultValue={sent?.reason ?? ''} {...pointed('reason')} />
                {said('reason')}
              </label>
              <button className="bo-btn bo-btn--danger" name="intent" value="assets-refuse" type="submit">
                {t('request.refuse')}
              </button>
            </Form>
          </details>
        </>
      )}
      {works && status === 'refused' && (
        <Form method="post" action="." preventScrollReset>
          {version}
          <button className="bo-btn" name="intent" value="assets-reopen" type="submit">
            {t('request.reopen')}
          </button>
        </Form>
      )}
    </section>
  );
}
