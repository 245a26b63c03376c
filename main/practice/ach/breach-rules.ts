/** The rules the practice bank checks on ACH inquiry and ACH origination. */
const two = 'Account Validation and ACH Inquiry Specification'
const list = `${two}, POST /accounts/transactions/v1/ach/list`
const earlier = `${two}, Earlier ACH inquiry endpoints`
const three = 'Wire/RTP Payments and ACH Origination Specification'
const origination = `${three}, ACH origination request`

export const achBreachRules = {
  'ach-body-unreadable': [
    'An ACH body that is not JSON or not in its documented object',
    `${earlier}; ${origination}`,
  ],
  'ach-field-unknown': ['An ACH field that the document does not list', `${list}; ${origination}`],
  'ach-field-missing': ['A required ACH field missing', `${list}; ${earlier}; ${origination}`],
  'ach-field-type': [
    'An ACH field of another type than documented',
    `${list}, Body fields (all strings)`,
  ],
  'ach-array-or-text': [
    'An array where the path takes a text, or a text where it takes an array',
    earlier,
  ],
  'ach-field-format': [
    'An ACH field against its format, length or allowed values',
    `${list}; ${earlier}; ${origination}`,
  ],
  'ach-dates-wrong': [
    'Dates in the future, in the wrong order, or further apart or further back than allowed',
    `${list}; ${earlier}`,
  ],
  'ach-amounts-wrong': [
    'A minimum above its maximum, or a maximum above one billion dollars',
    list,
  ],
  'ach-page-wrong': [
    'A page below 1, or a page size outside 1 to 1000',
    `${list}; Platform Specification, Pagination controls`,
  ],
  'ach-rows-wrong': ['Rows that do not start at 1 or run backwards', earlier],
  'ach-rows-too-many': ['More than 1000 rows requested in one call', `${two}, Errors, ECA-W-002`],
  'ach-sec-code-wrong': ['The SEC code is not that of the path', origination],
  'ach-field-of-other-sec': [
    'A field of another SEC code than that of the path',
    `${three}, details[] entry fields`,
  ],
  'ach-effective-date-wrong': ['An effective date more than 31 days away', `${three}, Limits`],
  'ach-custom-data-wrong': [
    'A batch reference that is not up to 500 letters and digits',
    origination,
  ],
  'ach-uuid-wrong': [
    'An id in the addenda request that is not up to 45 letters and digits',
    `${three}, Addenda status request`,
  ],
} as const satisfies Record<string, readonly [string, string]>
