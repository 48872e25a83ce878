import { useRef, useState } from 'react';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import type { SignedInUser } from '#app/platform/access.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { countryNames, type CountryName } from '#app/ui/country-names.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, FieldGroup, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { EmptyState, Notice, Tag } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { ageOn, calendarDate, dateIn } from '#app/values/dates.ts';
import { expiryNotice } from '../book/document-expiry-rules.ts';
import { readMrz, type MrzReading } from '../book/mrz-rules.ts';
import { fillFields, PassportPhoto } from '../book/passport-photo.tsx';
import { checkTraveller, fieldsOfTraveller, mostDocuments, mostFlyerNumbers, typedTraveller, type Typed } from '../book/traveller-form.ts';
import { careNeeds, documentKinds, spokenName, travellerTitles } from '../book/traveller.ts';
import { listTravellersOf, removeTraveller, saveTraveller } from '../book/travellers-store.server.ts';
import type { Route } from './+types/add-traveler-page.ts';
import { AccountFrame } from './account-frame.tsx';

export const handle = { texts: ['my', 'booking', 'passport-photo'] };

const notFound = () => new Response(null, { status: 404 });

async function open(context: Route.LoaderArgs['context']) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw notFound();
  const user: SignedInUser = viewer.user;
  const today = dateIn('Asia/Dubai', platform.clock.now());
  return { platform, user, today, book: await listTravellersOf(platform, user.id) };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { today, book } = await open(context);
  const asked = url.searchParams.get('traveller');
  const chosen = book.find((traveller) => traveller.id === asked);
  if (asked !== null && asked !== 'new' && !chosen) throw notFound();
  const adults = book.filter((traveller) => traveller.id !== asked && ageOn(traveller.birthDate, today) >= 18);
  return {
    asked,
    saved: url.searchParams.get('saved'),
    today,
    typed: chosen ? fieldsOfTraveller(chosen) : {},
    name: chosen ? spokenName(chosen) : null,
    countries: countryNames(context.get(requestContext).language),
    adults: adults.map((traveller) => ({ id: traveller.id, name: spokenName(traveller) })),
    book: book.map((traveller) => ({
      id: traveller.id,
      name: spokenName(traveller),
      minor: ageOn(traveller.birthDate, today) < 18,
      birthDate: traveller.birthDate,
      papers: traveller.documents.map(({ kind, number, expires }) => ({
        kind,
        ending: number.slice(-3),
        expires,
        notice: expiryNotice(expires, today),
      })),
    })),
  };
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const { platform, user, today, book } = await open(context);
  const form = await request.formData();
  const asked = url.searchParams.get('traveller') ?? 'new';
  if (asked !== 'new' && !book.some((traveller) => traveller.id === asked)) throw notFound();
  if (form.get('intent') === 'remove') {
    if (!(await removeTraveller(platform, user.id, asked))) throw notFound();
    throw redirect('/add-traveler?saved=removed', 303);
  }
  const typed = typedTraveller(form);
  const known = new Set(countryNames('en').map((country) => country.code));
  const others = book.filter((traveller) => traveller.id !== asked);
  const adults = others.filter((traveller) => ageOn(traveller.birthDate, today) >= 18);
  const check = checkTraveller(typed, { today, others, adults: adults.map(({ id }) => id), isCountry: (code) => known.has(code) });
  if (!check.ok) return data({ typed, faults: check.faults, full: false }, { status: 422 });
  if (!(await saveTraveller(platform, user.id, asked === 'new' ? null : asked, check.value)))
    return data({ typed, faults: [], full: true }, { status: 409 });
  throw redirect('/add-traveler?saved=kept', 303);
}

export default function AddTravelerPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('my');
  const language = useLanguage();
  const { asked, saved, book, name } = loaderData;
  if (asked !== null)
    return (
      <AccountFrame title={name ? <bdi>{name}</bdi> : t('book.newTitle')} lede={t('book.formLede')}>
        <TravellerForm key={asked} facts={loaderData} answer={actionData ?? null} />
        {name && (
          <Form method="post" className="mine__removal">
            <p className="small muted">{t('book.removeText')}</p>
            <Button look="danger" small icon="trash" name="intent" value="remove">
              {t('book.remove')}
            </Button>
          </Form>
        )}
      </AccountFrame>
    );
  const add = (
    <ButtonLink look="go" icon="plus" to="/add-traveler?traveller=new">
      {t('book.add')}
    </ButtonLink>
  );
  return (
    <AccountFrame title={t('menu.travellers')} lede={t('book.lede')}>
      {(saved === 'kept' || saved === 'removed') && (
        <Notice tone="ok" boxed live>
          {t(`book.${saved}`)}
        </Notice>
      )}
      {book.length === 0 ? (
        <EmptyState
          title={t('book.empty')}
          art={<Poster place="nothing-yet" art={{ scene: 'old-town', palette: 'day', landmark: null }} crop="landscape" alt="" />}
          action={add}
        >
          {t('book.emptyText')}
        </EmptyState>
      ) : (
        <>
          <ul className="mine__list">
            {book.map((traveller) => (
              <li key={traveller.id}>
                <div>
                  <h2>
                    <Link to={`/add-traveler?traveller=${traveller.id}`}>
                      <bdi>{traveller.name}</bdi>
                    </Link>
                  </h2>
                  <p className="small muted">
                    {t('book.born', { date: formatDate(traveller.birthDate, language) })}
                    {traveller.minor && <> · {t('book.minor')}</>}
                  </p>
                  {traveller.papers.map((paper, index) => (
                    <p key={index} className="small">
                      {t(`papers.${paper.kind}`)} <bdi className="num">··· {paper.ending}</bdi> ·{' '}
                      {t('book.until', { date: formatDate(paper.expires, language) })}{' '}
                      {paper.notice && (
                        <Tag tone={paper.notice === 'nine-months' ? 'warn' : 'danger'}>
                          {t(`expiry.${paper.notice}`, { date: formatDate(paper.expires, language) })}
                        </Tag>
                      )}
                    </p>
                  ))}
                  {traveller.papers.length === 0 && <p className="small muted">{t('book.noPapers')}</p>}
                </div>
                <Link
                  className="link"
                  to={`/add-traveler?traveller=${traveller.id}`}
                  aria-label={t('book.editOf', { name: traveller.name })}
                >
                  {t('book.edit')}
                </Link>
              </li>
            ))}
          </ul>
          <p className="mine__end">{add}</p>
        </>
      )}
    </AccountFrame>
  );
}

