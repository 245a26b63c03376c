/**
 * Puts codes, statuses and fields into an answer that no table of the document has (bank notes 40
 * and 52).
 */
import { Refusal, type Reply } from './replies.ts'
import type { Operation } from './scenario.ts'

export type Json = Readonly<Record<string, unknown>>
const member = (body: unknown, name: string): Json =>
  ((body as Json | undefined)?.[name] ?? {}) as Json

/** Changes the Result of a validation answer. */
function withResult(body: object, change: (result: Json) => object): object {
  const result = member(member(member(body, 'accountValidationResponse'), 'AOAResponse'), 'Result')
  return { accountValidationResponse: { AOAResponse: { Result: change(result) } } }
}

const withUnknownValidation = (result: Json): object => ({
  ...result,
  mdmId: '00000000123',
  futureField: 'not in the document',
  AcctOwner: {
    ...member(result, 'AcctOwner'),
    conditionCode: '777',
    nameMatch: 'X',
    loyaltyMatch: 'Y',
  },
  AcctStatus: { primaryStatusCode: '888', primMessage: 'Under Observation' },
})

const codeName = /(?:code|status|^secCode)$/i

/** Returns an unlisted value in the form of the given one: 77, R77, X, UNDER_OBSERVATION. */
function unlisted(value: string): string {
  if (/^\d+$/.test(value)) return '7'.repeat(value.length)
  if (/^[A-Z]\d{2}$/.test(value)) return `${value.charAt(0)}77`
  return value.length <= 3 ? 'X'.repeat(value.length) : 'UNDER_OBSERVATION'
}

/** A number wrapped to preserve its digits is not an object to search. */
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !('rawJSON' in value)

/**
 * Adds a field to every object of an answer and changes its codes; of a list, only the first
 * element.
 */
function unknownIn(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    return (value as unknown[]).map((one, at) => (at === 0 ? unknownIn(one, name) : one))
  }
  if (isObject(value)) {
    const changed = Object.entries(value).map(([inner, one]) => [inner, unknownIn(one, inner)])
    return { ...Object.fromEntries(changed), futureField: 'not in the document' }
  }
  if (typeof value !== 'string' || value === '') return value
  return codeName.test(name) ? unlisted(value) : value
}

/**
 * Returns the answer with unknown codes and fields; for a validation, those that change its
 * meaning.
 */
export const withUnknownCodes = (body: object, operation: Operation): object =>
  operation === 'validation'
    ? withResult(body, withUnknownValidation)
    : (unknownIn(body, '') as object)

const notListed = 'A code that the document does not list'

function withErrorMessages(body: object): object {
  const errorMessages = [{ code: 'ACH-555', moreInfo: notListed }]
  if (!('batch' in body)) return { ...body, errorMessages }
  return { ...body, batch: { ...member(body, 'batch'), errorMessages } }
}

/** Returns the answer with an unlisted error code, where answers of this API have one. */
export function withUnknownError(
  reply: Reply,
  body: object,
  operation: Operation,
): Reply | Refusal {
  switch (operation) {
    case 'validation':
      return { ...reply, body: withResult(body, (result) => ({ ...result, errorCode: '555' })) }
    case 'payments': {
      const error = { code: 'SVC-5555', title: 'Not listed', description: notListed }
      return { ...reply, body: { ...body, error } }
    }
    case 'ach-origination':
      return { ...reply, body: withErrorMessages(body) }
    case 'ach-inquiry':
    case 'reports':
      return new Refusal(400, {
        customStatus: 'F',
        errorCode: 'ECA-W-555',
        errorDescription: notListed,
      })
    case 'token':
    case 'health':
      return reply
  }
}
