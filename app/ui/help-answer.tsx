import { Link } from 'react-router';
import { useTexts } from './texts.tsx';

/** Questions that a message leaves open and the help centre answers; each has words in the frame catalogue. */
export type HelpQuestion =
  | 'order-not-found'
  | 'payment-declined'
  | 'hold-ended'
  | 'price-changed'
  | 'name-refused'
  | 'passport-refused'
  | 'cancel-refused'
  | 'refund-late';

/** The way from a message to the articles that answer it. */
export function HelpAnswer({ to }: { to: HelpQuestion }) {
  const t = useTexts('frame');
  return (
    <Link className="link" to={`/help-center?error=${to}`}>
      {t(`fault.answers.${to}`)}
    </Link>
  );
}
