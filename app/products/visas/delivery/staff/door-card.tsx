import { Form } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { longestOf, type AddressField } from '../delivery-address.ts';
import type { DoorRecord } from './read-door-desk.server.ts';
import './door-card.css';

/** Where something is brought, what is to be printed for whoever goes, and the printed visas of a party. */
export function DoorCard({ door, base, formKey }: { door: DoorRecord; base: string; formKey: string }) {
  const t = useTexts('staff-delivery');
  const words = useTexts('delivery');
  const language = useLanguage();
  const { address, copies } = door;
  const day = copies?.since ? sayDay(copies.since, language, 'long') : '';
  const field = (name: Exclude<AddressField, 'region'>, required: boolean) => (
    <label>
      {words(`field.${name}`)}
      <input name={`door-${name}`} defaultValue={door.typed[name]} maxLength={longestOf(name)} autoComplete="off" required={required} />
    </label>
  );
  return (
    <section className="dl-card" id="door">
      <h2>{t('title')}</h2>
      <p className="dl-quiet">{t(`way.${door.way}`)}</p>
      {door.way !== 'none' &&
        (!door.reveals ? (
          <p className="dl-quiet">{t('hidden')}</p>
        ) : address ? (
          <address className="dc-address">
            <b>
              <bdi>{address.name}</bdi>
            </b>
            <span>
              <bdi>{address.street}</bdi>
            </span>
            <span>
              <bdi>{address.city}</bdi>
            </span>
            <span>{words(`region.${address.region}`)}</span>
            {address.note && (
              <span className="dl-quiet">
                <bdi>{address.note}</bdi>
              </span>
            )}
            <span>
              {t('phone')} <bdi>{door.phone}</bdi>
            </span>
          </address>
        ) : (
          <p className="dl-said dl-said--warn">
            <Icon name="warning" /> {t('missing')}
          </p>
        ))}
      {door.works && door.reveals && door.mayChange && (
        <details>
          <summary>{t('change')}</summary>
          <Form method="post" className="dc-form" key={`${door.typed.name}${door.typed.street}`}>
            <input type="hidden" name="key" value={`${formKey}-address`} />
            {field('name', true)}
            <label>
              {words('field.region')}
              <select name="door-region" defaultValue={door.typed.region} required>
                <option value="">{words('choose')}</option>
                {door.regions.map((region) => (
                  <option key={region} value={region}>
                    {words(`region.${region}`)}
                  </option>
                ))}
              </select>
            </label>
            {field('city', true)}
            {field('street', true)}
            {field('note', false)}
            <button className="bo-btn bo-btn--p" name="event" value="address" type="submit">
              {t('save')}
            </button>
          </Form>
        </details>
      )}
      {copies && (
        <>
          <h3>{t('copies.title')}</h3>
          <p>{t(`copies.${copies.state}`, { date: day, waybill: copies.waybill ?? '' })}</p>
          {door.works && copies.state === 'due' && (
            <Form method="post" className="dc-form">
              <input type="hidden" name="key" value={`${formKey}-copies`} />
              <label>
                {t('waybill')}
                <input name="waybill" maxLength={40} autoComplete="off" required dir="ltr" />
              </label>
              <button className="bo-btn bo-btn--p" name="event" value="copies-sent" type="submit">
                {t('send')}
              </button>
            </Form>
          )}
          {door.works && copies.state === 'sent' && (
            <Form method="post">
              <input type="hidden" name="key" value={`${formKey}-copies-back`} />
              <button className="bo-btn" name="event" value="copies-back" type="submit">
                {t('back')}
              </button>
            </Form>
          )}
        </>
      )}
      {door.reveals && door.papers.length > 0 && (
        <>
          <h3>{t('print')}</h3>
          <ul className="dc-papers">
            {door.papers
              .filter((paper) => paper !== 'letter')
              .map((paper) => (
                <li key={paper}>
                  <a className="bo-hit" href={`${base}/print/${paper}`} download>
                    <Icon name="download" small /> {t(paper)}
                  </a>
                </li>
              ))}
          </ul>
          {door.papers.includes('letter') && (
            <form className="dc-letter" method="get" action={`${base}/print/letter`}>
              <label>
                {t('letter')}: {t('runner')}
                <select name="runner">
                  {door.runners.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
              <button className="bo-btn" type="submit">
                <Icon name="download" small /> {t('set')}
              </button>
            </form>
          )}
          <p className="dl-quiet">{t('noted')}</p>
        </>
      )}
    </section>
  );
}
