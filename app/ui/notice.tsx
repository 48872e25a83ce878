import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'plain' | 'ok' | 'warn' | 'danger' | 'info';

const icons: Record<Tone, IconName> = { plain: 'info', ok: 'done', warn: 'warning', danger: 'fault', info: 'info' };

/** A line of words with its sign: `boxed` lays it on its wash. Colour never stands alone. */
export function Notice({
  tone = 'info',
  boxed,
  icon,
  live,
  title,
  children,
  end,
}: {
  tone?: Tone;
  boxed?: boolean;
  icon?: IconName;
  live?: boolean;
  title?: ReactNode;
  children?: ReactNode;
  end?: ReactNode;
}) {
  return (
    <div className={`say say--${tone}${boxed ? ' say--boxed' : ''}`} role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}>
      <Icon name={icon ?? icons[tone]} />
      <div className="say__words">
        {title && <b>{title} </b>}
        {children && <span>{children}</span>}
      </div>
      {end}
    </div>
  );
}

/** A short state in words. */
export function Tag({ tone = 'plain', icon, children }: { tone?: Tone | 'saffron'; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`tag tag--${tone}`}>
      {icon && <Icon name={icon} small />}
      {children}
    </span>
  );
}

/** Nothing to show: one sentence, and one way on. */
export function EmptyState({
  title,
  level: Heading = 'h2',
  children,
  action,
  art,
}: {
  title: ReactNode;
  /** `h1` where the page is nothing else. */
  level?: 'h1' | 'h2';
  children?: ReactNode;
  action?: ReactNode;
  art?: ReactNode;
}) {
  return (
    <div className="empty">
      {art}
      <Heading tabIndex={Heading === 'h1' ? -1 : undefined}>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <p className="empty__action">{action}</p>}
    </div>
  );
}
