import type { ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { ButtonLink } from './button.tsx';

/** The way back at the foot of a page, as tall as a button and in line with the text above it. */
export function WayBack({ to, children }: { readonly to: LinkProps['to']; readonly children: ReactNode }) {
  return (
    <p className="way-back">
      <ButtonLink look="quiet" to={to}>
        {children}
      </ButtonLink>
    </p>
  );
}
