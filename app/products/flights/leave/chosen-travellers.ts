/** Who was ticked when the page was left, as its address keeps them. */
export const chosenIn = (address: URLSearchParams): number[] =>
  address
    .getAll('who')
    .filter((typed) => /^\d{1,2}$/.test(typed))
    .map(Number)
    .slice(0, 18);
