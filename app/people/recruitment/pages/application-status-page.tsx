import { data, Form, redirect } from 'react-router';
import { readHouseFacts } from '#app/platform/house-facts.server.ts';
import { newFormKey, onceForForm, sameFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Price } from '#app/ui/price.tsx';
import { dubaiDay } from '#app/ui/say-moment.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { plainText } from '#app/values/plain-text.ts';
import { answerJobOffer, eraseApplication, withdrawApplication, writeToRecruiter } from '../answer-application.server.ts';
import { findApplicationByToken } from '../job-applications-store.server.ts';
import { showApplication } from '../show-application.server.ts';
import type { Route } from './+types/application-status-page.ts';
import './careers.css';

export const handle = { texts: ['job-apply'] };

/** Its address is a secret: it goes to no other site, and stays in no shared memory. */
export function headers() {
  return { 'Referrer-Policy': 'same-origin', 'Cache-Control': 'no-store' };
}

const longestWords = 2_000;
const refusals = ['not-possible-from-here', 'changed-meanwhile', 'no-offer', 'too-late', 'not-open', 'too-many'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const application = await findApplicationByToken(platform.db, params.token);
  // One answer for a link that never was and one that was erased.
  if (!application)
    return {
      shown: null,
      said: url.searchParams.has('erased') ? ('erased' as const) : null,
      email: (await readHouseFacts(platform)).email,
      key: '',
    };
  const said = (['withdrawn', 'written', 'accepted', 'declined'] as const).find((one) => url.searchParams.has(one)) ?? null;
  return { shown: await showApplication(platform, application, context.get(requestContext).language), said, email: '', key: newFormKey() };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const here = `/careers/application/${params.token}`;
  const application = await findApplicationByToken(platform.db, params.token);
  if (!application) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const intent = form.get('intent');
  const sure = form.get('sure') === 'yes';
  const back = (refused: string) =>
    data({ refused: refusals.find((one) => one === refused) ?? 'changed-meanwhile', key: newFormKey() }, { status: 409 });
  if (intent === 'write') {
    const words = plainText(form.get('words'), longestWords);
    if (words === '' || words.length > longestWords) return data({ refused: 'words' as const, key: sameFormKey(form) }, { status: 422 });
    const sent = { actor: `application:${application.id}`, form, about: 'words' };
    const written = await onceForForm<Awaited<ReturnType<typeof writeToRecruiter>>>(platform, sent, (progress) =>
      writeToRecruiter(platform, application, words, progress.answer),
    );
    return written.ok ? redirect(`${here}?written`, 303) : back(written.refused);
  }
  if (intent === 'accept' || intent === 'decline') {
    const answered = await answerJobOffer(platform, application, intent);
    return answered.ok ? redirect(`${here}?${intent === 'accept' ? 'accepted' : 'declined'}`, 303) : back(answered.refused);
  }
  if ((intent === 'withdraw' || intent === 'erase') && !sure)
    return data({ refused: 'sure' as const, key: sameFormKey(form) }, { status: 422 });
  if (intent === 'withdraw') {
    const withdrawn = await withdrawApplication(platform, application);
    return withdrawn.ok ? redirect(`${here}?withdrawn`, 303) : back(withdrawn.refused);
  }
  if (intent === 'erase') {
    await eraseApplication(platform, application);
    return redirect(`${here}?erased`, 303);
  }
  return back('changed-meanwhile');
}

