import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { data, Form, Link, redirect, useNavigation } from 'react-router';
import type { Platform } from '#app/platform/platform.server.ts';
import { findSuppression, mailIndexOf } from '#app/platform/mail-log-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { awaitedTarget, changeAddress, confirmNumber, sendCode } from '../account-codes.server.ts';
import { parseAddress } from '../account-form.server.ts';
import { checkContact, typedProfile } from '../book/profile-form.ts';
import { changeProfile, readProfile } from '../book/profile-store.server.ts';
import { emptyContact } from '../book/profile.ts';
import { hasProvedAgain } from '../prove-again.server.ts';
import type { Route } from './+types/contact-edit-page.ts';
import { AccountFrame, AccountPreview } from './account-frame.tsx';

/** What just happened, in the address. */
const saidOnce = ['saved', 'address', 'number'] as const;

export const handle = { texts: ['my', 'booking'] };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') return null;
  const platform = context.get(platformContext);
  const [{ contact }, newAddress, awaitedNumber, proved] = await Promise.all([
    readProfile(platform, viewer.user.id),
    awaitedTarget(platform, viewer.user.id, 'email'),
    awaitedTarget(platform, viewer.user.id, 'phone'),
    hasProvedAgain(platform, request.headers),
  ]);
  const { whatsappService, whatsappMarketing: _, phoneConfirmed, ...words } = contact;
  const silent = contact.phone === '' ? null : await findSuppression(platform.db, mailIndexOf(platform.crypto, contact.phone));
  return {
    typed: words as Record<string, string>,
    wishesTexts: whatsappService,
    silent: silent !== null,
    email: viewer.user.email,
    verified: viewer.user.emailVerified,
    saved: saidOnce.find((each) => url.searchParams.has(each)) ?? null,
    newAddress,
    proved,
    number: contact.phone === '' ? null : contact.phone,
    numberConfirmed: contact.phone !== '' && phoneConfirmed === contact.phone,
    awaitsNumber: awaitedNumber !== null && awaitedNumber === contact.phone,
    texting: platform.texting !== null,
    countries: countryNames(context.get(requestContext).language),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw redirect('/auth?next=%2Fcontact-edit', 303);
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const form = await request.formData();
  const act = form.get('act');
  if (act !== null) {
    const answered = await workCode(platform, viewer.user.id, form, { language, headers: request.headers });
    if (answered.kind === 'go') throw redirect(answered.to, 303);
    return data({ code: answered }, { status: answered.waitMinutes > 0 ? 429 : 422 });
  }
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
    const wishesTexts = form.get('whatsappService') === 'on';
    return data({ typed: typedProfile(form, Object.keys(emptyContact)), wishesTexts, faults: check.faults }, { status: 422 });
  }
  const { phone } = check.value;
  const before = await changeProfile(platform, viewer.user.id, 'contact', (contact) => ({
    ...check.value,
    whatsappMarketing: contact.whatsappMarketing,
    // Whoever comes back to an earlier number shows again that it is theirs: it may have become somebody else's.
    phoneConfirmed: phone === contact.phone ? contact.phoneConfirmed : '',
  }));
  // A new number is asked at once whether it is theirs; when too many codes went out, the page still offers one.
  if (phone !== '' && phone !== before.phone && platform.texting)
    await sendCode(platform, { userId: viewer.user.id, purpose: 'phone', target: phone, language });
  throw redirect('/contact-edit?saved', 303);
}

type CodeAnswer =
  | { readonly kind: 'go'; readonly to: string }
  | {
      readonly kind: 'wrong';
      readonly field: 'newEmail' | 'emailCode' | 'phoneCode' | null;
      readonly error: string;
      readonly waitMinutes: number;
    };

/** Sends and takes the codes that prove a new address or number. A new address also asks who is changing it. */
async function workCode(
  platform: Platform,
  userId: string,
  form: FormData,
  from: { readonly language: LanguageCode; readonly headers: Headers },
): Promise<CodeAnswer> {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, 300) : '';
  };
  const wrong = (field: 'newEmail' | 'emailCode' | 'phoneCode', refused: { refused: string; waitSeconds?: number }): CodeAnswer => ({
    kind: 'wrong',
    field: refused.waitSeconds ? null : field,
    error: refused.refused,
    waitMinutes: Math.ceil((refused.waitSeconds ?? 0) / 60),
  });
  const go = (to: string): CodeAnswer => ({ kind: 'go', to });
  switch (text('act')) {
    case 'email': {
      if (!(await hasProvedAgain(platform, from.headers))) return go('/account/prove?next=%2Fcontact-edit');
      const address = parseAddress(text('newEmail'));
      if (!address.ok) return wrong('newEmail', { refused: address.errors.email ?? 'email-wrong' });
      const sent = await sendCode(platform, { userId, purpose: 'email', target: address.value.email, language: from.language });
      return sent.ok ? go('/contact-edit#email-code') : wrong('newEmail', sent);
    }
    case 'email-code': {
      const changed = await changeAddress(platform, userId, text('emailCode'), from.language);
      return changed.ok ? go('/contact-edit?address') : wrong('emailCode', changed);
    }
    case 'phone': {
      const { contact } = await readProfile(platform, userId);
      if (contact.phone === '' || !platform.texting) return go('/contact-edit');
      const sent = await sendCode(platform, { userId, purpose: 'phone', target: contact.phone, language: from.language });
      return sent.ok ? go('/contact-edit#phone-code') : wrong('phoneCode', sent);
    }
    case 'phone-code': {
      const confirmed = await confirmNumber(platform, userId, text('phoneCode'));
      return confirmed.ok ? go('/contact-edit?number') : wrong('phoneCode', confirmed);
    }
    default:
      return go('/contact-edit');
  }
}

