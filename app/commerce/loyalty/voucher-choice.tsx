import { Form } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { OfferedVoucher } from './use-voucher.server.ts';
import { useVoucherWords } from './voucher-words.tsx';
import './voucher-choice.css';

/** At the checkout of a kept order: the owner's vouchers that go with it, one to be chosen, and why others do not. */
export function VoucherChoice({
  vouchers: { used, offered },
  action,
  formKey,
}: {
  vouchers: { readonly used: OfferedVoucher | null; readonly offered: readonly OfferedVoucher[] };
  action: string;
  formKey: string;
}) {
  const t = useTexts('vouchers');
  const language = useLanguage();
  const words = useVoucherWords();
  if (used)
    return (
      <Form method="post" action={action} preventScrollReset>
        <input type="hidden" name="key" value={`${formKey}-drop-voucher`} />
        <Notice tone="ok" icon="done" boxed live>
          {t('applies', { code: `\u2068${used.code}\u2069`, amount: used.saves ? formatMoney(used.saves, language) : '' })}{' '}
          <button type="submit" className="link pm__off" name="intent" value="drop-voucher">
            {t('remove')}
          </button>
        </Notice>
      </Form>
    );
  const first = offered.find(({ saves }) => saves !== null);
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="key" value={`${formKey}-use-voucher`} />
      <fieldset className="vc">
        <legend>{t('choose')}</legend>
        {offered.map((voucher) => {
          const { worth, terms } = words(voucher);
          const name = t('named', { occasion: t(`occasion.${voucher.occasion}`), worth });
          return voucher.saves ? (
            <label key={voucher.id} className="vc__one">
              <input type="radio" name="voucher" value={voucher.id} required defaultChecked={voucher.id === first?.id} />
              <span>
                {name}: <b>{t('saves', { amount: formatMoney(voucher.saves, language) })}</b>
              </span>
              <small>{terms}</small>
            </label>
          ) : (
            <p key={voucher.id} className="vc__one vc__one--misfit">
              <span aria-hidden="true">–</span>
              <span>{name}</span>
              <small>
                {t(`misfit.${voucher.misfit ?? 'no-room'}`)} {terms}
              </small>
            </p>
          );
        })}
        {first && (
          <>
            <p className="small muted">
              {t('note')} {t('takes')}
            </p>
            <Button name="intent" value="use-voucher">
              {t('use')}
            </Button>
          </>
        )}
      </fieldset>
    </Form>
  );
}

/** Before an order is placed: vouchers are chosen once it is kept, which costs nothing. Stands inside the form that places it. */
export function VouchersWait({ count }: { count: number }) {
  const t = useTexts('vouchers');
  return (
    <Notice tone="info" boxed title={t('wait.title', { count })}>
      {t('wait.text')}{' '}
      <Button small name="intent" value="hold">
        {t('wait.go')}
      </Button>
    </Notice>
  );
}
