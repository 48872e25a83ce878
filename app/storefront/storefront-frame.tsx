import { Outlet } from 'react-router';

export default function StorefrontFrame() {
  return <Outlet />;
}
