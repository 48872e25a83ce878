import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { readOfferedLanguages } from '#app/platform/shop-languages.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { languageName } from '#app/ui/language-name.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseCalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { companyEmailIndex, findCompanyContact } from '../../customers/companies/companies-store.server.ts';
import { maskedEmail } from '../../customers/records/customer-rules.ts';
import { MoneyNav } from './money-nav.tsx';
import { openStatement } from './open-statement.server.ts';
import { sendStatement, statementRefusals } from './send-statement.server.ts';
import { findStatementSendings } from './statement-sendings-store.server.ts';
import type { Route } from './+types/statement-send-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices'] };

const here = '/admin/invoices/statement';
const addressOf = (statement: { readonly of: string; readonly from: string; readonly until: string }) =>
  `?${new URLSearchParams({ of: statement.of, from: statement.from, until: statement.until })}`;

/** The company whose statement it is, with what is looked at before it leaves the house. */
async function openAsked(context: Route.LoaderArgs['context'], search: URLSearchParams) {
  const statement = await openStatement(context.get(platformContext), search);
  if (!statement?.company) throw new Response('Not found', { status: 404 });
  return { statement, company: statement.company };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { db, crypto, clock } = platform;
  const { statement, company } = await openAsked(context, url.searchParams);
  const contact = await findCompanyContact(db, crypto, company.id);
  const shown = (email: string) => (may(viewer, 'companies:edit') ? email : maskedEmail(email));
  const sendings = await findStatementSendings(db, crypto, company.id, 5);
  return {
    company: { id: company.id, name: statement.buyer },
    address: addressOf(statement),
    from: statement.from,
    until: statement.until,
    of: statement.of,
    closing: money(statement.closing, 'AED'),
    movements: statement.lines.length,
    to: contact.email === '' ? null : { email: shown(contact.email), index: companyEmailIndex(crypto, contact.email) },
    edits: may(viewer, 'companies:edit'),
    languages: (await readOfferedLanguages(db, clock)).map((code) => ({
      code,
      name: languageName(code, context.get(requestContext).language),
    })),
    language: sendings[0]?.language ?? 'en',
    sendings: sendings.map(({ sentTo, askedAt, sentAt }) => ({
      to: sentTo && shown(sentTo),
      at: askedAt.toISOString(),
      left: sentAt !== null,
    })),
    refused: statementRefusals.find((one) => one === url.searchParams.get('refused')) ?? null,
    key: newFormKey(),
  };
}

/** Sends it once for its form, and goes back to the record of the company. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { statement, company } = await openAsked(context, url.searchParams);
  const form = await request.formData();
  const offered = await readOfferedLanguages(platform.db, platform.clock);
  const language = offered.find((code) => code === form.get('language'));
  const [from, until] = [parseCalendarDate(String(form.get('from') ?? '')), parseCalendarDate(String(form.get('until') ?? ''))];
  if (!language || !from || !until || from > until) throw new Response('Bad request', { status: 400 });
  const sent = { actor: `staff:${viewer.user.id}`, form, about: `statement:${company.id}` };
  const ask = {
    companyId: company.id,
    from,
    until,
    language,
    shownTo: String(form.get('to') ?? ''),
    requestId: context.get(requestContext).requestId,
  };
  const at = `/admin/customers/companies/${encodeURIComponent(company.id)}?did=statement-sent`;
  const to = await onceForForm<string>(platform, sent, async (progress) => {
    const outcome = await sendStatement(platform, viewer, ask, (tx) => progress.answer(tx, at));
    return outcome.ok ? at : `${here}/send${addressOf({ ...statement, from, until })}&refused=${outcome.refused}`;
  });
  return redirect(to, 303);
}

export default function StatementSendPage({ loaderData }: Route.ComponentProps) {
  const { company, to, closing, sendings, refused } = loaderData;
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('statement.send.title')}</h1>
        <p>
          <Link to={`/admin/customers/companies/${company.id}`}>
            <bdi>{company.name}</bdi>
          </Link>
        </p>
        <Link className="bo-btn" to={here + loaderData.address}>
          {t('statement.send.back')}
        </Link>
      </header>
      <MoneyNav here="statement" />
      {refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`statement.send.refused.${refused}`)}
        </p>
      )}
      <Form className="dl-filters" method="get" action={`${here}/send`} key={loaderData.address}>
        <input type="hidden" name="of" value={loaderData.of} />
        <label className="dl-day">
          <span>{t('from')}</span>
          <input type="date" name="from" defaultValue={loaderData.from} />
        </label>
        <label className="dl-day">
          <span>{t('until')}</span>
          <input type="date" name="until" defaultValue={loaderData.until} />
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
      </Form>
      <section className="iv-card iv-send">
        <header>
          <h2>{t('statement.send.check')}</h2>
        </header>
        <dl className="iv-facts">
          <div>
            <dt>{t('statement.send.to')}</dt>
            <dd>{to ? <bdi dir="ltr">{to.email}</bdi> : '–'}</dd>
          </div>
          <div>
            <dt>{t('statement.send.period')}</dt>
            <dd>
              {t('statement.send.days', { from: formatDate(loaderData.from, language), until: formatDate(loaderData.until, language) })}
              <small>{t('statement.send.movements', { count: loaderData.movements })}</small>
            </dd>
          </div>
          <div>
            <dt>{t('statement.closing')}</dt>
            <dd>{formatMoney(closing, language)}</dd>
          </div>
        </dl>
        {to ? (
          <Form method="post" action={`${here}/send${loaderData.address}`} className="iv-send__form">
            <input type="hidden" name="key" value={loaderData.key} />
            <input type="hidden" name="to" value={to.index} />
            <input type="hidden" name="from" value={loaderData.from} />
            <input type="hidden" name="until" value={loaderData.until} />
            <label>
              <span>{t('statement.send.language')}</span>
              <select name="language" defaultValue={loaderData.language}>
                {loaderData.languages.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <p className="dl-quiet">{t('statement.send.paper')}</p>
            <button className="bo-btn bo-btn--p" type="submit">
              {t('statement.send.go')}
            </button>
          </Form>
        ) : (
          <p className="dl-none">
            {t('statement.send.nobody')}{' '}
            {loaderData.edits && <Link to={`/admin/customers/companies/${company.id}/edit`}>{t('statement.send.write')}</Link>}
          </p>
        )}
      </section>
      {sendings.length > 0 && (
        <section className="iv-card">
          <header>
            <h2>{t('statement.send.before')}</h2>
          </header>
          <ul className="iv-sent">
            {sendings.map((one) => (
              <li key={one.at}>
                {t(`statement.send.${one.left ? 'sentOn' : 'leaves'}`, { moment: sayMoment(one.at, language) })}{' '}
                {one.to ? <bdi dir="ltr">{one.to}</bdi> : t('statement.send.forgotten')}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
