import { Form, Link } from 'react-router';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import type { VisaInquiry } from '../open-visa-inquiry.server.ts';

/** What an inquiry can become: an e-visa application or an assisted case, begun for the traveller and finished by them. */
export function InviteCard({ record }: { record: VisaInquiry }) {
  const t = useTexts('staff-visa-inquiries');
  const { evisa, assisted, invites, invited } = record;
  if (invited.length === 0 && !invites) return null;
  return (
    <section className="dl-card">
      <h2>{t('invite.title')}</h2>
      {invited.length > 0 && <Invited invited={invited} />}
      {invites && !evisa && !assisted && <p className="dl-quiet">{t('invite.nothing')}</p>}
      {invites && evisa && (
        <details className="iq-more" open={invited.length === 0 && !assisted}>
          <summary>{t('invite.evisa')}</summary>
          <Form method="post" className="vi-form">
            <Common record={record} route="evisa" slug={evisa.slug} />
            <label>
              {t('invite.choice')}
              <select name="choice" required>
                {evisa.choices.map(({ value, words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            </label>
            <Go />
          </Form>
        </details>
      )}
      {invites && assisted && (
        <details className="iq-more" open={invited.length === 0 && !evisa}>
          <summary>{t('invite.assisted')}</summary>
          <Form method="post" className="vi-form">
            <Common record={record} route="assisted" slug={assisted.slug} />
            <Choice name="purpose" group="purposes" codes={assisted.purposes} />
            <Choice name="package" group="packages" codes={assisted.packages} suffix=".name" />
            <Choice name="region" group="regions" codes={assisted.regions} />
            <Go />
          </Form>
        </details>
      )}
    </section>
  );
}

function Invited({ invited }: { invited: VisaInquiry['invited'] }) {
  const t = useTexts('staff-visa-inquiries');
  const language = useLanguage();
  return (
    <ul className="vi-invited">
      {invited.map((one) => (
        <li key={one.id}>
          <b>
            {one.country} · {t(`invite.${one.route}`)}
          </b>
          {one.orderId ? (
            <Link to={`/admin/orders/${one.orderId}`}>{t('invite.ordered')}</Link>
          ) : (
            <span className="dl-quiet">
              {t('invite.sent', {
                date: sayDay(one.invitedAt, language, 'short'),
                until: sayDay(one.expiresAt, language, 'short'),
              })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Common({ record, route, slug }: { record: VisaInquiry; route: string; slug: string }) {
  const t = useTexts('staff-visa-inquiries');
  return (
    <>
      <input type="hidden" name="version" value={record.version} />
      <input type="hidden" name="route" value={route} />
      <input type="hidden" name="slug" value={slug} />
      <label>
        {t('invite.travellers')}
        <input name="travellers" inputMode="numeric" defaultValue={record.travellers} maxLength={1} required />
      </label>
      <label>
        {t('invite.arrival')}
        <input type="date" name="arrival" defaultValue={record.needs.startsOn ?? ''} required />
      </label>
    </>
  );
}

function Choice({ name, group, codes, suffix = '' }: { name: string; group: string; codes: readonly string[]; suffix?: string }) {
  const t = useTexts('staff-visa-inquiries');
  const words = useTexts('assisted');
  return (
    <label>
      {t(`invite.${name}`)}
      <select name={name} required>
        {codes.map((code) => (
          <option key={code} value={code}>
            {words(`${group}.${code}${suffix}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Go() {
  const t = useTexts('staff-visa-inquiries');
  return (
    <>
      <p className="dl-quiet">{t('invite.hint')}</p>
      <button className="bo-btn" name="act" value="invite" type="submit">
        {t('invite.go')}
      </button>
    </>
  );
}
