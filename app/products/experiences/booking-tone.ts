/** How the state of a booking is coloured. */
export function toneOf(status: string): 'plain' | 'ok' | 'warn' | 'danger' | 'info' {
  if (status === 'confirmed' || status === 'redeemed' || status === 'completed') return 'ok';
  if (status === 'counter_offered') return 'warn';
  if (status === 'declined' || status === 'no_show' || status === 'operator_cancelled') return 'danger';
  return status === 'requested' ? 'info' : 'plain';
}
