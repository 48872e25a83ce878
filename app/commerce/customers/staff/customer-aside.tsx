import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { formatDate } from '#app/ui/number-format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { OpenNotes } from '../../record-notes/open-notes.server.ts';
import { RecordNotes } from '../../record-notes/record-notes.tsx';
import { KeptForm, KeptSelect, KeptTick, type Kept } from '../../supply/kept-fields.tsx';
import { CompanyPick } from '../companies/staff/company-pick.tsx';
import { blockReasons, customerTags, revealReasons, risks, type RevealField } from '../records/customer-kinds.ts';
import type { OpenCustomer } from './open-customer.server.ts';

type Props = { readonly customer: OpenCustomer };
const base = '/admin/customers';

/** Who they are and how they are reached, and what a colleague may do. */
export function CustomerAside({
  customer,
  desk,
  company,
  overtaken,
}: Props & {
  readonly desk: OpenNotes;
  readonly company: string;
  /** A form that somebody else's change met, with what was chosen in it. */
  readonly overtaken: { readonly act: string; readonly kept: Kept } | null;
}) {
  const keptOf = (act: string) => (overtaken?.act === act ? overtaken.kept : null);
  const blocking = keptOf('block');
  return (
    <aside>
      <Reach customer={customer} />
      <KeptForm value={keptOf('describe')}>
        <About customer={customer} />
      </KeptForm>
      <OfCompany customer={customer} typed={company} />
      <RecordNotes desk={desk} />
      <Twins customer={customer} />
      <Access customer={customer} />
      <Consent customer={customer} />
      <Privacy customer={customer} />
      {customer.may.block && (
        <KeptForm value={blocking && { ...blocking, overtaken: false }}>
          <Block customer={customer} open={blocking !== null} />
        </KeptForm>
      )}
    </aside>
  );
}

function Card({ title, sub, children }: { title: string; sub?: string; children: ReactNode }) {
  return (
    <section className="cu-card">
      <header>
        <h2>{title}</h2>
        {sub && <p>{sub}</p>}
      </header>
      <div className="cu-body">{children}</div>
    </section>
  );
}

/** A form of this record: every one says which, and what it does. */
function Act({ customer, act, children }: Props & { act: string; children: ReactNode }) {
  return (
    <Form method="post" action={`${base}/${customer.id}`} reloadDocument className="cu-form">
      <input type="hidden" name="version" value={customer.version} />
      <input type="hidden" name="act" value={act} />
      {children}
    </Form>
  );
}

