import type { ReactNode } from 'react';

/** A table wider than a phone scrolls inside its own frame, which the keyboard can reach. Named by the heading above it. */
export function ScrollRegion({ labelledBy, className, children }: { labelledBy: string; className: string; children: ReactNode }) {
  return (
    // Without a place in the tab order nobody without a pointer could scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} role="group" aria-labelledby={labelledBy} tabIndex={0}>
      {children}
    </div>
  );
}
