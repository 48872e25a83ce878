/** Where a form about a change goes back to when it was refused: what was chosen stays in the address, with the reason. */
export function refusedAt(page: string, asked: URLSearchParams, refused: string): string {
  const again = new URLSearchParams(asked);
  again.set('refused', refused);
  return `${page}?${again}`;
}

/** The reason in an address; null when nothing was refused. */
export function refusedIn(asked: URLSearchParams): string | null {
  return asked.get('refused')?.slice(0, 30) ?? null;
}
