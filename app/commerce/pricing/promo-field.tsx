import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { PromoAnswer } from './promo-code.ts';
import type { AddedLine } from './quote-summary.ts';
import './promo-field.css';

/**
 * Where a traveller types a code. Before an order is placed the answer is a page with the price anew, by its address
 * alone, and `keeps` are the other parts of that address; of an order that is kept the code is sent, as the intents of
 * `sends`. The page names the `promo` catalogue.
 */
export function PromoField({
  answer,
  action,
  keeps,
  sends,
}: {
  answer: PromoAnswer | null;
  action: string;
  keeps: Readonly<Record<string, string>>;
  sends?: { readonly use: string; readonly drop: string };
}) {
  const t = useTexts('promo');
  const language = useLanguage();
  const applies = answer?.state === 'applies';
  return (
    <Form method={sends ? 'post' : 'get'} action={action} className="pm" replace preventScrollReset>
      {Object.entries(keeps).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {applies ? (
        <Notice tone="ok" icon="done" live boxed>
          {t('applies', { code: `\u2068${answer.code}\u2069`, amount: formatMoney(answer.saves!, language) })}{' '}
          <button type="submit" className="link pm__off" {...(sends && { name: 'intent', value: sends.drop })}>
            {t('remove')}
          </button>
        </Notice>
      ) : (
        <details open={answer !== null}>
          <summary>{t('have')}</summary>
          <div className="pm__row">
            <TextField
              key={answer?.code ?? ''}
              name="promo"
              label={t('label')}
              defaultValue={answer?.code ?? ''}
              error={answer ? t(`refused.${answer.state}`) : undefined}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={24}
              dir="ltr"
            />
            <Button {...(sends && { name: 'intent', value: sends.use })}>{t('apply')}</Button>
          </div>
        </details>
      )}
    </Form>
  );
}

/** The words of a line that a rule of ours made. */
export function useAddedWords(): (line: Pick<AddedLine, 'added' | 'mark'>) => string {
  const t = useTexts('promo');
  return ({ added, mark }) => (mark ? t('line.code', { code: `\u2068${mark}\u2069` }) : t(`line.${added}`));
}