type Facts = Route.ComponentProps['loaderData'];
type Answer = NonNullable<Route.ComponentProps['actionData']>;

function TravellerForm({ facts, answer }: { facts: Facts; answer: Answer | null }) {
  const t = useTexts('my');
  const b = useTexts('booking');
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state === 'submitting';
  const typed: Typed = answer ? answer.typed : facts.typed;
  const own = new Set([
    'birth-wrong',
    'document-twice',
    'guardian-missing',
    'agreement-missing',
    'flyer-airline',
    'document-number',
    'document-expiry',
  ]);
  const faults = (answer?.faults ?? []).map(({ field, problem, suggestion }) => ({
    field,
    message: own.has(problem) ? t(`faults.${problem}`) : b(`problems.${problem}`, { suggestion: suggestion ?? '' }),
  }));
  const errors = Object.fromEntries(faults.map(({ field, message }) => [field, message]));
  const field = (name: string) => ({ name, error: errors[name], defaultValue: typed[name] ?? '' });
  const optional = b('optional');
  const filled = (prefix: string, most: number) =>
    Array.from({ length: most }, (_, row) => row).filter((row) => typed[`${prefix}${row}.number`]).length;
  const rows = (prefix: string, most: number) => Array.from({ length: Math.min(most, filled(prefix, most) + 1) }, (_, row) => row);
  return (
    <>
      <ErrorSummary faults={answer?.full ? [{ field: null, message: t('book.full') }] : faults} />
      <MrzReader form={form} today={facts.today} />
      <Form method="post" ref={form} noValidate className="mine__form">
        <section className="mine__part" aria-labelledby="person">
          <h2 id="person">{t('book.person')}</h2>
          <p className="small muted">{b('fields.asInPassport')}</p>
          <div className="mine__grid">
            <TextField {...field('given')} label={b('fields.given')} spellCheck={false} autoComplete="off" maxLength={120} />
            <TextField {...field('surname')} label={b('fields.surname')} spellCheck={false} autoComplete="off" maxLength={120} />
            <SelectField {...field('title')} label={b('fields.title')} optional={optional}>
              <option value="">{b('fields.choose')}</option>
              {travellerTitles.map((title) => (
                <option key={title} value={title}>
                  {b(`titles.${title}`)}
                </option>
              ))}
            </SelectField>
            <TextField {...field('birth')} type="date" label={b('fields.birth')} max={facts.today} />
            <CountrySelect {...field('nationality')} label={b('fields.nationality')} countries={facts.countries} />
            <CountrySelect {...field('nationality2')} label={t('book.second')} optional={optional} countries={facts.countries} />
            <CountrySelect {...field('residence')} label={b('fields.residence')} optional={optional} countries={facts.countries} />
            <TextField {...field('native')} label={b('fields.native')} optional={optional} maxLength={80} />
          </div>
          <Checkbox name="single" label={b('fields.single')} defaultChecked={typed.single === 'on'} />
        </section>
        <section className="mine__part" aria-labelledby="papers">
          <h2 id="papers">{t('book.papers')}</h2>
          <p className="small muted">{t('book.papersHint')}</p>
          {rows('d', mostDocuments).map((row) => (
            <div key={row} className="mine__grid mine__grid--papers" role="group" aria-label={t('book.paper', { number: row + 1 })}>
              <SelectField {...field(`d${row}.kind`)} label={t('book.kind')}>
                {documentKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`papers.${kind}`)}
                  </option>
                ))}
              </SelectField>
              <TextField
                {...field(`d${row}.number`)}
                label={t('book.number')}
                dir="ltr"
                autoComplete="off"
                spellCheck={false}
                maxLength={24}
              />
              <CountrySelect {...field(`d${row}.issuedBy`)} label={b('fields.issuedBy')} countries={facts.countries} />
              <TextField {...field(`d${row}.expires`)} type="date" label={t('book.expires')} />
            </div>
          ))}
        </section>
        <section className="mine__part" aria-labelledby="flyer">
          <h2 id="flyer">{t('book.flyer')}</h2>
          <p className="small muted">{t('book.flyerHint')}</p>
          {rows('f', mostFlyerNumbers).map((row) => (
            <div key={row} className="mine__grid" role="group" aria-label={t('book.membership', { number: row + 1 })}>
              <TextField
                {...field(`f${row}.airline`)}
                label={t('book.airline')}
                dir="ltr"
                maxLength={2}
                autoComplete="off"
                placeholder="EK"
              />
              <TextField {...field(`f${row}.number`)} label={b('fields.flyerNumber')} dir="ltr" maxLength={20} autoComplete="off" />
            </div>
          ))}
        </section>
        <section className="mine__part" aria-labelledby="care">
          <h2 id="care">{t('book.care')}</h2>
          <FieldGroup id="needs" legend={b('assist.legend')} hint={b('assist.hint')}>
            <div className="mine__ticks">
              {careNeeds.map((need) => (
                <Checkbox
                  key={need}
                  id={`needs.${need}`}
                  name="needs"
                  value={need}
                  label={b(`assist.${need}`)}
                  defaultChecked={typed[`needs.${need}`] === 'on'}
                />
              ))}
            </div>
          </FieldGroup>
          {facts.adults.length > 0 && (
            <SelectField {...field('guardian')} label={t('book.guardian')} hint={t('book.guardianHint')}>
              <option value="">{b('fields.choose')}</option>
              {facts.adults.map((adult) => (
                <option key={adult.id} value={adult.id}>
                  {adult.name}
                </option>
              ))}
            </SelectField>
          )}
          <Checkbox
            name="agreed"
            label={t('book.agreed')}
            hint={t('book.agreedHint')}
            error={errors.agreed}
            defaultChecked={typed.agreed === 'on'}
          />
        </section>
        <p className="mine__end">
          <Button look="go" busy={busy && b('saving')}>
            {t('save')}
          </Button>
          <Link className="link" to="/add-traveler">
            {t('cancel')}
          </Link>
        </p>
      </Form>
    </>
  );
}

