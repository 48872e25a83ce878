/** Letters of the address at which somebody is fetched, at most. */
export const longestPickup = 200;
