import type { CustomersWanted } from '#app/commerce/customers/records/customer-kinds.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Which customers a letter is meant for, in words. */
export function sayCustomers(
  wanted: CustomersWanted | null,
  ask: {
    /** Of `staff-mails` and of `staff-customers`. */
    readonly t: Translate;
    readonly customers: Translate;
    readonly language: LanguageCode;
    readonly countryName: (code: string) => string;
  },
): string {
  const { t, customers, language } = ask;
  if (!wanted) return t('campaign.customers.all');
  const day = (said: string) => formatDate(said, language);
  const parts = [
    ...(wanted.account ? [t(`campaign.customers.account.${wanted.account}`)] : []),
    ...(wanted.tag ? [customers(`tag.${wanted.tag}`)] : []),
    ...(wanted.country ? [ask.countryName(wanted.country)] : []),
    ...(wanted.orders ? [customers(`openOrders.${wanted.orders}`)] : []),
    ...(wanted.from ? [`${customers('heardFrom')} ${day(wanted.from)}`] : []),
    ...(wanted.until ? [`${customers('heardUntil')} ${day(wanted.until)}`] : []),
  ];
  return parts.length > 0 ? parts.join(comma(language)) : t('campaign.customers.any');
}
