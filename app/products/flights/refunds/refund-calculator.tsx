import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Price } from '#app/ui/price.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { exampleAmounts, exampleMoments, exampleRules, type RefundAnswer, type RefundExample } from './refund-example.ts';
import './refund-calculator.css';

/**
 * What would come back: of an order of one's own, looked up, or of a ticket as one describes it. The texts of
 * `refund-example` and `price` must be loaded.
 */
export function RefundCalculator({ example, answer }: { example: RefundExample; answer: RefundAnswer | null }) {
  const t = useTexts('refund-example');
  const price = useTexts('price');
  const language = useLanguage();
  return (
    <section className="refund" aria-labelledby="refund-calculator">
      <h2 id="refund-calculator">{t('title')}</h2>
      <div className="refund__own">
        <h3>{t('own.title')}</h3>
        <p>{t('own.text')}</p>
        <form method="post" action="/track-booking" className="refund__row">
          <TextField
            name="reference"
            label={t('own.reference')}
            dir="ltr"
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
          <TextField name="who" label={t('own.who')} maxLength={200} autoComplete="email" required />
          <Button>{t('own.go')}</Button>
        </form>
      </div>
      <div>
        <h3>{t('try.title')}</h3>
        <p>{t('try.text')}</p>
        <Form className="refund__form" preventScrollReset>
          <SelectField name="when" label={t('try.when')} defaultValue={example.when}>
            {exampleMoments.map((moment) => (
              <option key={moment} value={moment}>
                {t(`when.${moment}`)}
              </option>
            ))}
          </SelectField>
          <SelectField name="rule" label={t('try.rule')} defaultValue={example.rule}>
            {exampleRules.map((rule) => (
              <option key={rule} value={rule}>
                {t(`rule.${rule}`)}
              </option>
            ))}
          </SelectField>
          <SelectField name="travellers" label={t('try.travellers')} defaultValue={example.travellers}>
            {Array.from({ length: 9 }, (_, index) => (
              <option key={index}>{index + 1}</option>
            ))}
          </SelectField>
          {exampleAmounts.map((amount) => (
            <TextField
              key={amount}
              name={amount}
              type="number"
              inputMode="numeric"
              min={0}
              max={100000}
              step={1}
              label={t(`amount.${amount}`)}
              defaultValue={example.amounts[amount]}
            />
          ))}
          <Button look="ink">{t('try.go')}</Button>
        </Form>
      </div>
      {answer && (
        <div className="refund__answer" role="status">
          <p>{t(`window.${answer.terms.window}`)}</p>
          {answer.terms.window !== 'unpaid' && (
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('answer.line')}</th>
                  <th scope="col">{t('answer.paid')}</th>
                  <th scope="col">{t('answer.back')}</th>
                </tr>
              </thead>
              <tbody>
                {answer.lines.map((line) => (
                  <tr key={line.words}>
                    <th scope="row">
                      {line.words === 'seat' ? t('answer.extras') : price(`line.${line.words}`)}
                      {(['back', 'kept'] as const).map(
                        (way) =>
                          line.taxes &&
                          line.taxes[way].length > 0 && (
                            <small key={way} className="refund__taxes muted">
                              {t(`answer.taxes.${way}`, {
                                taxes: line.taxes[way].map((name) => t(`amount.${name}`)).join(comma(language)),
                              })}
                            </small>
                          ),
                      )}
                    </th>
                    <td>
                      <Price value={line.paid} />
                    </td>
                    <td>{answer.terms.refund === null && line.words === 'fare' ? t('answer.notSaid') : <Price value={line.refunded} />}</td>
                  </tr>
                ))}
              </tbody>
              {answer.terms.refund && (
                <tfoot>
                  <tr>
                    <th scope="row" colSpan={2}>
                      {t('answer.total')}
                    </th>
                    <td>
                      <Price value={answer.terms.refund} />
                    </td>
                  </tr>
                </tfoot>
              )}
            </table>
          )}
          {answer.terms.refund === null && <Notice tone="warn">{t('answer.unknown')}</Notice>}
          <p className="small muted">{t('answer.note')}</p>
        </div>
      )}
    </section>
  );
}
