/** All rules the practice bank checks, each with its title and source. */
import { alertBreachRules } from './alerts/breach-rules.ts'
import { achBreachRules } from './ach/breach-rules.ts'
import { paymentBreachRules } from './payments/breach-rules.ts'

const limits = 'Platform Specification, Limits'
const headers = 'Platform Specification, Shared identifiers and headers'
const endpoints = 'Platform Specification, Endpoints'
const token = 'Platform Specification, Token'
const partner = 'Platform Specification, Authentication 6'
const tokenLife = 'Platform Specification, Authentication 5'
const inquiry = 'Account Validation and ACH Inquiry Specification, Account validation request'
const owner = 'Account Validation and ACH Inquiry Specification, AcctOwner fields'

export const breachRules = {
  'rate-exceeded': ['More than five calls within a second', limits],
  'pause-broken': ['A call within two minutes of a 429', 'Platform Specification, Limits'],
  'correlation-header-sent': ['The correlation id of answers sent as a request header', headers],
  'accept-missing': ['No header that accepts JSON', endpoints],
  'content-type-wrong': ['Wrong media type of the body', `${endpoints}; Errors, 415`],
  'route-unknown': ['A path that the document does not list', endpoints],
  'method-wrong': ['A method that the path does not have', `${endpoints}; Errors, 405`],
  'bearer-missing': ['A call without its bearer token', endpoints],
  'bearer-unknown': ['A bearer token that the bank never issued', tokenLife],
  'bearer-expired': ['A bearer token older than 24 hours', tokenLife],
  'bearer-reused-after-401': [
    'A bearer token used again after the bank refused it',
    'Platform Specification, Errors, 401',
  ],
  'token-needless': ['Another token fetched within a minute of a live one', tokenLife],
  'token-scope-missing': ['The read scope missing from the query of the token call', token],
  'token-form-wrong': ['A form of the token call with other fields than id, key and grant', token],
  'token-credentials-wrong': [
    'Credentials of the token call wrong, or the two pairs mixed up',
    token,
  ],
  'partner-id-missing': ['A payment call without the partner client id', partner],
  'partner-id-wrong': ['Partner client id not as issued', partner],
  'partner-id-sent': ['Partner client id on a call that is no payment call', partner],
  'body-unreadable': ['A body that is not the documented nesting', inquiry],
  'field-unknown': ['A field that the document does not list', inquiry],
  'field-deprecated': ['A deprecated field sent', inquiry],
  'field-of-other-version': ['A field spelled as in another version or case', inquiry],
  'field-empty': ['An empty field sent instead of left out', owner],
  'field-type': ['A field that is not a string', inquiry],
  'field-missing': ['A required field missing', inquiry],
  'field-format': ['A field against its format or length', owner],
  'service-type-wrong': ['The type of service is not exactly Owner', inquiry],
  'client-id-wrong': ['Secondary or additional id not as issued', inquiry],
  'names-incomplete': ['First and last name not together', owner],
  'names-both-kinds': ['Person and business in one inquiry of version 2', owner],
  'names-none': ['Owner fields without any name in version 2', owner],
  ...achBreachRules,
  ...paymentBreachRules,
  ...alertBreachRules,
} as const satisfies Record<string, readonly [title: string, source: string]>
export type BreachRule = keyof typeof breachRules
