import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { NamedView, ViewSaid } from './named-views.ts';
import './desk-tools.css';

/** Lists that somebody gave a name, and the way to name this one. The list is its address; the name only keeps it. */
export function NamedViews({
  base,
  views,
  here,
  said,
}: {
  base: string;
  views: readonly NamedView[];
  /** What the address of this list asks for, without its page. */
  here: string;
  said: ViewSaid | null;
}) {
  const t = useTexts('staff-lists');
  const own = views.find((one) => one.mine && one.query === here);
  if (views.length === 0 && here === '') return null;
  return (
    <div className="dl-named">
      {said && (
        <span role="status" className={said === 'refused' ? 'dl-named__no' : undefined}>
          {t(`views.said.${said}`)}
        </span>
      )}
      {views.map((one) => (
        <Link key={one.id} to={`${base}${one.query}`} aria-current={one.query === here ? 'true' : undefined}>
          <bdi>{one.name}</bdi>
          {one.shared && <span className="sr-only"> {t('views.shared')}</span>}
        </Link>
      ))}
      {own && (
        <Form method="post" action={`${base}/views`} preventScrollReset>
          <input type="hidden" name="query" value={here} />
          <button className="dl-named__drop" name="drop" value={own.id}>
            {t('views.drop', { name: own.name })}
          </button>
        </Form>
      )}
      {here !== '' && !own && (
        <details>
          <summary>{t('views.keep')}</summary>
          <Form method="post" action={`${base}/views`} preventScrollReset>
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

/** Which columns stand in a list. The choice is part of the address, so that it is kept with a list that gets a name. */
export function ColumnChooser({
  base,
  here,
  columns,
  shown,
}: {
  base: string;
  here: string;
  /** In their order, with their names; one that cannot be left out is marked. */
  columns: readonly { readonly id: string; readonly name: string; readonly fixed?: boolean }[];
  shown: readonly string[];
}) {
  const t = useTexts('staff-lists');
  const rest = [...new URLSearchParams(here)].filter(([name]) => name !== 'column');
  return (
    <details className="dl-more dl-columns">
      <summary>
        <Icon name="columns" small />
        {t('columns.choose')} <span className="dl-quiet">{t('columns.shown', { shown: shown.length, all: columns.length })}</span>
      </summary>
      <Form className="dl-pop dl-columns__pop" method="get" action={base}>
        {rest.map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
        <fieldset className="dl-pop__states">
          <legend>{t('columns.choose')}</legend>
          {columns
            .filter(({ fixed }) => !fixed)
            .map(({ id, name }) => (
              <label key={id}>
                <input type="checkbox" name="column" value={id} defaultChecked={shown.includes(id)} /> {name}
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
