import { ErrorNotice } from './error-notice.tsx';
import { data } from 'react-router';

/** Any other path: a real 404 in the storefront frame. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  return <ErrorNotice status={404} reference={null} />;
}
