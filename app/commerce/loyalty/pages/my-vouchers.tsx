import { Link } from 'react-router';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { MyVoucher } from '../open-my-points.server.ts';
import { useVoucherWords } from '../voucher-words.tsx';
import '../voucher-choice.css';

/** Where what a voucher is for is looked for. */
const pages: Readonly<Record<string, string>> = {
  flight: '/flights',
  holiday: '/holidays',
  experience: '/experiences',
  staycation: '/staycations',
  evisa: '/e-visa',
};

/** The vouchers of a member: those that can be used first, and what became of the others. */
export function MyVouchers({ vouchers }: { vouchers: readonly MyVoucher[] }) {
  const t = useTexts('vouchers');
  const language = useLanguage();
  const words = useVoucherWords();
  return (
    <section className="mine__part" id="vouchers">
      <h2>{t('title')}</h2>
      <p className="muted small">
        {t('rule')} {t('takes')}
      </p>
      <ul className="vc-mine">
        {vouchers.map((voucher) => {
          const { worth, terms } = words(voucher);
          const open = voucher.state === 'live';
          const product = voucher.kinds.length === 1 ? pages[voucher.kinds[0]!] : undefined;
          return (
            <li key={voucher.id} className={open ? undefined : 'vc-mine--over'}>
              <span>
                <b>{worth}</b> {t(`occasion.${voucher.occasion}`)}
                <small>{terms}</small>
                <small>
                  {t('code')} <bdi className="num">{voucher.code}</bdi>
                </small>
              </span>
              {open ? (
                <Link className="link" to={product ?? '/'}>
                  {t('useIt')} <bdi className="sr-only">{voucher.code}</bdi>
                </Link>
              ) : (
                <span>
                  {t(`state.${voucher.state}`)}{' '}
                  {voucher.order ? (
                    <Link className="link" to={`/track?order=${voucher.order}`}>
                      <bdi>{voucher.order}</bdi>
                    </Link>
                  ) : (
                    voucher.state === 'withdrawn' && sayDay(voucher.changedAt, language, 'long')
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
