import { Form, Link } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { listOpenPostings } from '../job-postings-store.server.ts';
import { departments, employments, places } from '../job-posting-kinds.ts';
import type { Route } from './+types/careers-page.ts';
import './careers.css';

export const handle = { texts: ['careers'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const open = await listOpenPostings(db, context.get(requestContext).language, dateIn('Asia/Dubai', clock.now()));
  const asked = <Value extends string>(name: string, known: readonly Value[]) =>
    known.find((one) => one === url.searchParams.get(name)) ?? null;
  const filter = {
    department: asked('department', departments),
    place: asked('place', places),
    employment: asked('employment', employments),
    remote: asked('remote', ['yes']),
  };
  const rows = open.filter(
    (one) =>
      (!filter.department || one.department === filter.department) &&
      (!filter.place || one.place === filter.place) &&
      (!filter.employment || one.employment === filter.employment) &&
      (!filter.remote || one.remote),
  );
  return {
    filter,
    any: open.length > 0,
    rows: rows.map(({ id, title, summary, department, place, employment, remote, closesOn }) => ({
      id,
      title,
      summary,
      department,
      place,
      employment,
      remote,
      closesOn,
    })),
  };
}

export default function CareersPage({ loaderData }: Route.ComponentProps) {
  const { filter, rows, any } = loaderData;
  const t = useTexts('careers');
  const choice = (name: 'department' | 'place' | 'employment', known: readonly string[]) => (
    <SelectField name={name} label={t(`filter.${name}`)} defaultValue={filter[name] ?? ''}>
      <option value="">{t('filter.any')}</option>
      {known.map((one) => (
        <option key={one} value={one}>
          {t(`${name}.${one}`)}
        </option>
      ))}
    </SelectField>
  );
  return (
    <main id="main" className="wrap job">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </header>
      <Form method="get" action="/careers" className="job__filters" role="search" key={JSON.stringify(filter)}>
        {choice('department', departments)}
        {choice('place', places)}
        {choice('employment', employments)}
        <SelectField name="remote" label={t('filter.remote')} defaultValue={filter.remote ?? ''}>
          <option value="">{t('filter.any')}</option>
          <option value="yes">{t('remote')}</option>
        </SelectField>
        <Button look="ink">{t('filter.show')}</Button>
      </Form>
      {rows.length === 0 ? (
        <EmptyState
          title={t(any ? 'none.filtered' : 'none.open')}
          action={any ? <ButtonLink to="/careers">{t('none.all')}</ButtonLink> : <ButtonLink to="/contact">{t('apply.write')}</ButtonLink>}
        >
          {t('none.text')}
        </EmptyState>
      ) : (
        <ul className="job__list">
          {rows.map((row) => (
            <li key={row.id}>
              <h2>
                <Link to={`/careers/${row.id}`}>{row.title}</Link>
              </h2>
              <p>{row.summary}</p>
              <p className="job__facts">
                <span>{t(`department.${row.department}`)}</span>
                <span>{t(`place.${row.place}`)}</span>
                <span>{t(`employment.${row.employment}`)}</span>
                {row.remote && <span>{t('remote')}</span>}
                <span>
                  {t('closes')} <DateText date={row.closesOn} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
