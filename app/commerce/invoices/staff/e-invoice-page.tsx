import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { comma } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { emirates } from '../invoice-lines.ts';
import { EInvoiceChip } from './e-invoice-chip.tsx';
import { readEBuyer, readHandOver, readTakeBack, type EInvoiceFault, type EInvoiceField, type EInvoiceTyped } from './e-invoice-form.ts';
import { HandOverFields } from './e-invoice-fields.tsx';
import { describeEInvoiceBuyer, handOverEInvoices, takeBackEInvoice } from './hand-over-e-invoices.server.ts';
import { openEInvoice } from './open-e-invoice.server.ts';
import type { Route } from './+types/e-invoice-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices', 'staff-settings'] };

const base = '/admin/invoices';
const said = ['described', 'handed', 'taken-back'] as const;
const refusals = ['not-ready', 'not-handed', 'no-company'] as const;

/** The electronic form of one document: its file, what it lacks, and to whom it was handed over. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const opened = await openEInvoice(context.get(platformContext).db, context.get(viewerContext), params.number);
  if (!opened) throw new Response('Not found', { status: 404 });
  return {
    ...opened,
    did: said.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
  };
}

interface Refused {
  readonly typed: EInvoiceTyped;
  readonly wrong: readonly { readonly field: EInvoiceField; readonly fault: EInvoiceFault }[];
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { number } = params;
  const here = `${base}/${number}/e-invoice`;
  if (viewer.kind !== 'staff' || !may(viewer, 'invoices:issue')) throw redirect(`/admin/unauthorized?from=${base}`);
  const form = await request.formData();
  const ask = { viewer, number, requestId: context.get(requestContext).requestId };
  const intent = form.get('intent');
  const wrong = ({ typed, wrong: faults }: Refused) => data<Refused>({ typed, wrong: faults }, { status: 422 });
  const back = (outcome: { ok: true } | { ok: false; refused: string }, did: (typeof said)[number]) =>
    redirect(outcome.ok ? `${here}?did=${did}` : `${here}?refused=${outcome.refused}`, 303);
  if (intent === 'describe') {
    const read = readEBuyer(form);
    return read.ok ? back(await describeEInvoiceBuyer(platform, { ...ask, buyer: read.value }), 'described') : wrong(read);
  }
  if (intent === 'hand-over') {
    const read = readHandOver(form);
    return read.ok ? back(await handOverEInvoices(platform, { ...ask, ...read.value, numbers: [number] }), 'handed') : wrong(read);
  }
  if (intent === 'take-back') {
    const read = readTakeBack(form);
    return read.ok ? back(await takeBackEInvoice(platform, { ...ask, why: read.value }), 'taken-back') : wrong(read);
  }
  throw new Response('Bad request', { status: 400 });
}

type Loaded = Route.ComponentProps['loaderData'];
interface FormProps {
  readonly typed: EInvoiceTyped;
  readonly errorOf: (field: EInvoiceField) => string | undefined;
}

export default function EInvoicePage({ loaderData, actionData }: Route.ComponentProps) {
  const { number, state, did, refused, works } = loaderData;
  const t = useTexts('staff-invoices');
  const answer = actionData ?? null;
  const errorOf = (field: EInvoiceField) => {
    const found = answer?.wrong.find((one) => one.field === field);
    return found && t(`eInvoice.fault.${found.fault}`);
  };
  const form = { typed: answer?.typed ?? {}, errorOf };
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('eInvoice.title', { number })}</h1>
        <EInvoiceChip state={state} />
        <p>{t(`eInvoice.text.${state}`)}</p>
        <Link className="bo-btn" to={`${base}/${number}`}>
          {t('eInvoice.back')}
        </Link>
      </header>
      {did && !answer && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`eInvoice.did.${did}`)}
        </p>
      )}
      {refused && !answer && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`eInvoice.refused.${refused}`)}
        </p>
      )}
      <ErrorSummary faults={(answer?.wrong ?? []).map(({ field, fault }) => ({ field, message: t(`eInvoice.fault.${fault}`) }))} />
      <div className="dl-record">
        <div>
          {loaderData.gaps.length > 0 && <Gaps {...loaderData} />}
          <File {...loaderData} />
          <HandOvers {...loaderData} form={form} />
        </div>
        <aside>{loaderData.buyer.trn && <Company {...loaderData} form={works ? form : null} />}</aside>
      </div>
    </div>
  );
}

/** What stands in the way, each with who can see to it. */
function Gaps({ gaps, settings }: Loaded) {
  const t = useTexts('staff-invoices');
  return (
    <section className="iv-card" aria-labelledby="gaps">
      <header>
        <h2 id="gaps">{t('eInvoice.missing')}</h2>
      </header>
      <ul className="iv-gaps">
        {gaps.map((gap) => (
          <li key={gap}>
            {t(`eInvoice.gap.${gap}`)}
            {settings && (gap === 'seller-city' || gap === 'seller-licence') && (
              <>
                {' '}
                <Link to="/admin/settings/company">{t('eInvoice.toSettings')}</Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function File({ number, hasFile, differs }: Loaded) {
  const t = useTexts('staff-invoices');
  return (
    <section className="iv-card" aria-labelledby="file">
      <header>
        <h2 id="file">{t('eInvoice.file')}</h2>
        <p>{t('eInvoice.fileSub')}</p>
      </header>
      <div className="iv-acts">
        {hasFile ? (
          <a className="bo-btn" href={`${base}/${number}/e-invoice/file`} download>
            <Icon name="download" small /> <bdi>{number}.xml</bdi>
          </a>
        ) : (
          <p>{t('eInvoice.noFile')}</p>
        )}
        {differs && <p role="note">{t('eInvoice.differs')}</p>}
      </div>
    </section>
  );
}

function HandOvers({ state, handOvers, works, form }: Loaded & { form: FormProps }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  if (state === 'not-needed') return null;
  return (
    <section className="iv-card" aria-labelledby="handed">
      <header>
        <h2 id="handed">{t('eInvoice.handOver')}</h2>
        <p>{t('eInvoice.handOverSub')}</p>
      </header>
      {handOvers.length > 0 && (
        <ol className="iv-events">
          {handOvers.map((one) => (
            <li key={one.id}>
              <Icon name={one.back ? 'refund' : 'done'} small />
              <span>
                <bdi>{one.provider}</bdi>: <bdi>{one.providerRef}</bdi>
              </span>
              <span className="dl-quiet">{sayMoment(one.at, language)}</span>
              <small>{one.by && <bdi>{t('history.by', { name: one.by })}</bdi>}</small>
              {one.back && (
                <small>
                  {t('eInvoice.wasTakenBack', { time: sayMoment(one.back.at, language), name: one.back.by ?? '–' })}{' '}
                  <bdi>{one.back.why}</bdi>
                </small>
              )}
            </li>
          ))}
        </ol>
      )}
      {works && state === 'ready' && (
        <Form method="post" className="iv-form" noValidate>
          <HandOverFields {...form} />
          <div className="iv-buttons">
            <button className="bo-btn bo-btn--p" name="intent" value="hand-over">
              {t('eInvoice.mark')}
            </button>
          </div>
        </Form>
      )}
      {works && state === 'handed-over' && (
        <Form method="post" className="iv-form" noValidate>
          <TextField
            name="why"
            label={t('eInvoice.why')}
            defaultValue={form.typed.why}
            error={form.errorOf('why')}
            maxLength={80}
            autoComplete="off"
          />
          <div className="iv-buttons">
            <button className="bo-btn" name="intent" value="take-back">
              {t('eInvoice.takeBack')}
            </button>
          </div>
        </Form>
      )}
    </section>
  );
}

/** What is known of the company; `form` is null for whoever only reads. */
function Company({ buyer, details, form }: Loaded & { form: FormProps | null }) {
  const language = useLanguage();
  const t = useTexts('staff-invoices');
  const settings = useTexts('staff-settings');
  const field = (name: 'city' | 'licence' | 'licenceAuthority', more: { readonly optional?: string; readonly dir?: 'ltr' } = {}) => (
    <TextField
      name={name}
      label={t(`eInvoice.buyer.${name}`)}
      defaultValue={form?.typed[name] ?? details?.[name] ?? ''}
      error={form?.errorOf(name)}
      maxLength={80}
      autoComplete="off"
      {...more}
    />
  );
  return (
    <section className="iv-card" aria-labelledby="company">
      <header>
        <h2 id="company">{t('eInvoice.company')}</h2>
        <p>{t('eInvoice.companySub')}</p>
      </header>
      <div className="iv-party">
        <b>
          <bdi>{buyer.name}</bdi>
        </b>
        {buyer.address}
        <div>{t('record.trn', { trn: buyer.trn })}</div>
      </div>
      {form ? (
        <Form method="post" className="iv-form" noValidate>
          {field('city')}
          <SelectField
            name="emirate"
            label={t('eInvoice.buyer.emirate')}
            defaultValue={form.typed.emirate ?? details?.emirate ?? ''}
            error={form.errorOf('emirate')}
          >
            <option value="">{t('credit.choose')}</option>
            {emirates.map((code) => (
              <option key={code} value={code}>
                {settings(`company.emirates.${code}`)}
              </option>
            ))}
          </SelectField>
          {field('licence', { optional: t('eInvoice.ifKnown'), dir: 'ltr' })}
          {field('licenceAuthority', { optional: t('eInvoice.ifKnown') })}
          <div className="iv-buttons">
            <button className="bo-btn" name="intent" value="describe">
              {t('eInvoice.describe')}
            </button>
          </div>
        </Form>
      ) : (
        details && (
          <p>
            <bdi>{details.city}</bdi>
            {comma(language)}
            {settings(`company.emirates.${details.emirate}`)}
          </p>
        )
      )}
    </section>
  );
}
