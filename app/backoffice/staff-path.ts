/** Where to go after a staff sign-in: a path of ours under /admin, else its door. Whatever else was asked is ignored. */
export function staffPath(asked: string | null): string {
  if (!asked || !/^\/admin(\/[\w\-./:]*)?(\?[\w\-.~%=&+:]*)?$/.test(asked) || asked.includes('//') || asked.includes('..')) return '/admin';
  return asked.startsWith('/admin/login') ? '/admin' : asked;
}

/** The page that asks for the code, on the way to where somebody wanted to go. */
export function secondStepPath(asked: string | null): string {
  const next = staffPath(asked);
  return next === '/admin' ? '/admin/login/code' : `/admin/login/code?next=${encodeURIComponent(next)}`;
}
