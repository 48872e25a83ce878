import { Fragment } from 'react';

/** From where to where, in the reader's direction: each place was written in its visitor's script and stands by itself. */
export function Places({ places }: { places: readonly string[] }) {
  return places.map((place, index) => (
    <Fragment key={index}>
      {index > 0 && ' – '}
      <bdi>{place}</bdi>
    </Fragment>
  ));
}
