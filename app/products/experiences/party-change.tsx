import { Form, useNavigation } from 'react-router';
import { useAddedWords } from '#app/commerce/pricing/promo-field.tsx';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { agesWords } from './experience-words.tsx';
import type { OpenParty } from './open-party.server.ts';
import { mostOfBand } from './visit-form.ts';

/**
 * Who comes to a visit that is booked, and what another party would cost. `path` is the page's own address; the change is sent
 * to the address that asked for its price, so that a refusal keeps what was chosen.
 */
export function PartyChange({
  party: open,
  path,
  refused: said,
  formKey,
}: {
  party: OpenParty;
  path: string;
  /** Why what was asked last was not done; null when it was, or nothing was asked. */
  refused: string | null;
  formKey?: string;
}) {
  const t = useTexts('visit');
  const tx = useTexts('experiences');
  const addedWords = useAddedWords();
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const { bands, party, before, after, more, back, lines, option } = open;
  const refused = open.refused ?? said;
  return (
    <section aria-labelledby="party">
      <h2 id="party">{t('party.title')}</h2>
      <p className="muted">{t('party.text')}</p>
      {refused && (
        <Notice tone="danger" boxed live>
          {t([`party.refused.${refused}`, 'party.refused.unread'], {
            amount: open.owed ? formatMoney(open.owed.amount, language) : '',
            date: open.owed ? formatDate(open.owed.dueOn, language, 'long') : '',
          })}
        </Notice>
      )}
      <Form method="get" action={path} className="vs-change" preventScrollReset>
        <input type="hidden" name="party" value="1" />
        {bands.map((band) => (
          <SelectField
            key={band.band}
            name={band.band}
            label={tx(`bands.${band.band}`)}
            hint={agesWords(tx, band)}
            defaultValue={String(party[band.band] ?? 0)}
          >
            {Array.from({ length: mostOfBand + 1 }, (_, count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </SelectField>
        ))}
        <Button>{t('party.see')}</Button>
      </Form>
      {after && (
        <Form method="post" className="vs-party card card--in">
          {formKey && <input type="hidden" name="key" value={formKey} />}
          {bands.map(({ band }) => (
            <input key={band} type="hidden" name={band} value={party[band] ?? 0} />
          ))}
          <input type="hidden" name="version" value={open.version} />
          <input type="hidden" name="seen" value={after.amount} />
          <MoneyList
            groups={[
              {
                lines: lines.map(({ added, mark, band, count, amount }) => ({
                  label: added
                    ? addedWords({ added, mark })
                    : band === null
                      ? tx([`option.${option}`, 'option.standard'])
                      : tx(`visit.line.${band}`, { count }),
                  value: amount,
                })),
              },
              {
                lines: [
                  { label: t('party.before'), value: before },
                  ...(more ? [{ label: t('party.more'), value: more }] : []),
                  ...(back ? [{ label: t('party.back'), value: back }] : []),
                ],
              },
            ]}
            total={{ label: t('party.after'), value: after }}
          />
          <p className="small muted">{t('party.note')}</p>
          <Button look="go" name="intent" value="party" busy={busy && t('busy')}>
            {t('party.go', { amount: formatMoney(after, language) })}
          </Button>
        </Form>
      )}
    </section>
  );
}
