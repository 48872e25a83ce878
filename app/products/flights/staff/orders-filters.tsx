import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import type { AskedCompany } from '#app/commerce/customers/companies/staff/ask-company.server.ts';
import { FilterCompany } from '#app/commerce/customers/companies/staff/company-filter.tsx';
import { positions } from '#app/commerce/ledger/ledger-postings.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { displayCurrencies } from '#app/values/preferences.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { deskAddress, deskQueues, shownStates, type DeskView } from './desk-address.ts';
import { areUsual } from './desk-columns.ts';

export interface Colleague {
  readonly id: string;
  readonly name: string;
}

export const noFilters = {
  states: [],
  find: '',
  from: '',
  to: '',
  departsFrom: '',
  departsUntil: '',
  airline: '',
  supplier: '',
  paid: '',
  shownIn: '',
  company: '',
  owner: '',
} as const;

/** What narrows the list: the search, a chip for each filter that is on, and everything else behind one button. */
export function OrdersFilters({
  view,
  colleagues,
  suppliers,
  company,
}: {
  view: DeskView;
  colleagues: readonly Colleague[];
  suppliers: readonly { readonly code: string; readonly name: string }[];
  company: AskedCompany;
}) {
  const t = useTexts('staff-orders');
  const language = useLanguage();
  const keep = (change: Partial<DeskView>) => deskAddress({ ...view, ...change }) || '/admin/orders/flights';
  const chips: { label: string; value: string; to: string }[] = [
    ...(view.find ? [{ label: t('filters.find'), value: view.find, to: keep({ find: '' }) }] : []),
    ...view.states.map((state) => ({
      label: t('columns.state'),
      value: t(`states.${state}`),
      to: keep({ states: view.states.filter((one) => one !== state) }),
    })),
    ...(view.from ? [{ label: t('filters.from'), value: view.from, to: keep({ from: '' }) }] : []),
    ...(view.to ? [{ label: t('filters.to'), value: view.to, to: keep({ to: '' }) }] : []),
    ...(view.departsFrom
      ? [{ label: t('filters.departsFrom'), value: formatDate(view.departsFrom, language), to: keep({ departsFrom: '' }) }]
      : []),
    ...(view.departsUntil
      ? [{ label: t('filters.departsUntil'), value: formatDate(view.departsUntil, language), to: keep({ departsUntil: '' }) }]
      : []),
    ...(view.airline ? [{ label: t('columns.airline'), value: view.airline, to: keep({ airline: '' }) }] : []),
    ...(view.supplier
      ? [
          {
            label: t('columns.supplier'),
            value: suppliers.find(({ code }) => code === view.supplier)?.name ?? view.supplier,
            to: keep({ supplier: '' }),
          },
        ]
      : []),
    ...(view.paid ? [{ label: t('filters.paid'), value: t(`standing.${view.paid}`), to: keep({ paid: '' }) }] : []),
    ...(view.shownIn ? [{ label: t('filters.shownIn'), value: view.shownIn, to: keep({ shownIn: '' }) }] : []),
    ...(view.company
      ? [
          {
            label: t('filters.company'),
            value: company.chosen?.name ?? view.company,
            to: keep({ company: '' }),
          },
        ]
      : []),
    ...(view.owner
      ? [
          {
            label: t('columns.owner'),
            value: colleagues.find(({ id }) => id === view.owner)?.name ?? t(`owner.${view.owner}`, { defaultValue: '–' }),
            to: keep({ owner: '' }),
          },
        ]
      : []),
  ];
  return (
    <Form className="fd-filters" method="get" action="/admin/orders/flights" role="search">
      {view.queue !== 'all' && <input type="hidden" name="queue" value={view.queue} />}
      {(view.sort !== 'limit' || view.descending) && (
        <input type="hidden" name="sort" value={`${view.descending ? '-' : ''}${view.sort}`} />
      )}
      {!areUsual(view.columns) && view.columns.map((column) => <input key={column} type="hidden" name="column" value={column} />)}
      <label className="fd-find">
        <Icon name="search" small />
        <span className="sr-only">{t('filters.findLabel')}</span>
        <input
          id="find"
          name="find"
          type="search"
          defaultValue={view.find}
          placeholder={t('filters.findLabel')}
          maxLength={80}
          autoComplete="off"
        />
      </label>
      {chips.map((chip) => (
        <span className="fd-fchip" key={chip.label + chip.value}>
          <span>{chip.label}</span>
          <b>
            <bdi>{chip.value}</bdi>
          </b>
          <Link to={chip.to} aria-label={t('filters.drop', { what: `${chip.label} ${chip.value}` })}>
            <Icon name="close" small />
          </Link>
        </span>
      ))}
      <details className="dl-more" open={company.typed !== null}>
        <summary>
          <Icon name="plus" small />
          {t('filters.add')}
        </summary>
        <div className="dl-pop">
          <fieldset className="dl-pop__states">
            <legend>{t('columns.state')}</legend>
            {shownStates(deskQueues[view.queue])
              .filter((state) => state !== 'draft')
              .map((state) => (
                <label key={state}>
                  <input type="checkbox" name="state" value={state} defaultChecked={view.states.includes(state)} /> {t(`states.${state}`)}
                </label>
              ))}
          </fieldset>
          <div className="dl-pop__fields">
            <label>
              {t('filters.from')}
              <input
                name="from"
                dir="ltr"
                defaultValue={view.from}
                maxLength={3}
                pattern="[A-Za-z]{3}"
                placeholder="DXB"
                autoComplete="off"
              />
            </label>
            <label>
              {t('filters.to')}
              <input name="to" dir="ltr" defaultValue={view.to} maxLength={3} pattern="[A-Za-z]{3}" placeholder="LHR" autoComplete="off" />
            </label>
            <label>
              {t('columns.airline')}
              <input
                name="airline"
                dir="ltr"
                defaultValue={view.airline}
                maxLength={2}
                pattern="[A-Za-z0-9]{2}"
                placeholder="EK"
                autoComplete="off"
              />
            </label>
            <label>
              {t('filters.departsFrom')}
              <input name="departs-from" type="date" defaultValue={view.departsFrom} />
            </label>
            <label>
              {t('filters.departsUntil')}
              <input name="departs-until" type="date" defaultValue={view.departsUntil} />
            </label>
            <label>
              {t('columns.supplier')}
              <select name="supplier" defaultValue={view.supplier}>
                <option value="">{t('filters.anySupplier')}</option>
                {suppliers.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {t('filters.paid')}
              <select name="paid" defaultValue={view.paid}>
                <option value="">{t('filters.anyPaid')}</option>
                {positions.map((one) => (
                  <option key={one} value={one}>
                    {t(`standing.${one}`)}
                  </option>
                ))}
              </select>
            </label>
            <label>
              {t('filters.shownIn')}
              <select name="shown-in" defaultValue={view.shownIn}>
                <option value="">{t('filters.anyShownIn')}</option>
                {displayCurrencies.map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
            <FilterCompany label={t('filters.company')} any={t('filters.anyCompany')} company={company} />
            <label>
              {t('columns.owner')}
              <select name="owner" defaultValue={view.owner}>
                <option value="">{t('owner.anybody')}</option>
                <option value="mine">{t('owner.mine')}</option>
                <option value="nobody">{t('owner.nobody')}</option>
                {colleagues.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <button className="bo-btn bo-btn--p" type="submit">
              {t('filters.apply')}
            </button>
          </div>
        </div>
      </details>
      {(['mine', 'nobody'] as const)
        .filter((owner) => view.owner !== owner)
        .map((owner) => (
          <Link key={owner} className="fd-quick" to={keep({ owner })}>
            {t(`owner.${owner}`)}
          </Link>
        ))}
      {chips.length > 0 && <Link to={deskAddress({ ...view, ...noFilters }) || '/admin/orders/flights'}>{t('filters.clear')}</Link>}
    </Form>
  );
}
