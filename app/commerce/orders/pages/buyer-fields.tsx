import { Checkbox, TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { longestOfBuyer, type BuyerProblems, type BuyerTyped } from '../../invoices/invoice-buyer-form.ts';
import './buyer-fields.css';

export interface BuyerForm {
  readonly typed: BuyerTyped;
  readonly problems: BuyerProblems;
}

/** Company, number and address for a tax invoice. The texts of `orders` must be loaded. */
export function BuyerFields({ form }: { form: BuyerForm }) {
  const t = useTexts('orders');
  const { typed, problems } = form;
  const error = (field: keyof BuyerTyped) => problems[field] && t(`buyer.${problems[field]}`, { most: longestOfBuyer[field] });
  return (
    <div className="buyer__fields">
      <TextField
        name="company"
        label={t('buyer.company')}
        defaultValue={typed.company}
        error={error('company')}
        autoComplete="organization"
        maxLength={160}
      />
      <TextField
        name="trn"
        label={t('buyer.trn')}
        hint={t('buyer.trnHint')}
        optional={t('buyer.optional')}
        defaultValue={typed.trn}
        error={error('trn')}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={30}
      />
      <TextField
        name="companyAddress"
        label={t('buyer.address')}
        hint={t('buyer.addressHint')}
        optional={t('buyer.optional')}
        defaultValue={typed.companyAddress}
        error={error('companyAddress')}
        autoComplete="street-address"
        maxLength={250}
      />
    </div>
  );
}

/** The same behind a tick, as part of a larger form. */
export function BuyerChoice({ form, ticked }: { form: BuyerForm; ticked: boolean }) {
  const t = useTexts('orders');
  return (
    <fieldset className="buyer buyer--choice">
      <legend className="sr-only">{t('buyer.title')}</legend>
      <Checkbox name="toCompany" label={t('buyer.title')} defaultChecked={ticked} />
      <BuyerFields form={form} />
    </fieldset>
  );
}