function CountrySelect({
  countries,
  ...rest
}: {
  name: string;
  label: string;
  error?: string | undefined;
  optional?: string;
  defaultValue: string;
  countries: readonly CountryName[];
}) {
  const b = useTexts('booking');
  return (
    <SelectField {...rest}>
      <option value="">{b('fields.choose')}</option>
      {countries.map((country) => (
        <option key={country.code} value={country.code}>
          {country.name}
        </option>
      ))}
    </SelectField>
  );
}

/** Reads the two or three lines at the foot of a document, photographed or pasted, in the browser; neither is sent anywhere. */
function MrzReader({ form, today }: { form: React.RefObject<HTMLFormElement | null>; today: string }) {
  const t = useTexts('my');
  const [pasted, setPasted] = useState('');
  const [said, setSaid] = useState<'read' | 'shape' | 'check-digit' | 'date' | null>(null);
  const readPasted = () => {
    const answer = readMrz(pasted, calendarDate(today));
    setSaid(answer.ok ? 'read' : answer.refused);
    if (answer.ok) fill(answer.value);
  };
  const fill = (zone: MrzReading) => {
    if (!form.current) return;
    const { surname, givenNames: given, birthDate: birth, nationality } = zone;
    fillFields(form.current, { surname, given, birth, nationality });
    // The first row without a number takes the paper, unless it is there already.
    for (let row = 0; row < mostDocuments; row += 1) {
      const number = form.current.elements.namedItem(`d${row}.number`);
      if (!(number instanceof HTMLInputElement) || (number.value !== '' && number.value !== zone.number)) continue;
      fillFields(form.current, {
        [`d${row}.kind`]: zone.code === 'P' ? 'passport' : 'residence-permit',
        [`d${row}.number`]: zone.number,
        [`d${row}.issuedBy`]: zone.issuedBy,
        [`d${row}.expires`]: zone.expires,
      });
      break;
    }
    setPasted('');
  };
  return (
    <details className="mine__part mine__mrz">
      <summary>
        <b>{t('mrz.title')}</b>
      </summary>
      <PassportPhoto
        onFound={({ value }) => {
          setSaid(null);
          fill(value);
        }}
      />
      <TextArea
        name="mrz"
        label={t('mrz.label')}
        hint={t('mrz.hint')}
        rows={3}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        value={pasted}
        onChange={(event) => setPasted(event.currentTarget.value)}
        error={said && said !== 'read' ? t(`mrz.${said}`) : undefined}
      />
      <p className="mine__end">
        <Button type="button" onClick={readPasted}>
          {t('mrz.go')}
        </Button>
      </p>
      <div role="status">{said === 'read' && <Notice tone="ok">{t('mrz.read')}</Notice>}</div>
    </details>
  );
}
