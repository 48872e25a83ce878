/** Where to go after a staff sign-in: a path of ours under /admin, else its door. Whatever else was asked is ignored. */
export function staffPath(asked: string | null): string {
  if (!asked || !/^\/admin(\/[\w\-./:]*)?(\?[\w\-.~%=&+:]*)?$/.test(asked) || asked.includes('//') || asked.includes('..')) return '/admin';
  return asked.startsWith('/admin/login') ? '/admin' : asked;
}
