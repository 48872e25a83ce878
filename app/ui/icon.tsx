import { iconDrawings, type IconName } from './icon-names.ts';
import sprite from './icons.svg?no-inline';

export type { IconName };

/** Arrows and chevrons that follow the direction of reading. */
const directional: ReadonlySet<string> = new Set([
  'chevron-start',
  'chevron-end',
  'arrow-start',
  'arrow-end',
  'refund',
  'takeoff',
  'landing',
  'sign-out',
]);

/** Whether a drawing is turned round where one reads from the right. */
export function isMirrored(name: IconName): boolean {
  return directional.has(name);
}

/**
 * A picture by our own name. It is decoration unless it has a label: words beside it say the same.
 * Throws for a name that is not in the map; that is a programming fault.
 */
export function Icon({ name, label, small, className = '' }: { name: IconName; label?: string; small?: boolean; className?: string }) {
  if (!Object.hasOwn(iconDrawings, name)) throw new Error(`Icon "${String(name)}" is not mapped: add it to icon-names.ts`);
  const classes = `ic${small ? ' s' : ''}${directional.has(name) ? ' dirn' : ''}${className ? ` ${className}` : ''}`;
  return (
    // Each drawing brings its own view box.
    <svg className={classes} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
