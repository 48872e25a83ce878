import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { checkIdentity, typedProfile } from '../book/profile-form.ts';
import { readProfile, saveProfile } from '../book/profile-store.server.ts';
import { emptyIdentity } from '../book/profile.ts';
import type { Route } from './+types/profile-edit-page.ts';
import { AccountFrame, AccountPreview } from './account-frame.tsx';

export const handle = { texts: ['my', 'booking'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') return null;
  const platform = context.get(platformContext);
  const { identity } = await readProfile(platform, viewer.user.id);
  return {
    typed: identity as unknown as Record<string, string>,
    saved: url.searchParams.has('saved'),
    countries: countryNames(context.get(requestContext).language),
    today: dateIn('Asia/Dubai', platform.clock.now()),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw redirect('/auth?next=%2Fprofile-edit', 303);
  const platform = context.get(platformContext);
  const form = await request.formData();
  const known = new Set(countryNames('en').map(({ code }) => code));
  const check = checkIdentity(form, {
    today: dateIn('Asia/Dubai', platform.clock.now()),
    isCountry: (code) => known.has(code),
    phone: () => null,
  });
  if (!check.ok) return data({ typed: typedProfile(form, Object.keys(emptyIdentity)), faults: check.faults }, { status: 422 });
  await saveProfile(platform, viewer.user.id, 'identity', check.value);
  throw redirect('/profile-edit?saved', 303);
}

export default function ProfileEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('my');
  const b = useTexts('booking');
  const busy = useNavigation().state === 'submitting';
  if (!loaderData) return <AccountPreview page="profile" />;
  const typed = actionData?.typed ?? loaderData.typed;
  const own = new Set(['birth-wrong', 'text-wrong']);
  const faults = (actionData?.faults ?? []).map(({ field, problem, suggestion }) => ({
    field,
    message: own.has(problem) ? t(`faults.${problem}`) : b(`problems.${problem}`, { suggestion: suggestion ?? '' }),
  }));
  const errors = Object.fromEntries(faults.map(({ field, message }) => [field, message]));
  const field = (name: string) => ({ name, error: errors[name], defaultValue: typed[name] ?? '' });
  const countries = [
    <option key="" value="">
      {b('fields.choose')}
    </option>,
    ...loaderData.countries.map((country) => (
      <option key={country.code} value={country.code}>
        {country.name}
      </option>
    )),
  ];
  const optional = b('optional');
  return (
    <AccountFrame title={t('profile.title')} lede={t('profile.lede')}>
      {loaderData.saved && !actionData && (
        <Notice tone="ok" boxed live>
          {t('saved')}
        </Notice>
      )}
      <ErrorSummary faults={faults} />
      <Form method="post" noValidate className="mine__form">
        <section className="mine__part" aria-labelledby="person">
          <h2 id="person">{t('book.person')}</h2>
          <p className="small muted">{b('fields.asInPassport')}</p>
          <div className="mine__grid">
            <TextField {...field('given')} label={b('fields.given')} optional={optional} autoComplete="given-name" spellCheck={false} />
            <TextField
              {...field('surname')}
              label={b('fields.surname')}
              optional={optional}
              autoComplete="family-name"
              spellCheck={false}
            />
            <TextField
              {...field('preferred')}
              label={t('profile.preferred')}
              hint={t('profile.preferredHint')}
              optional={optional}
              autoComplete="nickname"
            />
            <TextField {...field('native')} label={b('fields.native')} hint={b('fields.nativeHint')} optional={optional} />
            <TextField
              {...field('birth')}
              type="date"
              label={b('fields.birth')}
              optional={optional}
              autoComplete="bday"
              max={loaderData.today}
            />
            <SelectField {...field('gender')} label={t('profile.gender')} optional={optional}>
              <option value="">{b('fields.choose')}</option>
              {['F', 'M', 'X'].map((each) => (
                <option key={each} value={each}>
                  {t(`profile.genders.${each}`)}
                </option>
              ))}
            </SelectField>
            <SelectField {...field('nationality')} label={b('fields.nationality')} optional={optional}>
              {countries}
            </SelectField>
            <SelectField {...field('residence')} label={b('fields.residence')} optional={optional}>
              {countries}
            </SelectField>
          </div>
        </section>
        <p className="mine__end">
          <Button look="go" busy={busy && b('saving')}>
            {t('save')}
          </Button>
        </p>
        <p className="small muted">
          <Link className="link" to="/account/security">
            {t('profile.more')}
          </Link>
        </p>
      </Form>
    </AccountFrame>
  );
}
