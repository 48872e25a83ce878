import { Outlet } from 'react-router';

/** Every staff page asks the server on a client navigation, so that the gate is asked too. */
export function loader() {
  return null;
}

export default function BackofficeFrame() {
  return <Outlet />;
}
