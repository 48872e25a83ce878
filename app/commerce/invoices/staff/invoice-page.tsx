import { Form, Link } from 'react-router';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import type { IconName } from '#app/ui/icon-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { openNotes } from '../../record-notes/open-notes.server.ts';
import { deskRecord } from '../../record-notes/record-kinds.ts';
import { RecordNotes } from '../../record-notes/record-notes.tsx';
import { RecordWatch } from '../../record-notes/record-watch.tsx';
import { findInvoiceAsStaff } from '../invoices-store.server.ts';
import { EInvoiceChip } from './e-invoice-chip.tsx';
import { InvoiceStateChip } from './invoice-state.tsx';
import { openInvoiceRecord, type InvoiceEvent } from './open-invoice-record.server.ts';
import type { Route } from './+types/invoice-page.ts';
import './invoices-desk.css';

export const handle = { texts: ['staff-invoices', 'staff-records'] };

const base = '/admin/invoices';
const said = ['credit-approved', 'credit-corrected', 'credit-reduced', 'credit-asked', 'credit-declined', 'reissued'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const invoice = await findInvoiceAsStaff(platform.db, params.number);
  if (!invoice) throw new Response('Not found', { status: 404 });
  const desk = await openNotes(platform, viewer, deskRecord('invoice', { id: invoice.id, handle: invoice.number }));
  const record = await openInvoiceRecord(platform, viewer, invoice);
  return { record, desk, key: newFormKey(), did: said.find((one) => one === url.searchParams.get('did')) ?? null };
}

type Loaded = Route.ComponentProps['loaderData'];
type Record = Loaded['record'];

export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const { record, desk, did } = loaderData;
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const note = record.kind === 'credit-note';
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{record.number}</bdi>
        </h1>
        <InvoiceStateChip state={record.state} />
        <Link to={`${base}/${record.number}/e-invoice`}>
          {t('column.e-invoice')}: <EInvoiceChip state={record.eInvoice} />
        </Link>
        <p>{t(note ? 'record.ofNote' : 'record.ofInvoice')}</p>
        <Link className="bo-btn" to={base}>
          {t('record.back')}
        </Link>
      </header>
      <RecordWatch desk={desk} />
      {did && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`did.${did}`)}
        </p>
      )}
      <dl className="iv-facts">
        <div className={record.state === 'overdue' ? 'iv-hot' : record.due.amount > 0 ? 'iv-warm' : undefined}>
          <dt>{t('column.due')}</dt>
          <dd>
            {note ? '–' : formatMoney(record.due, language)}
            {record.dueOn && <small>{t('record.dueOn', { date: formatDate(record.dueOn, language) })}</small>}
          </dd>
        </div>
        <div>
          <dt>{t('column.gross')}</dt>
          <dd>
            {formatMoney(record.gross, language)}
            {record.credited.amount > 0 && <small>{t('record.credited', { amount: formatMoney(record.credited, language) })}</small>}
          </dd>
        </div>
        <div>
          <dt>{t('column.paid')}</dt>
          <dd>{note ? '–' : formatMoney(record.paid, language)}</dd>
        </div>
        <div>
          <dt>{t('column.issued')}</dt>
          <dd>
            {formatDate(record.issuedOn, language)}
            <small>{t('record.supplied', { date: formatDate(record.suppliedOn, language) })}</small>
          </dd>
        </div>
        <div>
          <dt>{t('column.order')}</dt>
          <dd>
            <Link to={`/admin/orders/${record.order}`}>
              <bdi>{record.order}</bdi>
            </Link>
          </dd>
        </div>
        <div>
          <dt>{t('record.charged')}</dt>
          <dd>
            {formatMoney(record.charged, language)}
            {record.currency !== 'AED' && <small>{t('record.rate', { rate: record.rate })}</small>}
          </dd>
        </div>
      </dl>
      <div className="dl-record">
        <div>
          <LinesCard record={record} />
          {(record.notes.length > 0 || record.corrects) && <NotesCard record={record} />}
          <section className="iv-card" aria-labelledby="history">
            <header>
              <h2 id="history">{t('history.title')}</h2>
              <p>{t('history.sub')}</p>
            </header>
            <ol className="iv-events">
              {record.events.map((event, index) => (
                <EventLine key={index} event={event} />
              ))}
            </ol>
          </section>
        </div>
        <aside>
          {record.wished && <WishedName record={record} wished={record.wished} formKey={loaderData.key} />}
          <Acts record={record} formKey={loaderData.key} />
          <section className="iv-card">
            <header>
              <h2>{t('record.parties')}</h2>
            </header>
            <div className="iv-party">
              {t('record.buyer')}
              <b>
                {record.company ? (
                  <Link to={`/admin/customers/companies/${record.company}`}>
                    <bdi>{record.buyer}</bdi>
                  </Link>
                ) : (
                  <bdi>{record.buyer}</bdi>
                )}
              </b>
              {record.buyerAddress}
              {record.buyerTrn && <div>{t('record.trn', { trn: record.buyerTrn })}</div>}
              <div>{t('record.language', { language: t(`language.${record.language}`) })}</div>
            </div>
            <div className="iv-party">
              {t('record.seller')}
              <b>
                <bdi>{record.seller.name}</bdi>
              </b>
              {record.seller.trn ? t('record.trn', { trn: record.seller.trn }) : t('record.noTrn')}
            </div>
          </section>
          <RecordNotes desk={desk} />
        </aside>
      </div>
    </div>
  );
}

