import { bankAddress, readBankView } from '#app/commerce/bank/bank-view.ts';
import { bookingAddress, readBookingView } from '#app/commerce/bookings/staff/booking-desk-view.ts';
import { bookingLists, listedKinds } from '#app/commerce/bookings/staff/booking-lists.ts';
import { campaignList } from '#app/commerce/campaigns/staff/campaign-list.ts';
import { callList } from '#app/commerce/consultations/staff/call-list.ts';
import { creditList } from '#app/commerce/credits/staff/credit-list.ts';
import { experimentList } from '#app/commerce/pricing/experiments/staff/experiment-list.ts';
import { readRuleView, ruleQuery } from '#app/commerce/pricing/staff/rule-list.ts';
import { flightFunnelList } from '../analytics/flight-funnel-list.ts';
import { rateHistoryList } from '#app/commerce/currencies/staff/rate-history-list.ts';
import { companyList } from '#app/commerce/customers/companies/staff/company-list.ts';
import { customerAddress, readCustomerView } from '#app/commerce/customers/staff/customer-list-view.ts';
import { disputeList } from '#app/commerce/disputes/staff/dispute-list.ts';
import { feedbackAddress, readFeedbackView } from '#app/commerce/feedback/staff/feedback-list-view.ts';
import { inquiryQueueNames } from '#app/commerce/inquiries/inquiry-kinds.ts';
import { keptInquiryList, readInquiryAddress } from '#app/commerce/inquiries/staff/inquiry-list.ts';
import { invoiceAddress, readInvoiceView } from '#app/commerce/invoices/staff/invoice-list-view.ts';
import { unmatchedList } from '#app/commerce/invoices/staff/unmatched-list.ts';
import { voucherList } from '#app/commerce/loyalty/staff/voucher-list.ts';
import { memberListAddress, readMemberView } from '#app/commerce/loyalty/staff/member-list.ts';
import { suppressionList } from '#app/commerce/messages/staff/suppression-list.ts';
import { keptMailList, readMailView } from '#app/commerce/messages/staff/mail-desk-view.ts';
import { templateList } from '#app/commerce/messages/staff/template-list.ts';
import type { DeskListName } from '#app/commerce/orders/staff/desk-lists.ts';
import { readRefundListView, refundListAddress } from '#app/commerce/orders/staff/refund-list-view.ts';
import { partnerList } from '#app/commerce/partners/staff/partner-list.ts';
import { privacyList } from '#app/commerce/privacy/staff/privacy-list.ts';
import { deskQuery, readDeskView as readReviewView } from '#app/commerce/reviews/staff/desk-view.ts';
import { macroList } from '#app/commerce/tickets/staff/macro-list.ts';
import { keptTicketList, readTicketView } from '#app/commerce/tickets/staff/ticket-list.ts';
import { chargeList } from '#app/people/assets/asset-charge-list.ts';
import { keptQuery as assetsQuery, readAssetsView } from '#app/people/assets/assets-view.ts';
import { keptQuery as interviewsQuery, readInterviewsView } from '#app/people/interviews/interviews-view.ts';
import { readApplicationView } from '#app/people/recruitment/application-view.server.ts';
import { keptQuery as postingsQuery, readPostingsView } from '#app/people/recruitment/postings-view.ts';
import { keptQuery as requisitionsQuery, readRequisitionsView } from '#app/people/recruitment/requisitions-view.ts';
import { viewQueryOf } from '#app/people/recruitment/staff/open-applications.server.ts';
import { activityList } from '#app/products/experiences/staff/activity-list.ts';
import { quoteListAddress, readQuoteListView } from '#app/products/flights/quotes/staff/quote-list-view.ts';
import { allotmentList } from '#app/products/flights/staff/allotment-list.ts';
import { disruptionList } from '#app/products/flights/staff/disruption-list.ts';
import { dealList } from '#app/products/flights/staff/deal-list.ts';
import { supplierList } from '#app/products/flights/staff/supplier-list.ts';
import { deskAddress, readDeskView } from '#app/products/flights/staff/desk-address.ts';
import { readScheduleListView, scheduleListAddress } from '#app/products/flights/staff/schedule-list-view.ts';
import { departureList } from '#app/products/holidays/staff/departure-list.ts';
import { tourList } from '#app/products/holidays/staff/tour-list.ts';
import { readStickerView, stickerAddress } from '#app/products/visas/assisted/staff/sticker-view.ts';
import { stayList } from '#app/products/staycations/staff/stay-list.ts';
import { authorityList } from '#app/products/visas/compliance/staff/authority-list.ts';
import { readStayView, stayAddress } from '#app/products/visas/compliance/staff/visa-stay-view.ts';
import { offerList } from '#app/products/visas/evisa/staff/offer-list.ts';
import { caseAddress, readCaseView } from '#app/products/visas/evisa/staff/evisa-desk-view.ts';
import { listAddress, readListView, type DeskList } from '#app/ui/desk-list/list-address.ts';
import { apiKeyList } from '../api-keys/api-key-list.ts';
import { auditQuery, readAuditView } from '../audit-log/audit-view.ts';
import { keptQuery as staffQuery, readUsersView } from '../staff-accounts/users-list.ts';
import { readTasksAsk, tasksQuery } from '../tasks-address.ts';
import { readWorkView, workAddress } from '../work-queue/work-view.ts';

