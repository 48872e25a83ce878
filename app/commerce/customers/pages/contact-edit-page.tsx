import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { checkContact, typedProfile } from '../book/profile-form.ts';
import { readProfile, saveProfile } from '../book/profile-store.server.ts';
import { emptyContact } from '../book/profile.ts';
import type { Route } from './+types/contact-edit-page.ts';
import { AccountFrame, AccountPreview } from './account-frame.tsx';

export const handle = { texts: ['my', 'booking'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') return null;
  const { contact } = await readProfile(context.get(platformContext), viewer.user.id);
  const { whatsappService, whatsappMarketing, ...words } = contact;
  return {
    typed: words as Record<string, string>,
    ticks: { whatsappService, whatsappMarketing },
    email: viewer.user.email,
    verified: viewer.user.emailVerified,
    saved: url.searchParams.has('saved'),
    countries: countryNames(context.get(requestContext).language),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw redirect('/auth?next=%2Fcontact-edit', 303);
  const platform = context.get(platformContext);
  const form = await request.formData();
  const known = new Set(countryNames('en').map(({ code }) => code));
  const check = checkContact(form, {
    today: dateIn('Asia/Dubai', platform.clock.now()),
    isCountry: (code) => known.has(code),
    phone(typed) {
      // Without a country code it is taken for a number of the Emirates, as when signing up.
      const number = parsePhoneNumberFromString(typed, 'AE');
      return number?.isPossible() ? number.number : null;
    },
  });
  if (!check.ok) {
    const ticks = { whatsappService: form.get('whatsappService') === 'on', whatsappMarketing: form.get('whatsappMarketing') === 'on' };
    return data({ typed: typedProfile(form, Object.keys(emptyContact)), ticks, faults: check.faults }, { status: 422 });
  }
  await saveProfile(platform, viewer.user.id, 'contact', check.value);
  throw redirect('/contact-edit?saved', 303);
}

export default function ContactEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('my');
  const b = useTexts('booking');
  const busy = useNavigation().state === 'submitting';
  if (!loaderData) return <AccountPreview page="contact" />;
  const { typed, ticks } = actionData ?? loaderData;
  const faults = (actionData?.faults ?? []).map(({ field, problem }) => ({
    field,
    message: problem === 'country-unknown' ? b('problems.country-unknown') : t(`faults.${problem}`),
  }));
  const errors = Object.fromEntries(faults.map(({ field, message }) => [field, message]));
  const optional = b('optional');
  const field = (name: string) => ({ name, error: errors[name], defaultValue: typed[name] ?? '', optional });
  return (
    <AccountFrame title={t('contact.title')} lede={t('contact.lede')}>
      {loaderData.saved && !actionData && (
        <Notice tone="ok" boxed live>
          {t('saved')}
        </Notice>
      )}
      <ErrorSummary faults={faults} />
      <p className="mine__address">
        <bdi>{loaderData.email}</bdi>{' '}
        <Tag tone={loaderData.verified ? 'ok' : 'warn'}>{t(loaderData.verified ? 'overview.verified' : 'overview.unverified')}</Tag>{' '}
        <Link className="link" to="/account/security">
          {t('menu.security')}
        </Link>
      </p>
      <Form method="post" noValidate className="mine__form">
        <section className="mine__part" aria-labelledby="reach">
          <h2 id="reach">{t('contact.reach')}</h2>
          <div className="mine__grid">
            <TextField {...field('phone')} type="tel" label={t('contact.phone')} hint={t('contact.phoneHint')} autoComplete="tel" />
            <TextField {...field('second')} type="tel" label={t('contact.second')} autoComplete="off" />
          </div>
          <Checkbox name="whatsappService" label={t('contact.whatsappService')} defaultChecked={ticks.whatsappService} />
          <Checkbox name="whatsappMarketing" label={t('contact.whatsappMarketing')} defaultChecked={ticks.whatsappMarketing} />
        </section>
        <section className="mine__part" aria-labelledby="address">
          <h2 id="address">{t('contact.address')}</h2>
          <div className="mine__grid">
            <TextField {...field('street')} label={t('contact.street')} autoComplete="street-address" />
            <TextField {...field('city')} label={t('contact.city')} autoComplete="address-level2" />
            <TextField {...field('postcode')} label={t('contact.postcode')} autoComplete="postal-code" />
            <SelectField {...field('country')} label={t('contact.country')} autoComplete="country">
              <option value="">{b('fields.choose')}</option>
              {loaderData.countries.map((country) => (
                <option key={country.code} value={country.code}>
                  {country.name}
                </option>
              ))}
            </SelectField>
          </div>
        </section>
        <div className="mine__pair">
          <section className="mine__part mine__form" aria-labelledby="billing">
            <h2 id="billing">{t('contact.billing')}</h2>
            <TextField {...field('company')} label={t('contact.company')} autoComplete="organization" />
            <TextField {...field('trn')} label={t('contact.trn')} hint={t('contact.trnHint')} inputMode="numeric" dir="ltr" />
          </section>
          <section className="mine__part mine__form" aria-labelledby="emergency">
            <h2 id="emergency">{t('contact.emergency')}</h2>
            <TextField {...field('emergencyName')} label={t('contact.emergencyName')} autoComplete="off" />
            <TextField {...field('emergencyPhone')} type="tel" label={t('contact.emergencyPhone')} autoComplete="off" />
          </section>
        </div>
        <p className="mine__end">
          <Button look="go" busy={busy && b('saving')}>
            {t('save')}
          </Button>
        </p>
      </Form>
    </AccountFrame>
  );
}
