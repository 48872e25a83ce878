/** More than anybody chooses from in a list; the page of a company leads to what is of the others. */
export const mostOffered = 200;

/** How many companies a choice is cut to, for saying so; null where it has all of them. */
export const cutTo = (companies: readonly unknown[]): typeof mostOffered | null => (companies.length < mostOffered ? null : mostOffered);