export default function ContactEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('my');
  const b = useTexts('booking');
  const busy = useNavigation().state === 'submitting';
  if (!loaderData) return <AccountPreview page="contact" />;
  const code = actionData && 'code' in actionData ? actionData.code : null;
  const answer = actionData && 'faults' in actionData ? actionData : null;
  const { typed, wishesTexts } = answer ?? loaderData;
  const faults = (answer?.faults ?? []).map(({ field, problem }) => ({
    field,
    message: problem === 'country-unknown' ? b('problems.country-unknown') : t(`faults.${problem}`),
  }));
  const codeError = code ? t(`codes.error.${code.error}`, { count: code.waitMinutes }) : undefined;
  const errors: Record<string, string> = Object.fromEntries(faults.map(({ field, message }) => [field, message]));
  const optional = b('optional');
  const field = (name: string) => ({ name, error: errors[name], defaultValue: typed[name] ?? '', optional });
  return (
    <AccountFrame title={t('contact.title')} lede={t('contact.lede')}>
      {loaderData.saved && !actionData && (
        <Notice tone="ok" boxed live>
          {t(loaderData.saved === 'saved' ? 'saved' : `codes.${loaderData.saved}`)}
        </Notice>
      )}
      <ErrorSummary faults={code && codeError ? [{ field: code.field, message: codeError }] : faults} />
      <section className="mine__part mine__codes" aria-labelledby="proved-address">
        <h2 id="proved-address">{t('codes.addressTitle')}</h2>
        <p>
          <bdi>{loaderData.email}</bdi>{' '}
          <Tag tone={loaderData.verified ? 'ok' : 'warn'} icon={loaderData.verified ? 'done' : 'warning'}>
            {t(loaderData.verified ? 'overview.verified' : 'overview.unverified')}
          </Tag>
        </p>
        {loaderData.newAddress && (
          <CodeForm
            act="email-code"
            field="emailCode"
            to={loaderData.newAddress}
            error={code?.field === 'emailCode' ? codeError : undefined}
          />
        )}
        {loaderData.proved ? (
          <Form method="post" noValidate className="mine__code">
            <TextField
              name="newEmail"
              type="email"
              inputMode="email"
              autoComplete="email"
              label={t('codes.newAddress')}
              error={code?.field === 'newEmail' ? codeError : undefined}
            />
            <Button name="act" value="email">
              {t('codes.send')}
            </Button>
          </Form>
        ) : (
          <p>
            <Link className="link" to="/account/prove?next=%2Fcontact-edit">
              {t('codes.change')}
            </Link>
          </p>
        )}
      </section>
      {loaderData.number && (
        <section className="mine__part mine__codes" aria-labelledby="proved-number">
          <h2 id="proved-number">{t('codes.numberTitle')}</h2>
          <p>
            <bdi dir="ltr">{loaderData.number}</bdi>{' '}
            <Tag tone={loaderData.numberConfirmed ? 'ok' : 'warn'} icon={loaderData.numberConfirmed ? 'done' : 'warning'}>
              {t(loaderData.numberConfirmed ? 'overview.verified' : 'overview.unverified')}
            </Tag>
          </p>
          {!loaderData.numberConfirmed && !loaderData.texting && <p className="muted">{t('codes.noTexting')}</p>}
          {!loaderData.numberConfirmed && loaderData.awaitsNumber && (
            <CodeForm
              act="phone-code"
              field="phoneCode"
              to={loaderData.number}
              error={code?.field === 'phoneCode' ? codeError : undefined}
            />
          )}
          {!loaderData.numberConfirmed && loaderData.texting && (
            <Form method="post">
              <Button name="act" value="phone" look={loaderData.awaitsNumber ? 'quiet' : 'line'}>
                {t(loaderData.awaitsNumber ? 'codes.again' : 'codes.confirmNumber')}
              </Button>
            </Form>
          )}
        </section>
      )}
      <Form method="post" noValidate className="mine__form">
        <section className="mine__part" aria-labelledby="reach">
          <h2 id="reach">{t('contact.reach')}</h2>
          <div className="mine__grid">
            <TextField {...field('phone')} type="tel" label={t('contact.phone')} hint={t('contact.phoneHint')} autoComplete="tel" />
            <TextField {...field('second')} type="tel" label={t('contact.second')} autoComplete="off" />
          </div>
          <Checkbox
            name="whatsappService"
            label={t('contact.texts')}
            hint={t(loaderData.texting ? 'contact.textsHint' : 'contact.noTexts')}
            defaultChecked={wishesTexts}
          />
          {loaderData.texting && wishesTexts && loaderData.silent && (
            <Notice tone="warn" boxed>
              {t('contact.textsRefused')}
            </Notice>
          )}
          {loaderData.texting && wishesTexts && !loaderData.silent && !loaderData.numberConfirmed && (
            <Notice tone="warn" boxed>
              {t('contact.textsWait')}
            </Notice>
          )}
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

/** Takes the six digits that went to a mailbox or a telephone. */
function CodeForm({ act, field, to, error }: { act: string; field: string; to: string; error: string | undefined }) {
  const t = useTexts('my');
  return (
    <Form method="post" noValidate className="mine__code" id={act}>
      <TextField
        name={field}
        label={t('codes.code')}
        hint={
          <>
            {t('codes.sentTo')} <bdi dir="ltr">{to}</bdi>
          </>
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        dir="ltr"
        error={error}
      />
      <Button name="act" value={act} look="ink">
        {t('codes.check')}
      </Button>
    </Form>
  );
}
