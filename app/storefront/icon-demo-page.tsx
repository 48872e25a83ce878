import { Icon, isMirrored, type IconName } from '#app/ui/icon.tsx';
import { iconDrawings } from '#app/ui/icon-names.ts';
import { useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/icon-demo-page.ts';
import './icon-demo.css';

export const handle = { texts: ['icon-demo'] };

/** The fault that a name outside the map raises, in its own words. */
function unmappedFault(): string {
  try {
    Icon({ name: 'no-such-icon' as IconName });
    return '';
  } catch (fault) {
    return (fault as Error).message;
  }
}

export function loader() {
  return { names: (Object.keys(iconDrawings) as IconName[]).toSorted(), fault: unmappedFault() };
}

export default function IconDemoPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('icon-demo');
  const { names, fault } = loaderData;
  return (
    <main id="main" className="wrap icons">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede', { count: names.length })}</p>
      </header>
      <ul className="icons__all">
        {names.map((name) => (
          <li key={name}>
            <span className="icons__pair">
              <Icon name={name} />
              <Icon name={name} small />
            </span>
            <code dir="ltr">{name}</code>
            {isMirrored(name) && <small>{t('mirrored')}</small>}
          </li>
        ))}
      </ul>
      <h2>{t('unmapped')}</h2>
      <p>
        <code dir="ltr">{fault}</code>
      </p>
    </main>
  );
}
