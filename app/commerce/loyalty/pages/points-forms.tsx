import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import type { BurnRefusal } from '../burn-points.server.ts';
import type { JoinRefusal } from '../join-programme.server.ts';
import type { InvitationStatus } from '../loyalty-status.ts';

/** What was refused of which form, with what was typed. */
export type RefusedPoints =
  | { readonly form: 'join'; readonly why: JoinRefusal; readonly typed: string }
  | { readonly form: 'burn'; readonly why: BurnRefusal; readonly typed: string };

interface InvitationTerms {
  readonly inviterPoints: number;
  readonly friendPoints: number;
  readonly aYear: number;
  readonly least: Money;
}

export function JoinForm({
  invitations,
  code,
  refused,
}: {
  invitations: InvitationTerms | null;
  code: string;
  refused: RefusedPoints | null;
}) {
  const t = useTexts('loyalty');
  const language = useLanguage();
  const fault = refused?.form === 'join' ? refused : null;
  const error = fault && t(`refused.${fault.why}`);
  return (
    <Form method="post" className="pt-form">
      <ErrorSummary faults={error ? [{ field: 'code', message: error }] : []} />
      {(invitations || error) && (
        <TextField
          name="code"
          label={t('join.code')}
          hint={
            invitations &&
            t('join.codeText', {
              count: invitations.friendPoints,
              points: formatNumber(invitations.friendPoints, language),
              least: formatMoney(invitations.least, language),
            })
          }
          error={error}
          maxLength={24}
          autoComplete="off"
          autoCapitalize="characters"
          dir="ltr"
          defaultValue={fault?.typed ?? code}
        />
      )}
      <p className="pt-join">
        <Button look="go" name="intent" value="join">
          {t('join.go')}
        </Button>
      </p>
    </Form>
  );
}

export function BurnForm({
  burn,
  held,
  formKey,
  refused,
}: {
  burn: { terms: string; least: number; step: number; ofStep: Money; months: number; most: number; ofMost: Money };
  held: boolean;
  formKey: string;
  refused: RefusedPoints | null;
}) {
  const t = useTexts('loyalty');
  const language = useLanguage();
  const points = (count: number) => formatNumber(count, language);
  const fault = refused?.form === 'burn' ? refused : null;
  const values = { least: points(burn.least), step: points(burn.step), credit: formatMoney(burn.ofStep, language), count: burn.months };
  const error = fault && t(`refused.${fault.why}`, values);
  return (
    <section className="mine__part" id="turn">
      <h2>{t('burn.title')}</h2>
      <p>{t('burn.text', values)}</p>
      <ErrorSummary faults={error ? [{ field: burn.most > 0 ? 'points' : null, message: error }] : []} />
      {burn.most > 0 ? (
        <Form method="post" className="pt-form">
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="terms" value={burn.terms} />
          <TextField
            name="points"
            label={t('burn.points')}
            hint={t('burn.most', { points: points(burn.most), credit: formatMoney(burn.ofMost, language), count: burn.most })}
            error={error}
            type="number"
            inputMode="numeric"
            min={burn.least}
            max={burn.most}
            step={burn.step}
            required
            dir="ltr"
            key={fault?.typed ?? burn.most}
            defaultValue={fault?.typed ?? burn.most}
          />
          <p className="pt-join">
            <Button look="go" name="intent" value="burn">
              {t('burn.go')}
            </Button>
          </p>
        </Form>
      ) : (
        !held && <p className="muted">{t('burn.tooFew', values)}</p>
      )}
    </section>
  );
}

export function Invitations({
  terms,
  code,
  origin,
  invited,
}: {
  terms: InvitationTerms;
  code: string | null;
  origin: string;
  invited: readonly { place: number; status: InvitationStatus; points: number; at: string }[];
}) {
  const t = useTexts('loyalty');
  const language = useLanguage();
  const points = (count: number) => formatNumber(count, language);
  return (
    <section className="mine__part" id="invite">
      <h2>{t('invite.title')}</h2>
      <p>
        {t('invite.text', {
          mine: points(terms.inviterPoints),
          theirs: points(terms.friendPoints),
          least: formatMoney(terms.least, language),
          count: terms.aYear,
        })}
      </p>
      {code === null ? (
        <Form method="post">
          <p className="pt-join">
            <Button name="intent" value="invite">
              {t('invite.get')}
            </Button>
          </p>
        </Form>
      ) : (
        <div className="pt-form">
          <TextField name="link" label={t('invite.link')} readOnly dir="ltr" value={`${origin}/account/loyalty?friend=${code}`} />
          <p className="muted">
            {t('invite.code')} <bdi className="pt-code">{code}</bdi>
          </p>
        </div>
      )}
      {invited.length > 0 && (
        <ul className="pt-lines">
          {invited.map((one) => (
            <li key={one.place}>
              <span>
                {t(`invited.${one.status}`)}
                <small className="muted">{sayDay(one.at, language, 'long')}</small>
              </span>
              {one.points > 0 && (
                <b>
                  <bdi>{`+${points(one.points)}`}</bdi>
                </b>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
