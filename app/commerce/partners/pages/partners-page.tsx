import { data, Form, Link, redirect } from 'react-router';
import { newFormKey, onceForForm, sameFormKey } from '#app/platform/idempotency.server.ts';
import { paperTypes } from '#app/values/paper-types.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, FieldGroup, RadioCard, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { whoIs } from '../../orders/order-access.server.ts';
import { applyAsPartner, readPapers } from '../apply-as-partner.server.ts';
import { mostDocuments } from '../document-rules.ts';
import { longestOffers, partnerFields, type PartnerErrors, type PartnerField } from '../partner-form.ts';
import { readPartner, typedPartner } from '../read-partner.server.ts';
import { partnerIcons, partnerKinds } from '../partner-kinds.ts';
import { partnerToken } from '../partner-link.server.ts';
import type { Route } from './+types/partners-page.ts';
import './partners.css';

export const handle = { texts: ['partners'] };

export function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const kind = partnerKinds.find((one) => one === url.searchParams.get('type')) ?? '';
  return { key: newFormKey(), countries: countryNames(language), kind };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language, address } = context.get(requestContext);
  const form = await request.formData();
  const typed = typedPartner(form);
  const read = readPartner(form, (code) => countryNames('en').some((country) => country.code === code));
  const papers = await readPapers(form);
  const errors: PartnerErrors = { ...(!read.ok && read.errors), ...(!papers.ok && { documents: `documents-${papers.refused}` }) };
  if (!read.ok || !papers.ok) return data({ typed, errors, tooOften: false, key: sameFormKey(form) }, { status: 422 });
  const who = whoIs(context.get(viewerContext));
  const statusOf = (id: string) => `/partners/status?sent&key=${partnerToken(platform.secret, id)}`;
  const to = await onceForForm<string | null>(platform, { actor: 'partner', form, about: 'apply' }, async (progress) => {
    const from = { application: read.value, papers: papers.value, language, who, address };
    const applied = await applyAsPartner(platform, from, (tx, { id }) => progress.answer(tx, statusOf(id)));
    return applied.ok ? statusOf(applied.value.id) : null;
  });
  return to ? redirect(to, 303) : data({ typed, errors: {}, tooOften: true, key: newFormKey() }, { status: 429 });
}

const reasons = ['travellers', 'words', 'money'] as const;
const needs = ['licence', 'insurance', 'trn', 'contact'] as const;

