import type { ReactNode } from 'react';

/** A table wider than a phone scrolls inside its own frame, which the keyboard can reach. Named by the heading above it, or by words. */
export function ScrollRegion({
  className,
  children,
  ...name
}: ({ labelledBy: string; label?: never } | { label: string; labelledBy?: never }) & { className: string; children: ReactNode }) {
  return (
    // Without a place in the tab order nobody without a pointer could scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={className} role="group" aria-labelledby={name.labelledBy} aria-label={name.label} tabIndex={0}>
      {children}
    </div>
  );
}
