/**
 * Reads any answer to a validation with the common parts of all answers. Never throws: an
 * undocumented answer becomes a case of its own, and unknown fields and codes stay as received
 * (Promise P6; bank notes 15, 20, 23, 24, 25, 30, 33, 40).
 */
import {
  matchFields,
  type AccountAnswer,
  type AccountReading,
  type MatchField,
} from '../../../preload/contract/bank/account-validation.ts'
import type { BankMessage } from '../../../preload/contract/bank/answers/bank-message.ts'
import {
  field,
  shape,
  type OtherField,
  type Reading,
  type ScalarField,
} from '../../../preload/contract/bank/answers/shape.ts'
import { within } from '../answers/envelope.ts'
import { readAnswer, type AnswerRules, type ReadableAnswer } from '../answers/read-answer.ts'
import { jsonObject } from '../answers/read-shape.ts'

const source = 'Account Validation and ACH Inquiry Specification, Account validation response'

const matches = Object.fromEntries(
  Object.keys(matchFields).map((name) => [name, field.code(name, 'validation-match')]),
) as Readonly<Record<MatchField, ScalarField>>

const owner = shape(source, {
  conditionCode: field.code('Condition', 'validation-condition'),
  overallMatchScore: field.text('Match score'),
  ...matches,
})
const status = shape(source, {
  primaryStatusCode: field.code('Account status', 'validation-status'),
  primMessage: field.text('Status in words'),
})
const client = shape(source, {
  clientDate: field.date('Client date', 'clientDate', 'ClientDt'),
  clientTime: field.time('Client time', 'clientTime', 'ClientTime'),
  userDefined: field.text('Your reference', 'userDefined', 'UserDef'),
})

/**
 * The Result of either version. `mdmId` is deprecated and never defined: it stays in the raw answer
 * (bank note 40).
 */
const resultShape = shape(
  source,
  {
    errorCode: field.code('Error code', 'validation-error'),
    systemRecordId: field.identifier('System record id'),
    primaryId: field.identifier('Primary id'),
    secondaryId: field.identifier('Secondary id', 'secondaryId', 'secondaryID'),
    additionalId: field.identifier('Additional id', 'additionalId', 'additionalID'),
    routingNumber: field.routing('Routing number'),
    accountNumber: field.account('Account number'),
    feeAttrib: field.code('Fee attribute', 'fee-attribute'),
    amount: field.amount('Amount'),
    serialNumber: field.identifier('Check serial number'),
    AcctOwner: field.group('Owner', owner),
    AcctStatus: field.group('Account status', status),
    Client: field.group('Client', client),
  },
  ['mdmId'],
)
type Result = Reading<typeof resultShape>

/** The Result in a success, or nested in the error envelope (bank note 23). */
const rules: AnswerRules = {
  place: (json) =>
    [
      within(json, 'accountValidationResponse', 'AOAResponse', 'Result'),
      within(json, 'ServiceError', 'AOAResponse', 'Result'),
      within(json, 'ServiceError', 'accountValidationResponse', 'AOAResponse', 'Result'),
    ].find((result) => jsonObject(result) !== undefined),
}

const below = (name: string, other: readonly OtherField[] = []): OtherField[] =>
  other.map(({ path, value }) => ({ path: `${name}.${path}`, value }))

function readingOf(result: Result): AccountReading {
  const { AcctOwner, AcctStatus, Client, other, ...plain } = result
  const { conditionCode = null, overallMatchScore = null } = AcctOwner ?? {}
  const found = (Object.keys(matchFields) as MatchField[]).flatMap((name) => {
    const letter = AcctOwner?.[name] ?? null
    return letter === null ? [] : [[name, letter] as const]
  })
  return {
    ...plain,
    accountStatus: {
      code: AcctStatus?.primaryStatusCode ?? null,
      message: AcctStatus?.primMessage ?? null,
    },
    conditionCode,
    overallMatchScore,
    matches: Object.fromEntries(found),
    clientDate: Client?.clientDate ?? null,
    clientTime: Client?.clientTime ?? null,
    userDefined: Client?.userDefined ?? null,
    other: [
      ...other,
      ...below('AcctOwner', AcctOwner?.other),
      ...below('AcctStatus', AcctStatus?.other),
      ...below('Client', Client?.other),
    ],
  }
}

/** The error code of the reading is shown in its own place and not again as a message. */
const messagesWithoutErrorCode = (
  messages: readonly BankMessage[],
  reading: AccountReading | null,
): BankMessage[] =>
  messages.filter(({ code, text }) => text !== null || code !== (reading?.errorCode ?? null))

/**
 * Reads an answer of either version: `answered` for a 2xx with a Result (a 299 carries warnings,
 * bank note 20). An empty 400 is `refused` without a message.
 */
export function readValidation(given: ReadableAnswer): AccountAnswer {
  const answer = readAnswer(resultShape, given, rules)
  switch (answer.kind) {
    case 'answered': {
      const reading = readingOf(answer.reading)
      return { ...answer, reading, warnings: messagesWithoutErrorCode(answer.warnings, reading) }
    }
    case 'nothing-found':
    case 'refused': {
      const reading = answer.reading && readingOf(answer.reading)
      return { ...answer, reading, messages: messagesWithoutErrorCode(answer.messages, reading) }
    }
    case 'not-understood':
    case 'no-answer':
    case 'not-sent':
      return answer
  }
}
