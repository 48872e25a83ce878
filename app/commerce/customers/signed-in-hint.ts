/** A cookie that scripts may read: "somebody signed in here". It proves nothing; it only saves a call when it is absent, and is another one after each signing in. */
export const signedInHint = 'rihla-signed-in';

/** The name to address somebody by, as specified: the full name, else the part of the e-mail before the @, else "User". */
export function nameOf(user: { readonly fullName: string | null; readonly email: string }): string {
  return user.fullName?.trim() || user.email.split('@')[0] || 'User';
}
