import { createContext } from 'react-router';
import type { PaymentProvider } from './payment-provider.ts';

/** The provider this installation takes payments with, for loaders and actions. */
export const paymentProviderContext = createContext<PaymentProvider>();