export default function ApplicationStatusPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, said, email, key } = loaderData;
  const t = useTexts('job-apply');
  if (!shown)
    return (
      <main id="main" className="wrap job job--form">
        <header className="page-head">
          <h1 tabIndex={-1}>{t(said ? 'status.erased' : 'status.unknown')}</h1>
          <p className="lede">{t(said ? 'status.erasedText' : 'status.unknownText', { email })}</p>
        </header>
        <p>
          <ButtonLink to="/careers">{t('all')}</ButtonLink>
        </p>
      </main>
    );
  const { offer } = shown;
  return (
    <main id="main" className="wrap job job--form">
      <header className="page-head">
        <h1 tabIndex={-1}>{shown.job}</h1>
        <p className="lede">{t(`stage.${shown.stage}`)}</p>
      </header>
      {said && (
        <Notice tone="ok" boxed live>
          {t(`status.${said}`)}
        </Notice>
      )}
      {actionData && (
        <Notice tone="danger" boxed live>
          {t(`refused.${actionData.refused}`)}
        </Notice>
      )}
      <dl className="job-facts">
        <div>
          <dt>{t('status.reference')}</dt>
          <dd>
            <bdi>{shown.reference}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('status.job')}</dt>
          <dd>{shown.job}</dd>
        </div>
        <div>
          <dt>{t('status.on')}</dt>
          <dd>
            <DateText date={shown.sentOn} form="long" />
          </dd>
        </div>
        <div>
          <dt>{t('status.keep')}</dt>
          <dd>
            <DateText date={shown.keepUntil} form="long" />
          </dd>
        </div>
      </dl>
      {offer && (
        <section className="job-part job-offer" aria-labelledby="job-offer">
          <h2 id="job-offer">{t('offer.title')}</h2>
          <dl className="job-facts">
            <div>
              <dt>{t('offer.salary')}</dt>
              <dd>
                <Price value={offer.salary} />
              </dd>
            </div>
            <div>
              <dt>{t('offer.starts')}</dt>
              <dd>
                <DateText date={offer.startsOn} form="long" />
              </dd>
            </div>
            <div>
              <dt>{t('offer.answerBy')}</dt>
              <dd>
                <DateText date={offer.answerBy} form="long" />
              </dd>
            </div>
          </dl>
          {offer.terms && (
            <p className="job-words" dir="auto">
              {offer.terms}
            </p>
          )}
          {offer.status === 'sent' ? (
            <Form method="post" className="job__ways">
              <Button look="go" name="intent" value="accept">
                {t('offer.accept')}
              </Button>
              <Button look="line" name="intent" value="decline">
                {t('offer.decline')}
              </Button>
            </Form>
          ) : (
            <p>{t(`offer.${offer.status}`)}</p>
          )}
        </section>
      )}
      <section className="job-part" aria-labelledby="job-thread">
        <h2 id="job-thread">{t('thread.title')}</h2>
        <ol className="job-thread">
          {shown.messages.map((message) => (
            <li key={message.id} data-mine={message.mine || undefined}>
              <p className="field__hint">
                {t(message.mine ? 'thread.you' : 'thread.us')} · <DateText date={dubaiDay(message.at)} form="long" />
              </p>
              {message.subject && <b dir="auto">{message.subject}</b>}
              <p className="job-words" dir="auto">
                {message.words}
              </p>
            </li>
          ))}
        </ol>
        {shown.mayWrite && (
          <Form method="post" key={shown.messages.length}>
            <input type="hidden" name="key" value={actionData?.key ?? key} />
            <TextArea name="words" label={t('thread.write')} rows={4} maxLength={longestWords} />
            <Button look="line" name="intent" value="write">
              {t('thread.send')}
            </Button>
          </Form>
        )}
      </section>
      <section className="job-part" aria-labelledby="job-yours">
        <h2 id="job-yours">{t('yours.title')}</h2>
        {(['withdraw', 'erase'] as const)
          .filter((one) => one === 'erase' || shown.mayWithdraw)
          .map((one) => (
            <details key={one} className="job-more">
              <summary>{t(`yours.${one}`)}</summary>
              <Form method="post">
                <p>{t(`yours.${one}Text`)}</p>
                <label className="job-sure">
                  <input type="checkbox" name="sure" value="yes" required /> {t('yours.sure')}
                </label>
                <Button look="danger" name="intent" value={one}>
                  {t(`yours.${one}`)}
                </Button>
              </Form>
            </details>
          ))}
      </section>
    </main>
  );
}
