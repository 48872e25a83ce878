import { Form, Link } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { foldText } from '#app/values/fold-text.ts';
import { findRequirement, visaToday } from '../find-requirement.server.ts';
import { sheetOf } from '../passport-groups.ts';
import { honouredVisas } from '../requirement.ts';
import { readFinder } from '../requirement-form.ts';
import { dueOn } from '../requirement-rules.ts';
import { houseReviewer, listCurrentEditions } from '../visa-rules-store.server.ts';
import { ComplianceTabs } from '../../compliance/staff/compliance-tabs.tsx';
import { ruleTabs, tabOf, type RuleTab } from './rule-list.ts';
import type { Route } from './+types/visa-rules-page.ts';
import './visa-rules.css';
import '../../compliance/staff/compliance.css';

export const handle = { texts: ['staff-visa-rules', 'staff-compliance', 'requirements'] };

const pageSize = 50;
const here = '/admin/visa-compliance';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const today = visaToday(platform);
  const countries = countryNames(language);
  const known = new Set(countries.map(({ code }) => code));
  const test = readFinder(url.searchParams, null, today, { isCountry: (code) => known.has(code), countryOf: () => null });
  const [editions, answer] = await Promise.all([
    listCurrentEditions(platform.db),
    test.question ? findRequirement(platform, test.question) : null,
  ]);
  const tab = ruleTabs.find((one) => one === url.searchParams.get('tab')) ?? 'due';
  const find = (url.searchParams.get('find') ?? '').trim().slice(0, 60);
  const words = foldText(find).split(' ').filter(Boolean);
  const nameOf = (sheet: string) => (sheet === 'SCHENGEN' ? 'Schengen' : countryName(sheet, language));
  const dated = editions.map((edition) => ({ edition, tab: tabOf(edition, today), due: dueOn(edition) }));
  const matching = dated
    .filter((row) => tab === 'all' || row.tab === tab)
    .filter(({ edition }) => {
      const text = foldText(
        [
          edition.rule,
          nameOf(edition.destination),
          countryName(edition.destination === 'SCHENGEN' ? 'FR' : edition.destination, 'en'),
          edition.source,
          edition.need,
          edition.passports.join(' '),
        ].join(' '),
      );
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.edition.rule < b.edition.rule ? -1 : 1));
  const pages = Math.max(1, Math.ceil(matching.length / pageSize));
  const page = Math.min(Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1), pages);
  const shown = matching.slice((page - 1) * pageSize, page * pageSize);
  const names = await findStaffNames(
    platform.db,
    shown.flatMap(({ edition }) =>
      [edition.verifiedBy ?? edition.draftedBy].flatMap((by) => (by.startsWith('staff:') ? [by.slice(6)] : [])),
    ),
  );
  return {
    tab,
    find,
    page,
    pages,
    counts: Object.fromEntries(
      ruleTabs.map((one) => [one, one === 'all' ? dated.length : dated.filter((row) => row.tab === one).length]),
    ) as Record<RuleTab, number>,
    countries,
    test: { values: test.values, asked: test.question !== null },
    answer: answer && {
      need: answer.need,
      basis: answer.basis,
      rule: answer.rule?.rule ?? null,
      dueOn: answer.dueOn,
      isStale: answer.isStale,
      sells: answer.sells,
      sheet: sheetOf(answer.destination),
    },
    rows: shown.map(({ edition, tab: state, due }) => {
      const by = edition.verifiedBy ?? edition.draftedBy;
      return {
        id: edition.id,
        rule: edition.rule,
        country: nameOf(edition.destination),
        need: edition.need,
        stay: edition.stayDays,
        who: edition.passports,
        privilege: [...edition.residences, ...edition.heldVisas],
        host: new URL(edition.source).host.replace(/^www\./, ''),
        source: edition.source,
        checkedOn: edition.checkedOn,
        due,
        state,
        owner: by === houseReviewer ? null : (names.get(by.slice(6)) ?? by),
      };
    }),
  };
}