export default function PartnersPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('partners');
  return (
    <main id="main" className="wrap pt">
      <header className="pt-head">
        <div>
          <h1 tabIndex={-1}>{t('title')}</h1>
          <p className="lede">{t('lede')}</p>
          <p className="pt-ways">
            <a className="btn btn--go" href="#apply">
              {t('apply.title')}
            </a>
            <Link className="btn btn--line" to="/partners/status">
              {t('status.link')}
            </Link>
          </p>
        </div>
        <Poster place="partners" art={{ scene: 'bazaar', landmark: null, palette: 'gold' }} crop="landscape" alt="" />
      </header>

      <section className="pt-band" aria-labelledby="pt-why">
        <h2 id="pt-why">{t('why.title')}</h2>
        <ul className="pt-why">
          {reasons.map((reason) => (
            <li key={reason}>
              <h3>{t(`why.${reason}.title`)}</h3>
              <p>{t(`why.${reason}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className="pt-band" aria-labelledby="pt-kinds">
        <h2 id="pt-kinds">{t('kinds.title')}</h2>
        <ul className="pt-kinds">
          {partnerKinds.map((kind) => (
            <li key={kind}>
              <Icon name={partnerIcons[kind]} />
              <h3>{t(`kind.${kind}.title`)}</h3>
              <p>{t(`kind.${kind}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className="pt-band pt-needs" aria-labelledby="pt-needs">
        <h2 id="pt-needs">{t('needs.title')}</h2>
        <ol>
          {needs.map((need) => (
            <li key={need}>
              <b>{t(`needs.${need}.title`)}</b> {t(`needs.${need}.text`)}
            </li>
          ))}
        </ol>
      </section>

      <section className="pt-band pt-apply" id="apply" aria-labelledby="pt-apply">
        <div>
          <h2 id="pt-apply">{t('apply.title')}</h2>
          <p>{t('apply.text')}</p>
        </div>
        <ApplyForm loaded={loaderData} answer={actionData ?? null} />
      </section>
    </main>
  );
}

function ApplyForm({ loaded, answer }: { loaded: Route.ComponentProps['loaderData']; answer: Route.ComponentProps['actionData'] | null }) {
  const t = useTexts('partners');
  const shared = useTexts('frame');
  const errors: PartnerErrors = answer?.errors ?? {};
  const error = (field: PartnerField) => (errors[field] ? t(`error.${errors[field]}`) : undefined);
  const value = (field: Exclude<PartnerField, 'documents'>) => answer?.typed[field] ?? (field === 'kind' ? loaded.kind : '');
  const text = (field: 'company' | 'website' | 'licence' | 'trn' | 'name' | 'role' | 'email' | 'phone') => ({
    name: field,
    label: t(`field.${field}`),
    defaultValue: value(field),
    error: error(field),
  });
  return (
    <Form method="post" action="/partners" encType="multipart/form-data" className="pt-form" noValidate>
      <input type="hidden" name="key" value={answer?.key ?? loaded.key} />
      <ErrorSummary
        faults={[
          ...(answer?.tooOften ? [{ field: null, message: t('error.too-often') }] : []),
          ...partnerFields
            .filter((field) => errors[field])
            .map((field) => ({ field: field === 'kind' ? 'kind-hotel' : field, message: error(field) })),
        ]}
      />
      <FieldGroup id="kind" legend={t('field.kind')} error={error('kind')}>
        <div className="pt-choices">
          {partnerKinds.map((kind) => (
            <RadioCard
              key={kind}
              id={`kind-${kind}`}
              name="kind"
              value={kind}
              defaultChecked={value('kind') === kind}
              label={t(`kind.${kind}.title`)}
            />
          ))}
        </div>
      </FieldGroup>
      <div className="pt-pair">
        <TextField {...text('company')} hint={t('hint.company')} autoComplete="organization" maxLength={120} />
        <SelectField
          name="country"
          label={t('field.country')}
          hint={t('hint.country')}
          defaultValue={value('country')}
          error={error('country')}
        >
          <option value="">{t('hint.choose')}</option>
          {loaded.countries.map((country) => (
            <option key={country.code} value={country.code}>
              {country.name}
            </option>
          ))}
        </SelectField>
        <TextField {...text('licence')} hint={t('hint.licence')} dir="ltr" autoComplete="off" spellCheck={false} maxLength={40} />
        <TextField
          {...text('trn')}
          hint={t('hint.trn')}
          optional={shared('ui.optional')}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          maxLength={24}
        />
        <TextField
          {...text('website')}
          optional={shared('ui.optional')}
          type="text"
          dir="ltr"
          inputMode="url"
          autoComplete="url"
          maxLength={200}
        />
      </div>
      <TextArea
        name="offers"
        label={t('field.offers')}
        hint={t('hint.offers')}
        defaultValue={value('offers')}
        error={error('offers')}
        rows={6}
        maxLength={longestOffers}
      />
      <div className="pt-pair">
        <TextField {...text('name')} autoComplete="name" maxLength={80} />
        <TextField {...text('role')} autoComplete="organization-title" maxLength={80} />
        <TextField {...text('email')} hint={t('hint.email')} type="email" autoComplete="email" maxLength={254} />
        <TextField {...text('phone')} type="tel" autoComplete="tel" maxLength={40} />
      </div>
      <div className={`field${errors.documents ? ' field--error' : ''}`}>
        <label className="field__label" htmlFor="documents">
          {t('field.documents')} <span className="field__optional">{shared('ui.optional')}</span>
        </label>
        <p className="field__hint" id="documents-hint">
          {t('hint.documents', { count: mostDocuments })}
        </p>
        <input
          className="file-field"
          id="documents"
          name="documents"
          type="file"
          multiple
          accept={[...paperTypes, '.pdf', '.jpg', '.jpeg', '.png'].join(',')}
          aria-describedby={errors.documents ? 'documents-error documents-hint' : 'documents-hint'}
          aria-invalid={errors.documents ? true : undefined}
        />
        {answer && (
          <p className="field__hint">
            <Icon name="info" small /> {t('hint.documentsAgain')}
          </p>
        )}
        {errors.documents && (
          <p className="field__error" id="documents-error">
            <Icon name="fault" small />
            <span>{error('documents')}</span>
          </p>
        )}
      </div>
      <Checkbox name="mandate" value="yes" label={t('field.mandate')} defaultChecked={value('mandate') !== ''} error={error('mandate')} />
      <p className="pt-note">
        {t('apply.privacy')}{' '}
        <Link className="link" to="/privacy">
          {t('apply.privacyLink')}
        </Link>
      </p>
      <Button look="go">{t('apply.send')}</Button>
    </Form>
  );
}
