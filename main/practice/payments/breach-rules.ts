/** The rules the practice bank checks on wire and RTP payments, and on reports. */
const body = 'Wire/RTP Payments and ACH Origination Specification, Payment request body'
const party = 'Wire/RTP Payments and ACH Origination Specification, Payment chain'
const paging = 'Platform Specification, Pagination controls'

export const paymentBreachRules = {
  'payment-body-unreadable': ['A payment body that is not one JSON object', body],
  'payment-field-missing': ['A required field of a payment missing', body],
  'payment-field-unknown': ['A payment field that the document does not list', body],
  'payment-field-type': ['A payment field of another type than documented', body],
  'payment-field-length': ['A payment field over its length', body],
  'payment-field-format': ['A payment field against its format', body],
  'payment-type-wrong': ['A type that the requested service does not have', body],
  'payment-amount-wrong': ['An amount that is not in the format of its currency', body],
  'payment-custom-data': ['A reference with more than letters and digits', body],
  'payment-address-empty': ['An address field without a character', party],
  'participant-paging-missing': ['No limit or start in the request for participants', paging],
  'participant-paging-wrong': ['A limit or start for participants that is no count', paging],
  'report-body-unreadable': ['A report body that is not one JSON object', paging],
  'report-paging-wrong': ['Rows or pages of a report outside their bounds', paging],
  'report-dates-wrong': ['Dates of a report that are none, or the wrong way round', paging],
  'report-range-wide': [
    'A previous-day report over more than 90 days',
    'Platform Specification, Limits',
  ],
} as const satisfies Record<string, readonly [string, string]>
