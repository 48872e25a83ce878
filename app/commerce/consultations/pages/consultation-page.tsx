import { data, Form, Link, redirect, useNavigation, type ShouldRevalidateFunctionArgs } from 'react-router';
import { nameOf } from '#app/commerce/customers/signed-in-hint.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { FieldGroup, RadioCard, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn } from '#app/values/dates.ts';
import { isLanguageCode, languageCodes } from '#app/values/preferences.ts';
import { bookConsultation } from '../book-consultation.server.ts';
import { consultationFields, longestWords, type ConsultationErrors, type ConsultationField } from '../consultation-form.ts';
import { consultationChannels, consultationTopicFrom, consultationTopics } from '../consultation-kinds.ts';
import { consultationAddress } from '../consultation-link.server.ts';
import { openSlotPicker } from '../open-slot-picker.server.ts';
import { readCall, typedCall } from '../read-consultation.server.ts';
import { readSlotTime } from '../slot-rules.ts';
import { usualDays, wishableDays } from '../wait-rules.ts';
import { readZone } from '../zone-words.server.ts';
import { SlotPicker } from './slot-picker.tsx';
import type { Route } from './+types/consultation-page.ts';
import './consultation.css';

export const handle = { texts: ['consultations'] };

const promises: readonly (readonly [string, IconName])[] = [
  ['free', 'gift'],
  ['half', 'clock'],
  ['officer', 'user'],
  ['honest', 'balance'],
];

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const topic = consultationTopicFrom(url.searchParams.get('topic'));
  const asked = url.searchParams.get('speak');
  const speaks = isLanguageCode(asked) ? asked : language;
  const picker = await openSlotPicker(platform, url, { topic, speaks, shown: language });
  const today = dateIn(picker.zone, platform.clock.now());
  return {
    topic,
    speaks,
    country: (url.searchParams.get('country') ?? '').toUpperCase().slice(0, 2),
    waits: url.searchParams.has('wait'),
    today,
    usual: usualDays(today),
    lastDay: addDays(today, wishableDays),
    picker,
    countries: countryNames(language),
    person: viewer.kind === 'anonymous' ? null : { name: nameOf(viewer.user), email: viewer.user.email },
    key: newFormKey(),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const facts = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const form = await request.formData();
  const typed = typedCall(form);
  const none: ConsultationErrors = {};
  const at = readSlotTime(form.get('at'));
  const zone = readZone(form.get('zone'));
  const read = readCall(form, at === null ? dateIn(zone, platform.clock.now()) : null);
  if (!read.ok) return data({ typed, errors: read.errors, refused: null }, { status: 422 });
  const userId = viewer.kind === 'anonymous' ? null : viewer.user.id;
  const asked = url.searchParams.get('speak');
  const outcome = await onceForForm<Awaited<ReturnType<typeof bookConsultation>>>(
    platform,
    { actor: userId ? `user:${userId}` : 'consultation', form, about: 'consultation' },
    (progress) =>
      bookConsultation(
        platform,
        {
          ...read.value,
          topic: consultationTopicFrom(url.searchParams.get('topic')),
          callLanguage: isLanguageCode(asked) ? asked : facts.language,
          language: facts.language,
          zone,
          userId,
        },
        at,
        facts.address,
        { keep: progress.answer },
      ),
  );
  if (!outcome.ok) return data({ typed, errors: none, refused: outcome.refused }, { status: outcome.refused === 'slot-taken' ? 409 : 429 });
  return redirect(`${consultationAddress(platform.secret, outcome.value.id)}?booked`, 303);
}

