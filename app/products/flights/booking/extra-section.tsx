import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/ui/icon.tsx';

/** One kind of extra: what it is, who delivers it and whether its money comes back. */
export function ExtraSection({
  icon,
  title,
  end,
  terms,
  children,
}: {
  icon: IconName;
  title: string;
  end?: ReactNode;
  terms: string;
  children: ReactNode;
}) {
  return (
    <section className="block extra">
      <header className="extra__head">
        <h2>
          <Icon name={icon} /> {title}
        </h2>
        {end}
      </header>
      <div className="extra__body">{children}</div>
      <p className="extra__terms small muted">{terms}</p>
    </section>
  );
}
