import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';

const tabs = { rules: '', stays: '/stays', retention: '/retention', authorities: '/authorities' } as const;

/** The four sides of visa compliance, each an address of its own. */
export function ComplianceTabs({ here }: { here: keyof typeof tabs }) {
  const t = useTexts('staff-compliance');
  return (
    <nav className="vc-sides" aria-label={t('sides.label')}>
      {(Object.keys(tabs) as (keyof typeof tabs)[]).map((tab) => (
        <Link key={tab} to={`/admin/visa-compliance${tabs[tab]}`} aria-current={tab === here ? 'page' : undefined}>
          {t(`sides.${tab}`)}
        </Link>
      ))}
    </nav>
  );
}
