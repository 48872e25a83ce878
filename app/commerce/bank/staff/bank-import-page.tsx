import { data, Form, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { currencyDecimals } from '#app/values/money.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { MoneyNav } from '../../invoices/staff/money-nav.tsx';
import { dayForms, mostLines, type TableMapping } from '../read-statement.ts';
import { takeStatement } from './take-statement.server.ts';
import type { Route } from './+types/bank-import-page.ts';
import '../../invoices/staff/invoices-desk.css';
import './bank.css';

export const handle = { texts: ['staff-bank', 'staff-invoices'] };

const base = '/admin/invoices/bank';

/** What most tables of banks call their columns. */
const usual = {
  account: '',
  currency: 'AED',
  day: 'Date',
  amount: 'Amount',
  incoming: '',
  outgoing: '',
  party: '',
  text: 'Description',
  days: 'day-first',
  decimal: '',
  opening: '',
  closing: '',
} as const;
const fields = ['account', 'opening', 'closing', 'day', 'amount', 'incoming', 'outgoing', 'party', 'text'] as const;

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const file = form.get('file');
  const typed = Object.fromEntries(Object.keys(usual).map((name) => [name, plainLine(form.get(name), 60)])) as Record<
    keyof typeof usual,
    string
  >;
  const format = form.get('format') === 'csv' ? 'csv' : 'camt';
  const mapping: TableMapping = {
    ...typed,
    days: dayForms.find((one) => one === typed.days) ?? 'day-first',
    decimalComma: typed.decimal === 'comma',
  };
  const taken = await takeStatement(context.get(platformContext), {
    viewer,
    name: plainLine(file instanceof File ? file.name : '', 120),
    bytes: file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
    mapping: format === 'csv' ? mapping : null,
    requestId: context.get(requestContext).requestId,
  });
  if (taken.ok)
    return redirect(
      `${base}?taken=${taken.value.statements}-${taken.value.lines}-${taken.value.known > 0 ? 1 : 0}-${taken.value.seen}`,
      303,
    );
  return data({ typed, format, refused: taken.refused, where: taken.where ?? '' }, { status: taken.refused === 'too-big' ? 413 : 422 });
}

export default function BankImportPage({ actionData }: Route.ComponentProps) {
  const t = useTexts('staff-bank');
  const typed = actionData?.typed ?? usual;
  const format = actionData?.format ?? 'camt';
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('import.title')}</h1>
        <p>{t('import.lead', { most: mostLines })}</p>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      <MoneyNav here="bank" />
      {actionData && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          <span>
            <a href="#file">{t(`import.refused.${actionData.refused}`, { where: actionData.where, most: mostLines })}</a>
          </span>
        </p>
      )}
      <section className="iv-card">
        <Form method="post" encType="multipart/form-data" className="bk-form">
          <label>
            <span>{t('import.file')}</span>
            <input id="file" type="file" name="file" accept=".xml,.csv,.txt" required aria-invalid={actionData ? true : undefined} />
            <small>{t('import.fileHint')}</small>
          </label>
          <fieldset>
            <legend>{t('import.format')}</legend>
            {(['camt', 'csv'] as const).map((one) => (
              <label key={one} className="bk-check">
                <input type="radio" name="format" value={one} defaultChecked={one === format} /> {t(`import.${one}`)}
              </label>
            ))}
          </fieldset>
          <details open={format === 'csv'}>
            <summary>{t('import.mapping')}</summary>
            <p className="dl-quiet">{t('import.mappingHint')}</p>
            <div className="bk-grid">
              {fields.map((name) => (
                <label key={name}>
                  <span>{t(`import.map.${name}`)}</span>
                  <input name={name} defaultValue={typed[name]} maxLength={60} dir="auto" autoComplete="off" />
                </label>
              ))}
              <label>
                <span>{t('import.map.currency')}</span>
                <select name="currency" defaultValue={typed.currency}>
                  {Object.keys(currencyDecimals).map((currency) => (
                    <option key={currency}>{currency}</option>
                  ))}
                </select>
              </label>
              <label>
                <span>{t('import.map.days')}</span>
                <select name="days" defaultValue={typed.days}>
                  {dayForms.map((one) => (
                    <option key={one} value={one}>
                      {t(`import.days.${one}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                <span>{t('import.map.decimal')}</span>
                <select name="decimal" defaultValue={typed.decimal}>
                  <option value="">1,234.56</option>
                  <option value="comma">1.234,56</option>
                </select>
              </label>
            </div>
          </details>
          <div className="bo-actions">
            <button className="bo-btn bo-btn--p">{t('import.take')}</button>
          </div>
        </Form>
      </section>
    </div>
  );
}