function LinesCard({ record }: { record: Record }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const figure = (fils: number) => <bdi>{formatNumber(fils / 100, language, 2)}</bdi>;
  return (
    <section className="iv-card">
      <header>
        <h2 id="lines">{t('lines.title')}</h2>
        <p>{t('lines.sub')}</p>
      </header>
      <ScrollRegion labelledBy="lines" className="iv-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('lines.what')}</th>
              <th scope="col" className="iv-figure">
                {t('lines.quantity')}
              </th>
              <th scope="col">{t('lines.vatRate')}</th>
              {(['net', 'vat', 'gross'] as const).map((column) => (
                <th key={column} scope="col" className="iv-figure">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {record.lines.map((line) => (
              <tr key={line.position}>
                <td>
                  <bdi>{language === 'ar' ? line.words.ar : line.words.en}</bdi>
                </td>
                <td className="iv-figure">{formatNumber(line.quantity, language)}</td>
                <td>{line.vatCategory === 'standard' ? <bdi>{line.percent}%</bdi> : t(`vat.${line.vatCategory}`)}</td>
                <td className="iv-figure">{figure(line.net.amount)}</td>
                <td className="iv-figure">{figure(line.vat.amount)}</td>
                <td className="iv-figure">{figure(line.gross.amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t('lines.total')}
              </th>
              <td className="iv-figure">{figure(record.net.amount)}</td>
              <td className="iv-figure">{figure(record.vat.amount)}</td>
              <td className="iv-figure">{figure(record.gross.amount)}</td>
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </section>
  );
}

/** What corrects this document, or what it corrects. */
function NotesCard({ record }: { record: Record }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  return (
    <section className="iv-card">
      <header>
        <h2 id="notes">{t(record.corrects ? 'notes.corrects' : 'notes.title')}</h2>
      </header>
      {record.corrects ? (
        <p>
          <Link to={`${base}/${record.corrects}`}>
            <bdi>{record.corrects}</bdi>
          </Link>{' '}
          · {t([`cause.${record.reason}`, 'cause.other'])}
        </p>
      ) : (
        <ScrollRegion labelledBy="notes" className="iv-rows">
          <table>
            <tbody>
              {record.notes.map((note) => (
                <tr key={note.number}>
                  <td>
                    <Link to={`${base}/${note.number}`}>
                      <bdi>{note.number}</bdi>
                    </Link>
                  </td>
                  <td>{formatDate(note.issuedOn, language)}</td>
                  <td className="iv-figure">
                    <bdi>{formatMoney(note.gross, language)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}

const icons: Readonly<{ [What in InvoiceEvent['what']]: IconName }> = {
  issued: 'invoice',
  credited: 'receipt',
  capture: 'card',
  refund: 'refund',
  chargeback: 'warning',
  sent: 'mail',
  'sent-again': 'mail',
};

function EventLine({ event }: { event: InvoiceEvent }) {
  const t = useTexts('staff-invoices');
  const language = useLanguage();
  const sent = event.what === 'sent' || event.what === 'sent-again';
  return (
    <li>
      <Icon name={icons[event.what]} small />
      <span>
        {t(event.waits ? 'history.waits' : `history.${event.what}`)} {event.amount && <bdi>{formatMoney(event.amount, language)}</bdi>}
      </span>
      <span className="dl-quiet">{formatDate(dateIn('Asia/Dubai', instant(Date.parse(event.at))), language)}</span>
      {event.about && (
        <small>
          {event.what === 'sent' ? (
            t('history.inLanguage', { language: t(`language.${event.about}`) })
          ) : sent ? (
            <bdi>{t('history.by', { name: event.about })}</bdi>
          ) : (
            <bdi>{event.about}</bdi>
          )}
        </small>
      )}
    </li>
  );
}

/** The buyer asked for another name when the month of the document was reported already. */
function WishedName({ record, wished, formKey }: { record: Record; wished: NonNullable<Record['wished']>; formKey: string }) {
  const t = useTexts('staff-invoices');
  return (
    <section className="iv-card" aria-labelledby="wished">
      <header>
        <h2 id="wished">{t('wished.title')}</h2>
        <p>{t('wished.sub')}</p>
      </header>
      <div className="iv-party">
        <b>
          <bdi>{wished.name}</bdi>
        </b>
        {wished.address}
        {wished.trn && <div>{t('record.trn', { trn: wished.trn })}</div>}
      </div>
      {record.issues && (
        <div className="iv-acts">
          <Form method="post" action={`${base}/${record.number}/credit`}>
            <input type="hidden" name="key" value={`${formKey}-name`} />
            <button className="bo-btn bo-btn--p" name="intent" value="reissue">
              {t('wished.go')}
            </button>
          </Form>
        </div>
      )}
    </section>
  );
}

function Acts({ record, formKey }: { record: Record; formKey: string }) {
  const t = useTexts('staff-invoices');
  return (
    <section className="iv-card">
      <header>
        <h2>{t('acts.title')}</h2>
      </header>
      <div className="iv-acts">
        {(['en', 'ar'] as const).map((language) => (
          <a key={language} className="bo-btn" href={`${base}/${record.number}/paper/${language}`}>
            <Icon name="document" small /> {t(`acts.paper.${language}`)}
          </a>
        ))}
        {(record.eInvoice === 'ready' || record.eInvoice === 'handed-over') && (
          <a className="bo-btn" href={`${base}/${record.number}/e-invoice/file`} download>
            <Icon name="download" small /> {t('eInvoice.file')}
          </a>
        )}
        {record.issues && (
          <Form method="post" action={`${base}/bulk`}>
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="number" value={record.number} />
            <button className="bo-btn" name="intent" value="send">
              <Icon name="mail" small /> {t('acts.send')}
            </button>
            <small>{t('acts.sendHint', { language: t(`language.${record.language}`) })}</small>
          </Form>
        )}
        {record.issues && record.kind === 'invoice' && record.state !== 'credited' && (
          <Link className="bo-btn bo-btn--p" to={`${base}/${record.number}/credit`}>
            {t('acts.credit')}
          </Link>
        )}
        {record.money && <Link to={`${base}/statement?of=${record.ownerId ?? record.order}`}>{t('acts.statement')}</Link>}
        {record.ownerId && <Link to={`${base}?find=customer:${record.ownerId}`}>{t('acts.allOfCustomer')}</Link>}
      </div>
    </section>
  );
}
