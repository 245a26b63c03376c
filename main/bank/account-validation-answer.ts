/**
 * Reads whatever came back to a validation. Never throws: what is not an answer of the document becomes
 * a case of its own, unknown fields and codes stay as they came (P6; traps 15, 20, 23, 24, 25, 30, 33, 40).
 */
import {
  matchFields,
  type AccountReading,
  type BankMessage,
  type MatchField,
  type ValidationOutcome,
} from '../../preload/contract/account-validation.ts'

/** An answer as the transport hands it over. */
export interface AnswerText {
  readonly status: number
  readonly contentType: string | null
  readonly body: string
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path of names, or undefined where a step is not an object. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((here, name) => (isObject(here) ? here[name] : undefined), value)
}

/** Text as it came; numbers and truth as JSON writes them; blank, null and absent alike are null. */
function text(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  return written.trim() === '' ? null : written
}

/** The first of several spellings that holds something (traps 24 and 25). */
const first = (object: unknown, ...names: string[]): string | null =>
  names.map((name) => text(at(object, name))).find((value) => value !== null) ?? null

const readFields = new Set([
  'errorCode',
  'systemRecordId',
  'primaryId',
  'secondaryId',
  'secondaryID',
  'additionalId',
  'additionalID',
  'routingNumber',
  'accountNumber',
  'feeAttrib',
  'AcctOwner.conditionCode',
  'AcctOwner.overallMatchScore',
  ...Object.keys(matchFields).map((field) => `AcctOwner.${field}`),
  'AcctStatus.primaryStatusCode',
  'AcctStatus.primMessage',
  'Client.userDefined',
  'Client.UserDef',
  // Deprecated and never defined: ignored (trap 40).
  'mdmId',
])

/** Every leaf of the Result that no field above has read, by its path. */
function unread(value: unknown, path = ''): { path: string; value: string }[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, inner]) =>
      unread(inner, path === '' ? name : `${path}.${name}`),
    )
  }
  const written = text(value)
  return written === null || readFields.has(path) ? [] : [{ path, value: written }]
}

function matchesOf(owner: unknown): AccountReading['matches'] {
  const found = (Object.keys(matchFields) as MatchField[]).flatMap((field) => {
    const letter = text(at(owner, field))
    return letter === null ? [] : [[field, letter] as const]
  })
  return Object.fromEntries(found)
}

function readResult(result: Json): AccountReading {
  const owner = result['AcctOwner']
  return {
    errorCode: first(result, 'errorCode'),
    accountStatus: {
      code: text(at(result, 'AcctStatus', 'primaryStatusCode')),
      message: text(at(result, 'AcctStatus', 'primMessage')),
    },
    conditionCode: first(owner, 'conditionCode'),
    overallMatchScore: first(owner, 'overallMatchScore'),
    matches: matchesOf(owner),
    systemRecordId: first(result, 'systemRecordId'),
    primaryId: first(result, 'primaryId'),
    secondaryId: first(result, 'secondaryId', 'secondaryID'),
    additionalId: first(result, 'additionalId', 'additionalID'),
    routingNumber: first(result, 'routingNumber'),
    accountNumber: first(result, 'accountNumber'),
    feeAttrib: first(result, 'feeAttrib'),
    userDefined: first(result['Client'], 'userDefined', 'UserDef'),
    other: unread(result),
  }
}

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The Result in a success, or nested in the error envelope (trap 23). */
function resultIn(json: unknown): Json | undefined {
  const places = [
    at(json, 'accountValidationResponse', 'AOAResponse', 'Result'),
    at(json, 'ServiceError', 'AOAResponse', 'Result'),
    at(json, 'ServiceError', 'accountValidationResponse', 'AOAResponse', 'Result'),
  ]
  return places.find(isObject)
}

const message = (code: unknown, words: unknown): BankMessage[] => {
  const said = { code: text(code), text: text(words) }
  return said.code === null && said.text === null ? [] : [said]
}

/** What an error envelope says, in any of its forms (trap 15). */
function messagesIn(json: unknown): BankMessage[] {
  const error = at(json, 'ServiceError')
  const faults = [error, at(json, 'errorResponse')].flatMap((holder) =>
    ['businessFault', 'systemFault'].flatMap((kind) => {
      const list = at(holder, kind)
      return Array.isArray(list) ? (list as unknown[]) : []
    }),
  )
  const isPlain = error !== undefined && !isObject(error)
  return [
    ...message(null, at(json, 'ErrorMessage')),
    ...(isPlain ? message(null, error) : []),
    ...message(
      at(error, 'error', 'code'),
      at(error, 'error', 'description') ?? at(error, 'error', 'title'),
    ),
    ...message(at(error, 'code'), at(error, 'message')),
    ...message(null, at(error, 'ConnectError')),
    ...faults.flatMap((fault) => message(at(fault, 'errorCode'), at(fault, 'errorDescription'))),
  ]
}

function unreadableWhy({ body, contentType }: AnswerText): 'empty' | 'html' | 'not-json' {
  if (body.trim() === '') return 'empty'
  const isHtml = (contentType ?? '').includes('html') || /^\s*</.test(body)
  return isHtml ? 'html' : 'not-json'
}

/**
 * Reads an answer of either version.
 *
 * @returns `answered` for a 2xx with a Result (299 carries warnings, trap 20), `refused` for any other
 *   status that says something in JSON, `unreadable` for everything else. A 400 with nothing in it is
 *   refused without a word.
 */
export function readAnswer(answer: AnswerText): ValidationOutcome {
  const { status } = answer
  const json = parsed(answer.body)
  const succeeded = status >= 200 && status < 300
  const result = resultIn(json)
  if (succeeded && result) {
    return { kind: 'answered', status, reading: readResult(result), warnings: messagesIn(json) }
  }
  if (succeeded) {
    return { kind: 'unreadable', status, why: isObject(json) ? 'no-result' : unreadableWhy(answer) }
  }
  if (json === undefined && answer.body.trim() !== '') {
    return { kind: 'unreadable', status, why: unreadableWhy(answer) }
  }
  return {
    kind: 'refused',
    status,
    reading: result ? readResult(result) : null,
    messages: messagesIn(json),
  }
}
