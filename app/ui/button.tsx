import { useId, type ButtonHTMLAttributes, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonLook {
  /** `go` (saffron) at most once per view; `ink` ends a list; `line` for all others; `quiet` reads as a link. */
  readonly look?: 'go' | 'ink' | 'line' | 'quiet' | 'danger';
  readonly small?: boolean;
  readonly wide?: boolean;
  readonly icon?: IconName;
}

function classesOf({ look = 'line', small, wide }: ButtonLook, more = ''): string {
  return ['btn', `btn--${look}`, small && 'btn--s', wide && 'btn--wide', more].filter(Boolean).join(' ');
}

export interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Words for the act that is under way ("Asking Emirates"); the button keeps its width and takes no second press. */
  readonly busy?: string | false | null;
  /** Why it cannot be pressed. Said beside it and to screen readers; a button is never greyed out without a reason. */
  readonly disabledReason?: ReactNode;
}

/** A submit button unless told otherwise. */
export function Button({
  look,
  small,
  wide,
  icon,
  busy,
  disabledReason,
  className,
  children,
  type = 'submit',
  onClick,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const blocked = Boolean(disabledReason);
  const button = (
    <button
      {...rest}
      type={blocked ? 'button' : type}
      className={classesOf({ look, small, wide }, className)}
      aria-disabled={blocked || Boolean(busy) || undefined}
      aria-busy={busy ? true : undefined}
      aria-describedby={blocked ? reasonId : rest['aria-describedby']}
      onClick={(event) => {
        if (blocked || busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className="btn__words" aria-hidden={busy ? true : undefined}>
        {icon && <Icon name={icon} />}
        {children}
      </span>
      {busy && (
        <span className="btn__busy">
          <i className="btn__dots" aria-hidden="true" />
          {busy}
        </span>
      )}
    </button>
  );
  if (!blocked) return button;
  return (
    <span className="btn__with-reason">
      {button}
      <span id={reasonId} className="btn__reason">
        {disabledReason}
      </span>
    </span>
  );
}

/** A link that looks like a button. Addresses inside the shop open without a new document. */
export function ButtonLink({ look, small, wide, icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={classesOf({ look, small, wide }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
