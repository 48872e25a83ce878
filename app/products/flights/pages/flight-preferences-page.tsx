import { data, Form, redirect, useNavigation } from 'react-router';
import { changeProfile, readProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import { seatWishes } from '#app/commerce/customers/book/profile.ts';
import { AccountFrame, AccountPreview } from '#app/commerce/customers/pages/account-frame.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { mealCodes } from '../extras/extras-price.ts';
import { cabins } from '../search/flight-search-form.ts';
import { flightsContext } from '../flights-context.ts';
import { movesToChoose, readMovesAllowed } from '../schedule/moves-allowed-rules.ts';
import { searchWorldOf } from '../search/search-world.server.ts';
import type { Route } from './+types/flight-preferences-page.ts';

export const handle = { texts: ['my', 'booking', 'flight-search'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') return null;
  const { flightPreferences } = await readProfile(context.get(platformContext), viewer.user.id);
  return { typed: flightPreferences, saved: url.searchParams.has('saved') };
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw redirect('/auth?next=%2Fflight-preferences', 303);
  const platform = context.get(platformContext);
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim().slice(0, 60) : '';
  };
  const typed = {
    home: text('home'),
    cabin: cabins.find((each) => each === text('cabin')) ?? '',
    direct: form.get('direct') === 'on',
    seat: seatWishes.find((each) => each === text('seat')) ?? ('' as const),
    meal: mealCodes.find((each) => each === text('meal')) ?? '',
    moves: readMovesAllowed(text('moves')) ?? 0,
  };
  const world = searchWorldOf(context.get(flightsContext), context.get(requestContext).language, platform.clock.now());
  const answer = typed.home === '' ? null : world.resolve(typed.home);
  if (answer && answer.kind !== 'found') return data({ typed, wrong: true }, { status: 422 });
  const now = new Date(platform.clock.now()).toISOString();
  // What is allowed keeps the day on which it was said while it stays as it is.
  await changeProfile(platform, viewer.user.id, 'flightPreferences', (before) => ({
    ...typed,
    home: answer ? answer.place.code : '',
    movesAt: typed.moves === 0 ? '' : before.moves === typed.moves ? before.movesAt : now,
  }));
  throw redirect('/flight-preferences?saved', 303);
}

export default function FlightPreferencesPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('my');
  const b = useTexts('booking');
  const s = useTexts('flight-search');
  const busy = useNavigation().state === 'submitting';
  if (!loaderData) return <AccountPreview page="preferences" />;
  const typed = actionData?.typed ?? loaderData.typed;
  const error = actionData?.wrong ? t('preferences.problem.place') : undefined;
  const none = <option value="">{t('preferences.noWish')}</option>;
  return (
    <AccountFrame title={t('preferences.title')} lede={t('preferences.lede')}>
      {loaderData.saved && !actionData && (
        <Notice tone="ok" boxed live>
          {t('saved')}
        </Notice>
      )}
      <ErrorSummary faults={error ? [{ field: 'home', message: error }] : []} />
      <Form method="post" noValidate className="mine__form">
        <section className="mine__part" aria-labelledby="searching">
          <h2 id="searching">{t('preferences.search')}</h2>
          <p className="small muted">{t('preferences.searchWhere')}</p>
          <div className="mine__grid">
            <TextField
              name="home"
              label={t('preferences.home')}
              hint={t('preferences.homeHint')}
              error={error}
              defaultValue={typed.home}
              autoComplete="off"
            />
            <SelectField name="cabin" label={t('preferences.cabin')} defaultValue={typed.cabin}>
              {none}
              {cabins.map((cabin) => (
                <option key={cabin} value={cabin}>
                  {s(`form.cabins.${cabin}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <Checkbox name="direct" label={t('preferences.direct')} defaultChecked={typed.direct} />
        </section>
        <section className="mine__part" aria-labelledby="booking">
          <h2 id="booking">{t('preferences.booking')}</h2>
          <p className="small muted">{t('preferences.bookingWhere')}</p>
          <div className="mine__grid">
            <SelectField name="seat" label={t('preferences.seat')} defaultValue={typed.seat}>
              {none}
              {seatWishes.map((seat) => (
                <option key={seat} value={seat}>
                  {t(`preferences.seats.${seat}`)}
                </option>
              ))}
            </SelectField>
            <SelectField name="meal" label={t('preferences.meal')} defaultValue={typed.meal}>
              {none}
              {mealCodes.map((meal) => (
                <option key={meal} value={meal}>
                  {b(`meals.${meal}`)}
                </option>
              ))}
            </SelectField>
          </div>
        </section>
        <section className="mine__part" aria-labelledby="moving">
          <h2 id="moving">{t('preferences.moves')}</h2>
          <p className="small muted">{t('preferences.movesWhere')}</p>
          <div className="mine__grid">
            <SelectField name="moves" label={t('preferences.movesLabel')} defaultValue={String(typed.moves)}>
              <option value="0">{t('preferences.movesNone')}</option>
              {movesToChoose.map((n) => (
                <option key={n} value={n}>
                  {t('preferences.movesMinutes', { n })}
                </option>
              ))}
            </SelectField>
          </div>
        </section>
        <p className="mine__end">
          <Button look="go" busy={busy && b('saving')}>
            {t('save')}
          </Button>
        </p>
      </Form>
    </AccountFrame>
  );
}