export default function VisaRulesPage({ loaderData }: Route.ComponentProps) {
  const { tab, find, rows, counts, page, pages } = loaderData;
  const t = useTexts('staff-visa-rules');
  const words = useTexts('requirements');
  const language = useLanguage();
  const address = (change: { tab?: RuleTab; find?: string; page?: number }) => {
    const next = { tab, find, page: 1, ...change };
    const params = new URLSearchParams({
      ...(next.tab === 'due' ? {} : { tab: next.tab }),
      ...(next.find ? { find: next.find } : {}),
      ...(next.page > 1 ? { page: String(next.page) } : {}),
    });
    return params.size > 0 ? `${here}?${params}` : here;
  };
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lede')}</p>
      </header>
      <ComplianceTabs here="rules" />
      <nav className="dl-tabs" aria-label={t('tabs')}>
        {ruleTabs.map((one) => (
          <Link key={one} to={address({ tab: one })} aria-current={one === tab ? 'page' : undefined}>
            {t(`tab.${one}`)} <span>{formatNumber(counts[one], language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={here} role="search" key={address({})}>
        {tab !== 'due' && <input type="hidden" name="tab" value={tab} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={find} placeholder={t('find')} maxLength={60} autoComplete="off" />
        </label>
        <button className="bo-btn" type="submit">
          {t('findGo')}
        </button>
        {find && <Link to={address({ find: '' })}>{t('clear')}</Link>}
      </Form>
      <div className="dl-record">
        <div>
          {rows.length === 0 ? (
            <p className="dl-none">{t(find ? 'noneMatch' : `none.${tab}`)}</p>
          ) : (
            <div className="dl-sheet">
              <table>
                <thead>
                  <tr>
                    {(['rule', 'need', 'due', 'checked', 'who', 'source', 'owner'] as const).map((column) => (
                      <th key={column} scope="col">
                        {t(`column.${column}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <td>
                        <Link to={`${here}/${row.rule}`}>
                          <b>{row.country}</b> <bdi className="vr-line">{row.rule.split('/')[1]}</bdi>
                        </Link>
                      </td>
                      <td>
                        {words(`need.${row.need}.short`)}
                        {row.stay !== null && <span className="dl-quiet"> {words('days', { count: row.stay })}</span>}
                      </td>
                      <td className={row.state === 'due' ? 'dl-late' : undefined}>
                        {row.state === 'drafts' ? (
                          <span className="dl-state dl-state--now">{t('draft')}</span>
                        ) : (
                          formatDate(row.due, language)
                        )}
                      </td>
                      <td>{formatDate(row.checkedOn, language)}</td>
                      <td>
                        <Who passports={row.who} privilege={row.privilege} />
                      </td>
                      <td>
                        <a href={row.source} rel="noreferrer" target="_blank">
                          <bdi>{row.host}</bdi>
                        </a>
                      </td>
                      <td>{row.owner ?? t('house')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          <Pagination page={page} pages={pages} pageTo={(to) => address({ page: to })} label={t('pages')} />
        </div>
        <aside>
          <TestCard facts={loaderData} />
        </aside>
      </div>
    </div>
  );
}

function Who({ passports, privilege }: { passports: readonly string[]; privilege: readonly string[] }) {
  const t = useTexts('staff-visa-rules');
  const most = 5;
  return (
    <>
      <bdi title={passports.join(' ')}>
        {passports.length === 0 ? t('everybody') : passports.slice(0, most).join(' ')}
        {passports.length > most && ` +${passports.length - most}`}
      </bdi>
      {privilege.length > 0 && (
        <span className="dl-quiet">
          {' '}
          {t('holding')} <bdi>{privilege.join(' ')}</bdi>
        </span>
      )}
    </>
  );
}

/** The register asked as a traveller of some nationality would ask it. */
function TestCard({ facts }: { facts: Route.ComponentProps['loaderData'] }) {
  const t = useTexts('staff-visa-rules');
  const words = useTexts('requirements');
  const language = useLanguage();
  const { values, asked } = facts.test;
  const { answer, countries, tab } = facts;
  const select = (name: string, label: string, chosen: string) => (
    <label className="vr-field">
      <span>{label}</span>
      <select name={name} defaultValue={chosen}>
        <option value="">{words('finder.choose')}</option>
        {countries.map(({ code, name: country }) => (
          <option key={code} value={code}>
            {country}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section className="dl-card" aria-labelledby="test">
      <h2 id="test">{t('test.title')}</h2>
      <Form method="get" action={`${here}#test`} key={JSON.stringify(values)}>
        {tab !== 'due' && <input type="hidden" name="tab" value={tab} />}
        {select('passport', words('finder.passport'), values.passport)}
        {select('residence', words('finder.residence'), values.residence)}
        {select('to', words('finder.to'), values.to)}
        <fieldset className="vr-held">
          <legend>{words('finder.held')}</legend>
          {honouredVisas.map((visa) => (
            <label key={visa}>
              <input type="checkbox" name="held" value={visa} defaultChecked={values.held.includes(visa)} /> {words(`held.${visa}`)}
            </label>
          ))}
        </fieldset>
        <button className="bo-btn" type="submit">
          {t('test.go')}
        </button>
      </Form>
      {asked && answer && (
        <div className="vr-answer" role="status">
          <b>
            {words(answer.basis === 'register' || answer.basis === 'none' ? `need.${answer.need}.title` : `basis.${answer.basis}.title`)}
          </b>
          {answer.rule ? (
            <p>
              <Link to={`${here}/${answer.rule}`}>
                <bdi>{answer.rule}</bdi>
              </Link>
              {answer.dueOn && ` · ${t('test.due', { date: formatDate(answer.dueOn, language) })}`}
            </p>
          ) : (
            <p className="dl-quiet">{t(answer.need === 'unknown' ? 'test.gap' : 'test.noRule')}</p>
          )}
          <p className={answer.sells ? undefined : 'dl-quiet'}>
            {t(answer.sells ? 'test.sells' : answer.isStale ? 'test.stale' : 'test.noSale')}
          </p>
        </div>
      )}
    </section>
  );
}