function Why({ label }: { label: string }) {
  const t = useTexts('staff-customers');
  return (
    <label>
      {label}
      <select name="reason" required defaultValue="">
        <option value="" disabled>
          –
        </option>
        {revealReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`reason.${reason}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Reach({ customer }: Props) {
  const t = useTexts('staff-customers');
  return (
    <Card title={t('reach.title')} sub={customer.may.reveal ? t('reach.onRecord') : undefined}>
      <dl className="cu-pairs">
        <Masked customer={customer} field="email" />
        <Masked customer={customer} field="phone" />
        {customer.country && (
          <div>
            <dt>{t('reach.country')}</dt>
            <dd>{customer.country}</dd>
          </div>
        )}
        {customer.language && (
          <div>
            <dt>{t('reach.language')}</dt>
            <dd>{customer.language}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}

/** A field that is masked until somebody gives a reason. */
function Masked({ customer, field }: Props & { field: RevealField }) {
  const t = useTexts('staff-customers');
  const value = customer[field];
  return (
    <div>
      <dt>{t(`reach.${field}`)}</dt>
      <dd>
        {value === null ? <span className="dl-quiet">{t('reach.noPhone')}</span> : <bdi dir="ltr">{value.shown}</bdi>}
        {value?.until && <small>{t('reach.openUntil', { time: value.until })}</small>}
        {value && !value.until && customer.may.reveal && (
          <details className="cu-ask">
            <summary aria-label={`${t('reach.reveal')}: ${t(`reach.${field}`)}`}>
              <Icon name="eye" small /> {t('reach.reveal')}
            </summary>
            <Act customer={customer} act="reveal">
              <input type="hidden" name="field" value={field} />
              <Why label={t('reach.why')} />
              <button className="bo-btn" type="submit">
                {t('reach.revealGo')}
              </button>
            </Act>
          </details>
        )}
      </dd>
    </div>
  );
}

function About({ customer }: Props) {
  const t = useTexts('staff-customers');
  if (!customer.may.work) return null;
  return (
    <Card title={t('about.title')}>
      <Act customer={customer} act="describe">
        <fieldset className="cu-tags">
          <legend className="sr-only">{t('about.tags')}</legend>
          {customerTags.map((tag) => (
            <label key={tag}>
              <KeptTick name="tag" value={tag} defaultChecked={customer.tags.includes(tag)}>
                {t(`tag.${tag}`)}
              </KeptTick>
            </label>
          ))}
        </fieldset>
        <label>
          {t('about.risk')}
          <KeptSelect name="risk" defaultValue={customer.risk}>
            {risks.map((risk) => (
              <option key={risk} value={risk}>
                {t(`risk.${risk}`)}
              </option>
            ))}
          </KeptSelect>
        </label>
        <button className="bo-btn" type="submit">
          {t('about.save')}
        </button>
      </Act>
    </Card>
  );
}

/** The company they travel for, and those before it. */
function OfCompany({ customer, typed }: Props & { readonly typed: string }) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  const { company, companies, may } = customer;
  return (
    <Card title={t('company.title')}>
      {company ? (
        <>
          <p>
            <Link to={`${base}/companies/${company.id}`}>
              <bdi>{company.name}</bdi>
            </Link>{' '}
            <small className="dl-quiet">
              {t('company.since', { date: formatDate(company.since, language) })}
              {company.archived && <> · {t('company.archived')}</>}
            </small>
          </p>
          {may.work && (
            <Act customer={customer} act="ungroup">
              <input type="hidden" name="company" value={company.id} />
              <button className="bo-btn" type="submit">
                {t('company.takeOut')}
              </button>
            </Act>
          )}
        </>
      ) : (
        <>
          <p className="dl-quiet">{t('company.none')}</p>
          {may.work && (
            <details open={typed !== '' || undefined} id="company">
              <summary>{t('company.add')}</summary>
              <Act customer={customer} act="group">
                <CompanyPick
                  name="company"
                  label={t('company.which')}
                  typed={typed}
                  offered={customer.offered}
                  wrong={typed === '' ? null : t('refused.company-unknown')}
                />
                <button className="bo-btn" type="submit">
                  {t('company.addGo')}
                </button>
              </Act>
            </details>
          )}
        </>
      )}
      {companies.length > 0 && (
        <>
          <h3>{t('company.before')}</h3>
          <ul className="cu-notes">
            {companies.map((one) => (
              <li key={one.id + one.since + one.until}>
                <Link to={`${base}/companies/${one.id}`}>
                  <bdi>{one.name}</bdi>
                </Link>
                <small>{t('company.fromUntil', { from: formatDate(one.since, language), until: formatDate(one.until, language) })}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Twins({ customer }: Props) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  const { twins, merges } = customer;
  return (
    <Card title={t('twins.title')}>
      {twins.length === 0 ? (
        <p className="dl-quiet">{t('twins.none')}</p>
      ) : (
        <ul className="cu-notes">
          {twins.map((twin) => (
            <li key={twin.id}>
              <Link to={`${base}/${twin.id}`}>
                <bdi>{twin.name}</bdi>
              </Link>{' '}
              <small className="dl-quiet">
                <bdi dir="ltr">{twin.email}</bdi> · {t(`twins.why.${twin.why}`)}
              </small>
              {customer.may.work && (
                <Link className="bo-btn" to={`${base}/${customer.id}/merge/${twin.id}?why=${twin.why}`}>
                  {t('twins.compare')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {merges.length > 0 && (
        <>
          <h3>{t('twins.merged')}</h3>
          <ul className="cu-notes">
            {merges.map((merge) => (
              <li key={merge.id}>
                {t('twins.mergedOn', { name: merge.name, date: formatDate(merge.on, language), why: t(`twins.why.${merge.why}`) })}
                {merge.undone && <small className="dl-quiet">{t('twins.undone', { date: formatDate(merge.undone, language) })}</small>}
                {merge.undoable && <small className="dl-quiet">{t('twins.undoUntil', { date: formatDate(merge.until, language) })}</small>}
                {merge.undoable && customer.may.work && (
                  <Act customer={customer} act="undo">
                    <input type="hidden" name="merge" value={merge.id} />
                    <button className="bo-btn" type="submit">
                      {t('twins.undo')}
                    </button>
                  </Act>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Access({ customer }: Props) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  const { accounts, sessions } = customer;
  return (
    <Card title={t('access.title')}>
      {accounts.length === 0 ? (
        <p className="dl-quiet">{t('access.none')}</p>
      ) : (
        <ul className="cu-notes">
          {accounts.map((account) => (
            <li key={account.id}>
              {t('access.opened', { date: formatDate(account.opened, language) })}
              {!account.verified && <small className="dl-quiet">{t('reach.unverified')}</small>}
            </li>
          ))}
          {sessions.secondFactor && <li>{t('access.secondFactor')}</li>}
          <li>
            {sessions.devices.length === 0 ? t('access.noSessions') : t('access.sessions', { count: sessions.devices.length })}
            {sessions.devices.map((device) => (
              <small key={device.id} className="dl-quiet">
                <bdi>{device.what}</bdi> · {t('access.seen', { date: formatDate(device.seen, language) })}
              </small>
            ))}
          </li>
        </ul>
      )}
      {customer.account && customer.may.work && (
        <details>
          <summary>
            <Icon name="eye" small /> {t('access.see')}
          </summary>
          <p className="dl-quiet">{t('access.seeHint')}</p>
          <Act customer={customer} act="visit">
            <Why label={t('reach.why')} />
            <button className="bo-btn" type="submit">
              {t('access.seeGo')}
            </button>
          </Act>
        </details>
      )}
    </Card>
  );
}

function Consent({ customer: { consent, hasAccount } }: Props) {
  const t = useTexts('staff-customers');
  const answer = (yes: boolean) => t(yes ? 'consent.yes' : 'consent.no');
  return (
    <Card title={t('consent.title')}>
      <dl className="cu-pairs">
        <div>
          <dt>{t('consent.letter')}</dt>
          <dd>{t(`consent.letterState.${consent.letter}`)}</dd>
        </div>
        {hasAccount &&
          (['whatsappService', 'whatsappMarketing'] as const).map((one) => (
            <div key={one}>
              <dt>{t(`consent.${one}`)}</dt>
              <dd>{answer(consent[one])}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

function Privacy({ customer }: Props) {
  const t = useTexts('staff-customers');
  const language = useLanguage();
  if (!customer.may.privacy) return null;
  return (
    <Card title={t('privacy.title')}>
      {customer.requests.length === 0 ? (
        <p className="dl-quiet">{t('privacy.none')}</p>
      ) : (
        <ul className="cu-notes">
          {customer.requests.map((one) => (
            <li key={one.id}>
              {t('privacy.row', {
                kind: t(`privacy.kind.${one.kind}`),
                state: t(`privacy.state.${one.status}`),
                date: formatDate(one.due, language),
              })}
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to="/admin/privacy-requests">{t('privacy.desk')}</Link>
      </p>
    </Card>
  );
}

function Block({ customer, open }: Props & { readonly open: boolean }) {
  const t = useTexts('staff-customers');
  return (
    <Card title={t('block.title')}>
      {customer.block ? (
        <Act customer={customer} act="unblock">
          <button className="bo-btn" type="submit">
            {t('block.lift')}
          </button>
        </Act>
      ) : (
        <details open={open}>
          <summary>{t('block.go')}</summary>
          <p className="dl-quiet">{t('block.hint')}</p>
          <Act customer={customer} act="block">
            <label>
              {t('block.why')}
              <KeptSelect name="reason" required defaultValue="">
                <option value="" disabled>
                  –
                </option>
                {blockReasons.map((reason) => (
                  <option key={reason} value={reason}>
                    {t(`block.reason.${reason}`)}
                  </option>
                ))}
              </KeptSelect>
            </label>
            <button className="bo-btn" type="submit">
              {t('block.go')}
            </button>
          </Act>
        </details>
      )}
    </Card>
  );
}
