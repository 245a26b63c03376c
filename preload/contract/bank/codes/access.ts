/** Codes of access, health and HTTP, shared by all APIs. */
import { codeFamily, fromBank, meaningNotShown } from './code-family.ts'

const connectError = 'The answer contains a connection error.'

export const accessFamilies = [
  codeFamily({
    id: 'token-scope',
    topic: 'Access',
    title: 'Token scopes',
    fields: ['scope'],
    explanation: 'Granted with an access token, separated by spaces. Values seen.',
    entries: fromBank('Platform Specification, Access token response', [
      ['apiauth-read', meaningNotShown],
      ['apiauth-write', meaningNotShown],
      ['rs-create', meaningNotShown],
      ['rs-delete', meaningNotShown],
      ['rs-oauth', meaningNotShown],
      ['rs-read', meaningNotShown, 'The scope requested for a token.'],
      ['rs-update', meaningNotShown],
      ['rs-write', meaningNotShown],
    ]),
  }),
  codeFamily({
    id: 'health-source',
    topic: 'Access',
    title: 'Health check source',
    fields: ['Source'],
    explanation: 'How far a health check went.',
    entries: fromBank('Platform Specification, Health checks', [
      ['Gateway', meaningNotShown],
      ['Roundtrip', 'A response from the farthest system involved'],
    ]),
  }),
  codeFamily({
    id: 'http-status',
    topic: 'Access',
    title: 'HTTP status of the bank',
    fields: [],
    explanation:
      'The conditions in the documents. They do not show by themselves whether a payment was made.',
    entries: [
      ...fromBank('Account Validation and ACH Inquiry Specification, Endpoints', [
        ['200', 'Success', 'The call itself succeeded; its result is in the body.'],
      ]),
      ...fromBank('Account Validation and ACH Inquiry Specification, Errors', [
        ['299', 'Request processed with warnings'],
      ]),
      ...fromBank('Platform Specification, Errors', [
        [
          '400',
          'Invalid request or missing mandatory data; body can carry API-specific error data',
          'In the ACH list it also means that nothing matched.',
        ],
        ['401', 'Request unauthorized; valid credentials needed'],
        ['403', 'Access forbidden (including a denied client IP)'],
        [
          '404',
          'Resource not found',
          'Soon after a time-out, this does not prove that nothing exists.',
        ],
        ['405', 'Method not allowed'],
        ['415', 'Media type not allowed'],
        [
          '429',
          'Request threshold reached; resubmit later',
          'At least two minutes without calls, on all APIs.',
        ],
        ['500', 'Runtime or backend error'],
        ['502', 'Connectivity error with a downstream service', connectError],
        ['503', 'Service unavailable (no active targets)', connectError],
        ['504', 'Gateway timeout', connectError],
      ]),
    ],
  }),
] as const
