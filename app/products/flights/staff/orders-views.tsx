import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { deskAddress, type DeskView } from './desk-address.ts';
import { deskColumns } from './desk-columns.ts';
import type { NamedView } from './desk-views-store.server.ts';

export const viewSaid = ['kept', 'dropped', 'refused'] as const;

/** Lists that somebody gave a name, and the way to name this one. The list is its address; the name only keeps it. */
export function NamedViews({ views, here, said }: { views: readonly NamedView[]; here: string; said: (typeof viewSaid)[number] | null }) {
  const t = useTexts('staff-orders');
  const own = views.find((one) => one.mine && one.query === here);
  if (views.length === 0 && here === '') return null;
  return (
    <div className="fd-named">
      {said && (
        <span role="status" className={said === 'refused' ? 'fd-named__no' : undefined}>
          {t(`views.said.${said}`)}
        </span>
      )}
      {views.map((one) => (
        <Link key={one.id} to={`/admin/orders/flights${one.query}`} aria-current={one.query === here ? 'true' : undefined}>
          <bdi>{one.name}</bdi>
          {one.shared && <span className="sr-only"> {t('views.shared')}</span>}
        </Link>
      ))}
      {own && (
        <Form method="post" action="/admin/orders/flights/views" reloadDocument>
          <input type="hidden" name="query" value={here} />
          <button className="fd-named__drop" name="drop" value={own.id}>
            {t('views.drop', { name: own.name })}
          </button>
        </Form>
      )}
      {here !== '' && !own && (
        <details>
          <summary>{t('views.keep')}</summary>
          <Form method="post" action="/admin/orders/flights/views" reloadDocument>
            <input type="hidden" name="query" value={here} />
            <input
              name="name"
              aria-label={t('views.name')}
              placeholder={t('views.name')}
              required
              minLength={2}
              maxLength={40}
              dir="auto"
            />
            <label>
              <input type="checkbox" name="shared" value="1" /> {t('views.share')}
            </label>
            <button className="bo-btn">{t('views.go')}</button>
          </Form>
        </details>
      )}
    </div>
  );
}

/** Which columns stand in the list. The choice is part of the address, so that it is kept with a list that gets a name. */
export function ColumnChooser({ view }: { view: DeskView }) {
  const t = useTexts('staff-orders');
  const rest = [...new URLSearchParams(deskAddress({ ...view, after: null }))].filter(([name]) => name !== 'column');
  return (
    <details className="fd-morefilters fd-columns">
      <summary>
        <Icon name="columns" small />
        {t('columns.choose')}{' '}
        <span className="fd-quiet">{t('columns.shown', { shown: view.columns.length, all: deskColumns.length })}</span>
      </summary>
      <Form className="fd-pop fd-columns__pop" method="get" action="/admin/orders/flights">
        {rest.map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
        <fieldset className="fd-pop__states">
          <legend>{t('columns.choose')}</legend>
          {deskColumns
            .filter((column) => column !== 'ref')
            .map((column) => (
              <label key={column}>
                <input type="checkbox" name="column" value={column} defaultChecked={view.columns.includes(column)} />{' '}
                {t(`columns.${column}`)}
              </label>
            ))}
        </fieldset>
        <button className="bo-btn bo-btn--p" type="submit">
          {t('columns.show')}
        </button>
      </Form>
    </details>
  );
}