/** A time that went to somebody else meanwhile is no longer in the list; the router would keep the old list after a refusal. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export default function ConsultationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { topic, speaks, picker, waits, country } = loaderData;
  const t = useTexts('consultations');
  const address = (change: Readonly<Record<string, string | null>>) => {
    const params = new URLSearchParams();
    const kept = { topic, speak: speaks, country: country || null, zone: picker.zoneAsked ? picker.zone : null };
    for (const [name, value] of Object.entries({ ...kept, ...change })) if (value) params.set(name, value);
    return `/visa-assistance/consultation?${params}`;
  };
  const taken = actionData?.refused === 'slot-taken';
  return (
    <main id="main" className="wrap page-end cn">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </header>
      <ul className="cn-promises">
        {promises.map(([name, icon]) => (
          <li key={name}>
            <Icon name={icon} />
            <b>{t(`promise.${name}.title`)}</b>
            <span>{t(`promise.${name}.text`)}</span>
          </li>
        ))}
      </ul>
      <section className="cn-step" aria-labelledby="about">
        <h2 id="about">{t('step.about')}</h2>
        <Form method="get" action="/visa-assistance/consultation" className="cn-about" preventScrollReset>
          {country && <input type="hidden" name="country" value={country} />}
          <SelectField name="topic" label={t('topicLabel')} defaultValue={topic} key={`topic-${topic}`}>
            {consultationTopics.map((one) => (
              <option key={one} value={one}>
                {t(`topic.${one}`)}
              </option>
            ))}
          </SelectField>
          <SelectField name="speak" label={t('speakLabel')} defaultValue={speaks} key={`speak-${speaks}`}>
            {languageCodes.map((code) => (
              <option key={code} value={code}>
                {t(`language.${code}`)}
              </option>
            ))}
          </SelectField>
          <SelectField name="zone" label={t('zoneLabel')} defaultValue={picker.zone} key={`zone-${picker.zone}`}>
            {picker.zones.map(({ zone, name }) => (
              <option key={zone} value={zone}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button look="line" icon="calendar">
            {t('showTimes')}
          </Button>
        </Form>
      </section>
      <section className="cn-step" aria-labelledby="when" id="times">
        <h2 id="when">{t('step.when')}</h2>
        <SlotPicker facts={{ ...picker, gone: picker.gone || taken }} address={address} />
        {!waits && (
          <p className="cn-wait">
            {t(picker.days.length === 0 ? 'wait.none' : 'wait.text')}{' '}
            <Link className="link" to={`${address({ wait: '1', at: null })}#details`} preventScrollReset>
              {t('wait.go')}
            </Link>
          </p>
        )}
      </section>
      {(picker.chosen || waits || (actionData && !taken)) && (
        <Details
          loaderData={loaderData}
          actionData={actionData}
          action={address({ at: picker.chosen?.at ?? null, wait: waits ? '1' : null })}
        />
      )}
    </main>
  );
}

function Details({ loaderData, actionData, action }: Pick<Route.ComponentProps, 'loaderData' | 'actionData'> & { action: string }) {
  const { topic, picker, countries, person, key, country, usual, today, lastDay } = loaderData;
  const t = useTexts('consultations');
  const shared = useTexts('frame');
  const navigation = useNavigation();
  const errors: ConsultationErrors = actionData?.errors ?? {};
  const field = (name: ConsultationField, begin = '') => ({
    name,
    id: `call-${name}`,
    label: t(`field.${name}`),
    defaultValue: actionData?.typed[name] ?? begin,
    error: errors[name] ? t(`error.${errors[name]}`) : undefined,
  });
  const refused = actionData?.refused && actionData.refused !== 'slot-taken' ? actionData.refused : null;
  const channel = actionData?.typed.channel || 'phone';
  return (
    <section className="cn-step" aria-labelledby="details">
      <h2 id="details">{t('step.who')}</h2>
      {picker.chosen ? (
        <div className="cn-chosen" role="status">
          <Icon name="calendar" />
          <p>
            <b>{picker.chosen.yours}</b>
            <span>{picker.zoneName}</span>
            {!picker.sameClock && <span>{t('slots.inDubai', { time: picker.chosen.office })}</span>}
          </p>
        </div>
      ) : (
        <p className="cn-none">{t('wait.how')}</p>
      )}
      <Form method="post" action={`${action}#details`} className="cn-form" noValidate preventScrollReset>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="at" value={picker.chosen?.at ?? ''} />
        <input type="hidden" name="zone" value={picker.zone} />
        <ErrorSummary
          faults={[
            ...(refused ? [{ field: null, message: t(`refused.${refused}`) }] : []),
            ...consultationFields
              .filter((name) => errors[name])
              .map((name) => ({ field: `call-${name}`, message: t(`error.${errors[name]}`) })),
          ]}
        />
        <div className="cn-pair">
          <TextField {...field('name', person?.name)} autoComplete="name" maxLength={80} required />
          <TextField
            {...field('email', person?.email)}
            type="email"
            inputMode="email"
            hint={t('field.emailHint')}
            autoComplete="email"
            maxLength={254}
            required
          />
        </div>
        {!picker.chosen && (
          <FieldGroup id="call-days" legend={t('field.days')}>
            <div className="cn-pair">
              <TextField {...field('firstDay', usual.first)} type="date" min={today} max={lastDay} required />
              <TextField {...field('lastDay', usual.last)} type="date" min={today} max={lastDay} required />
            </div>
          </FieldGroup>
        )}
        <div className="cn-pair">
          <TextField {...field('phone')} type="tel" hint={t('field.phoneHint')} autoComplete="tel" maxLength={40} required />
          <SelectField {...field('country', country)} hint={t('field.countryHint')} optional={shared('ui.optional')}>
            <option value="" />
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <FieldGroup id="call-channel" legend={t('field.channel')}>
          <div className="cn-pair">
            {consultationChannels.map((one) => (
              <RadioCard
                key={one}
                id={`call-channel-${one}`}
                name="channel"
                value={one}
                label={t(`channel.${one}`)}
                defaultChecked={one === channel}
              />
            ))}
          </div>
        </FieldGroup>
        <TextArea {...field('words')} hint={t('field.wordsHint')} optional={shared('ui.optional')} maxLength={longestWords} rows={4} />
        {topic === 'refused' && <p className="cn-none">{t('papers.after')}</p>}
        <div className="cn-foot">
          <Button look="go" busy={navigation.state === 'submitting' && t('sending')}>
            {t(picker.chosen ? 'book' : 'askTime')}
          </Button>
          <p>
            {t('privacy')}{' '}
            <Link className="link" to="/privacy">
              {t('privacyLink')}
            </Link>
          </p>
        </div>
      </Form>
    </section>
  );
}