/** A list that can be kept under a name: its row of `desk_lists`, and how the list itself would write an address of it. */
interface KeptList {
  readonly list: DeskListName;
  readonly canonical: (asked: URLSearchParams) => string;
}

/** A list in which a search names no person, but words of a title or a code. */
const short = <Queue extends string, Filter extends string, Column extends string>(
  list: DeskListName,
  asks: DeskList<Queue, Filter, Column>,
): KeptList => ({ list, canonical: (asked) => listAddress(asks, readListView(asks, asked)) });

/** A list in which a search may name a person: it is kept without it. */
const unnamed = <Queue extends string, Filter extends string, Column extends string>(
  list: DeskListName,
  asks: DeskList<Queue, Filter, Column>,
): KeptList => ({ list, canonical: (asked) => listAddress(asks, readListView(asks, asked), { find: '' }) });

/**
 * By the path of the list. Nothing of an address is kept but what the list understands, without its page; and where people
 * are searched for by name or address, without the search: a name that colleagues share must not be a traveller's.
 */
export const keptLists: Readonly<Record<string, KeptList>> = {
  '/admin/work': { list: 'work', canonical: (asked) => workAddress(readWorkView(asked), { find: '' }) },
  '/admin/tasks': { list: 'tasks', canonical: (asked) => tasksQuery(readTasksAsk(asked)) },
  '/admin/orders/flights': { list: 'flights', canonical: (asked) => deskAddress({ ...readDeskView(asked), after: null }) },
  '/admin/orders/flights/schedules': { list: 'schedules', canonical: (asked) => scheduleListAddress(readScheduleListView(asked)) },
  '/admin/orders/flights/quotes': { list: 'flight-quotes', canonical: (asked) => quoteListAddress(readQuoteListView(asked), { find: '' }) },
  '/admin/orders/refunds': { list: 'refunds', canonical: (asked) => refundListAddress(readRefundListView(asked)) },
  '/admin/orders/evisa': { list: 'evisa', canonical: (asked) => caseAddress(readCaseView(asked)) },
  ...Object.fromEntries(
    listedKinds.map((kind) => [
      bookingLists[kind].path,
      { list: kind, canonical: (asked: URLSearchParams) => bookingAddress(readBookingView(kind, asked)) },
    ]),
  ),
  '/admin/sticker-visa-management': { list: 'assisted', canonical: (asked) => stickerAddress(readStickerView(asked)) },
  '/admin/visa-compliance/stays': { list: 'visa-stays', canonical: (asked) => stayAddress(readStayView(asked)) },
  ...Object.fromEntries(
    inquiryQueueNames.map((queue) => [
      `/admin/inquiries/${queue}`,
      { list: `inquiries-${queue}` as const, canonical: (asked: URLSearchParams) => keptInquiryList(readInquiryAddress(queue, asked)) },
    ]),
  ),
  '/admin/customers': { list: 'customers', canonical: (asked) => customerAddress(readCustomerView(asked), { find: '' }) },
  '/admin/customers/companies': short('companies', companyList),
  '/admin/tickets': { list: 'tickets', canonical: (asked) => keptTicketList(readTicketView(asked)) },
  '/admin/loyalty': { list: 'loyalty', canonical: (asked) => memberListAddress(readMemberView(asked), { find: '' }) },
  '/admin/loyalty/vouchers': unnamed('loyalty-vouchers', voucherList),
  '/admin/reviews': { list: 'reviews', canonical: (asked) => deskQuery(readReviewView(asked), { find: '' }) },
  '/admin/notifications': { list: 'mails', canonical: (asked) => keptMailList(readMailView(asked)) },
  '/admin/notifications/templates': short('mail-templates', templateList),
  '/admin/notifications/campaigns': short('campaigns', campaignList),
  '/admin/feedback': { list: 'feedback', canonical: (asked) => feedbackAddress(readFeedbackView(asked), { find: '' }) },
  '/admin/flight-supply/own-fares': short('own-fares', allotmentList),
  '/admin/flight-supply/deals': short('flight-deals', dealList),
  '/admin/supply/flights/supplier-register': short('suppliers', supplierList),
  '/admin/supply/holiday-packages': short('tours', tourList),
  '/admin/supply/holiday-packages/departures': short('tour-departures', departureList),
  '/admin/supply/activities': short('activities', activityList),
  '/admin/api-keys': short('api-keys', apiKeyList),
  '/admin/privacy-requests': unnamed('privacy-requests', privacyList),
  '/admin/notifications/suppressed': unnamed('suppressions', suppressionList),
  '/admin/flight-supply/disruptions': short('disruptions', disruptionList),
  '/admin/partners': short('partners', partnerList),
  '/admin/invoices/unmatched': short('unmatched', unmatchedList),
  '/admin/invoices/credit': short('store-credit', creditList),
  '/admin/hr/asset-management/charges': unnamed('asset-charges', chargeList),
  '/admin/tickets/macros': short('ticket-macros', macroList),
  '/admin/visa-management': short('visa-offers', offerList),
  '/admin/visa-compliance/authorities': short('visa-authorities', authorityList),
  '/admin/supply/staycations': short('houses', stayList),
  '/admin/consultations/list': unnamed('calls', callList),
  '/admin/pricing-engine': { list: 'pricing-rules', canonical: (asked) => ruleQuery(readRuleView(asked)) },
  '/admin/pricing-engine/experiments': short('price-experiments', experimentList),
  '/admin/currency-settings/history': short('rate-history', rateHistoryList),
  '/admin/analytics/flights/funnel': short('flight-funnel', flightFunnelList),
  '/admin/invoices': { list: 'invoices', canonical: (asked) => invoiceAddress(readInvoiceView(asked)) },
  '/admin/invoices/bank': { list: 'bank-lines', canonical: (asked) => bankAddress(readBankView(asked)) },
  '/admin/invoices/disputes': short('disputes', disputeList),
  '/admin/recruitment': { list: 'requisitions', canonical: (asked) => requisitionsQuery(readRequisitionsView(asked)) },
  '/admin/job-postings': { list: 'job-postings', canonical: (asked) => postingsQuery(readPostingsView(asked)) },
  '/admin/job-applications': { list: 'job-applications', canonical: (asked) => viewQueryOf(readApplicationView(asked)) },
  '/admin/interview-scheduling': { list: 'interviews', canonical: (asked) => interviewsQuery(readInterviewsView(asked)) },
  '/admin/hr/asset-management': { list: 'assets', canonical: (asked) => assetsQuery(readAssetsView(asked)) },
  '/admin/users': { list: 'staff', canonical: (asked) => staffQuery(readUsersView(asked)) },
  '/admin/audit-log': { list: 'audit-log', canonical: (asked) => auditQuery({ ...readAuditView(asked), address: '', before: null }) },
};
