/**
 * Account ownership validation: queries the bank, saves the answer, and finds it again. The owner's
 * SSN, date of birth and id number pass through and are never stored (bank note 39).
 */
import {
  maskedAccount,
  sameAccount,
  sameRouting,
} from '../../../preload/contract/kernel/account-number.ts'
import type {
  AccountInquiry,
  OwnerField,
  AccountAnswer,
} from '../../../preload/contract/bank/account-validation.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { maskedName } from '../../../preload/contract/domain/owner-name.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { resultClassOf } from '../../../preload/contract/domain/validation-reading.ts'
import {
  validationLine,
  type ValidationLine,
  type ValidationListRequest,
  type ValidationRecord,
} from '../../../preload/contract/api/validation-record.ts'
import type { AccountValidationApi, VerifiedAccount } from '../../bank/apis/account-validation.ts'
import type { Clock } from '../../platform/clock.ts'
import { InFlight } from '../../platform/in-flight.ts'
import { fieldsOf } from '../../store/named-row.ts'
import type { Store } from '../../store/store.ts'
import { sentFields, prepareValidation } from '../save-validation.ts'
import { recordMask, maskAnswer } from './masking.ts'
import {
  findValidation,
  listValidations,
  withCall,
  type FoundValidation,
  type ValidationRow,
} from './validation.records.ts'
import { saveValidation } from './validation-jobs.ts'
import { storedAnswer } from '../stored-answer.ts'

export interface ValidationDeps {
  readonly store: Store
  readonly api: () => Pick<AccountValidationApi, 'verify'> | undefined
  readonly pausedUntil: () => Date | null
  readonly v2Path: () => string | null
  readonly threshold: () => number
  readonly operatorName: (id: string) => string
  readonly clock: Clock
  readonly newId: () => string
}

type SubmitFailure =
  | Failure<'bank-not-running'>
  | Failure<'rate-paused'>
  | Failure<'version-not-configured'>

export interface ValidationService {
  submit(
    inquiry: AccountInquiry,
    operator: Operator,
  ): Promise<Result<ValidationRecord, SubmitFailure>>
  list(
    request: ValidationListRequest,
  ): Promise<{ items: ValidationLine[]; next: string | null; total: number }>
  get(id: string): Promise<Result<ValidationRecord, Failure<'not-found'>>>
  /** Resolves when no query is in flight. */
  settled(): Promise<void>
  /** Returns the record with account and owner unmasked; the operator who looked is recorded. */
  reveal(id: string, operator: Operator): Promise<Result<ValidationRecord, Failure<'not-found'>>>
}

/** Returns whether the account and bank in the answer are those of the request (bank note 36). */
export function answersAbout(
  row: Pick<ValidationRow, 'account_number' | 'routing_number'>,
  answer: AccountAnswer,
): ValidationRecord['answersAbout'] {
  const reading = 'reading' in answer ? answer.reading : null
  if (!reading || (reading.accountNumber === null && reading.routingNumber === null)) {
    return 'not-stated'
  }
  const sameNumber =
    reading.accountNumber === null || sameAccount(reading.accountNumber, row.account_number)
  const sameBank =
    reading.routingNumber === null || sameRouting(reading.routingNumber, row.routing_number)
  return sameNumber && sameBank ? 'the-account' : 'another-account'
}

/** Returns a function that masks the accounts and the owner that the record may name. */
function maskOf(found: FoundValidation, answer: AccountAnswer): (text: string) => string {
  const reading = 'reading' in answer ? answer.reading : null
  return recordMask({
    accountNumber: found.account_number,
    accountInAnswer: reading?.accountNumber ?? null,
    owner: { name: found.owner_name, requestBody: found.call?.requestBody ?? null },
  })
}

/** Bytes that are not text cannot be masked, so they are returned only with the unmasked record. */
function bodyOf(
  call: NonNullable<FoundValidation['call']>,
  reveal: boolean,
  mask: (text: string) => string,
): string | null {
  if (call.body === null) return null
  if (call.isBase64) return reveal ? call.body : null
  return mask(call.body)
}

