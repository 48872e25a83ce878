import { layout, route, index, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { places, type Place } from './site-map.ts';

/** Turns the map into React Router's configuration; nothing is decided here. */
function entry(place: Place): RouteConfigEntry {
  return place.path === '' ? index(place.page, { id: place.id }) : route(place.path, place.page, { id: place.id });
}

const within = (frame: Place['frame']) => places.filter((place) => place.frame === frame).map(entry);

export default [
  layout('storefront/storefront-frame.tsx', { id: 'storefront' }, within('storefront')),
  layout('backoffice/backoffice-frame.tsx', { id: 'backoffice' }, within('backoffice')),
  ...within('bare'),
] satisfies RouteConfig;