const openFields = validationLine.omit({ account: true, ownerName: true })

export function createValidationService(deps: ValidationDeps): ValidationService {
  const { store, clock } = deps

  const asLine = (row: ValidationRow, answer = storedAnswer(row)): ValidationLine => ({
    ...fieldsOf(row, openFields),
    operator: deps.operatorName(row.actor),
    account: maskedAccount(row.account_number),
    ownerName: maskedName(row.owner_name),
    resultClass: resultClassOf(answer, deps.threshold()),
  })

  const asRecord = (found: FoundValidation, reveal: boolean): ValidationRecord => {
    const answer = storedAnswer(found)
    const mask = reveal ? (text: string): string => text : maskOf(found, answer)
    return {
      ...asLine(found, answer),
      ...(reveal && { account: found.account_number, ownerName: found.owner_name }),
      fieldsSent: JSON.parse(found.fields_sent) as OwnerField[],
      ssnDigits: found.ssn_digits,
      userDefined: found.user_defined === null ? null : mask(found.user_defined),
      answer: reveal ? answer : maskAnswer(answer, mask),
      answersAbout: answersAbout(found, answer),
      correlationId: found.correlation_id,
      raw: found.call && {
        status: found.call.status,
        headers: found.call.headers.map(({ name, value }) => ({ name, value: mask(value) })),
        body: bodyOf(found.call, reveal, mask),
        isBase64: found.call.isBase64,
        tookMs: found.call.tookMs,
      },
    }
  }

  const submitBlocker = (inquiry: AccountInquiry): SubmitFailure | undefined => {
    if (inquiry.apiVersion === 'v2' && deps.v2Path() === null) {
      return { code: 'version-not-configured', version: 'v2' }
    }
    const until = deps.pausedUntil()
    return until ? { code: 'rate-paused', until: until.toISOString() } : undefined
  }

  const save = async (
    inquiry: AccountInquiry,
    verified: VerifiedAccount,
    operator: Operator,
  ): Promise<FoundValidation> => {
    const at = clock.now().toISOString()
    const by = { id: deps.newId(), at, actor: operator.id }
    const { row, act } = prepareValidation(inquiry, verified, by)
    return withCall(row, await store.work(saveValidation, { row, act, at }))
  }

  const underWay = new InFlight()
  const validate: ValidationService['submit'] = async (inquiry, operator) => {
    const api = deps.api()
    if (!api) return err({ code: 'bank-not-running' })
    const refusal = submitBlocker(inquiry)
    if (refusal) return err(refusal)
    const detail = {
      routingNumber: inquiry.routingNumber,
      account: maskedAccount(inquiry.accountNumber),
      fields: sentFields(inquiry),
    }
    await store.note({
      actor: operator.id,
      kind: 'validation.requested',
      subject: inquiry.apiVersion,
      detail,
    })
    // Fails at once during a pause, because an operator waits at the screen.
    const callOptions = { actor: operator.id, whenPaused: 'fail' } as const
    const stored = await save(inquiry, await api.verify(inquiry, callOptions), operator)
    return ok(asRecord(stored, false))
  }

  return {
    settled: () => underWay.settled(),

    submit: (inquiry, operator) => underWay.add(validate(inquiry, operator)),

    async list(request) {
      const { rows, next, total } = await listValidations(
        store,
        request,
        deps.threshold(),
        deps.operatorName,
      )
      return { items: rows.map((row) => asLine(row)), next, total }
    },

    async get(id) {
      const found = await findValidation(store, id)
      return found ? ok(asRecord(found, false)) : err({ code: 'not-found' })
    },

    async reveal(id, operator) {
      const found = await findValidation(store, id)
      if (!found) return err({ code: 'not-found' })
      await store.note({ actor: operator.id, kind: 'validation.revealed', subject: id, detail: {} })
      return ok(asRecord(found, true))
    },
  }
}
