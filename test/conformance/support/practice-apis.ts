/**
 * The real client and all its APIs with a real practice bank over mutual TLS, for one row of the
 * conformance suite. A test ends by settling this setup, and fails for every breach that the bank
 * recorded and the test did not expect.
 */
import { randomUUID } from 'node:crypto'
import { createAccountValidation } from '../../../main/bank/apis/account-validation.ts'
import { createAchInquiry } from '../../../main/bank/apis/ach-inquiry.ts'
import { createAchOrigination } from '../../../main/bank/apis/ach-origination.ts'
import { createBankClient, type BankClient } from '../../../main/bank/bank-client.ts'
import type { RowNumberPlace } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { BankCallRecord } from '../../../main/bank/call-record.ts'
import { createPayments } from '../../../main/bank/apis/payments.ts'
import { openRateBudget, type RateBudget } from '../../../main/bank/client/budget/rate-budget.ts'
import { createReports } from '../../../main/bank/apis/reports.ts'
import { systemClock, type Clock } from '../../../main/platform/clock.ts'
import { issue, type Enrolment } from '../../../main/practice/enrolment.ts'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { makePracticePki } from '../../../main/practice/practice-pki.ts'
import { MemoryOfTest } from '../../unit/bank/support/rate-memory.ts'

/**
 * A bank clock that advances a second with every read, so that only rate tests reach the rate
 * limit. Starts at noon of a fixed banking day: tests name days, and the day they run on changes
 * nothing.
 */
export class HurryingClock implements Clock {
  readonly #startMs = Date.parse('2026-11-23T12:00:00Z')
  #ms = 0
  now = (): Date => new Date(this.#startMs + this.#ms)
  monotonicMs = (): number => {
    this.#ms += 1_000
    return this.#ms
  }
  /** Lets time pass at the bank. */
  pass(ms: number): void {
    this.#ms += ms
  }
}

export interface PracticeApis extends AsyncDisposable {
  readonly control: PracticeControl
  readonly clock: HurryingClock
  readonly enrolment: Enrolment
  readonly client: BankClient
  readonly budget: RateBudget
  readonly records: readonly BankCallRecord[]
  /** The client's waits before each retry. */
  readonly waits: readonly number[]
  readonly validation: ReturnType<typeof createAccountValidation>
  readonly inquiry: ReturnType<typeof createAchInquiry>
  readonly origination: ReturnType<typeof createAchOrigination>
  readonly payments: ReturnType<typeof createPayments>
  readonly reports: ReturnType<typeof createReports>
  /** The bank's date. */
  today(): string
  /** The date `days` later, or earlier for a negative count. */
  daysLater(days: number): string
  /** The record of the latest call of a purpose. */
  latest(purpose: string): BankCallRecord
  /**
   * Declares that the test breaks this rule on purpose. `settle` fails if the breach did not
   * happen.
   */
  expectBreach(rule: string): void
  /** The rules that were broken so far. */
  broken(): Promise<readonly string[]>
  /** Rejects for a breach that was not expected, and for an expected one that did not happen. */
  settle(): Promise<void>
}

const dayMs = 86_400_000
/** Created once for a file, because key generation is slow. */
const pki = makePracticePki(new Date())

const unexpected = (broken: readonly string[], expected: readonly string[]): string[] => [
  ...broken.filter((one) => !expected.some((rule) => one.startsWith(`${rule} on `))),
  ...expected
    .filter((rule) => !broken.some((one) => one.startsWith(`${rule} on `)))
    .map((rule) => `${rule} was expected and not broken`),
]

/** Opens a bank, a client and its APIs. */
export async function openPracticeApis(rowNumbers: RowNumberPlace = 'body'): Promise<PracticeApis> {
  const clock = new HurryingClock()
  const bank = await openPracticeBank({ clock, identity: { pki: await pki, issued: issue() } })
  const control = connectPracticeBank(bank.controlUrl)
  const { secondaryId, additionalId, partnerClientId, ...connection } = bank.enrolment
  const records: BankCallRecord[] = []
  const waits: number[] = []
  const expected: string[] = []
  const budget = await openRateBudget({
    clock: systemClock,
    memory: new MemoryOfTest(),
    share: 1_000,
  })
  const client = createBankClient({
    connection,
    budget,
    clock: systemClock,
    newId: randomUUID,
    record: (call) => {
      records.push(call)
      return Promise.resolve()
    },
  })
  const wait = (ms: number): Promise<void> => {
    waits.push(ms)
    return Promise.resolve()
  }
  const daysLater = (days: number): string =>
    new Date(clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)
  const partner = () => partnerClientId
  const broken = async () =>
    (await control.breaches()).map(
      ({ rule, operation, detail }) => `${rule} on ${operation}: ${detail}`,
    )
  return {
    control,
    clock,
    enrolment: bank.enrolment,
    client,
    budget,
    records,
    waits,
    validation: createAccountValidation({
      client,
      ids: () => ({ secondaryId, additionalId }),
      v2Path: () => '/accounts/validations/v2/verifyAccount',
    }),
    inquiry: createAchInquiry({ client, today: () => daysLater(0), rowNumbers, wait }),
    origination: createAchOrigination({ client, wait }),
    payments: createPayments({ client, partnerClientId: partner, wait }),
    reports: createReports({ client, partnerClientId: partner, rowNumbers, wait }),
    today: () => daysLater(0),
    daysLater,
    latest: (purpose) => {
      const found = records.findLast((record) => record.purpose === purpose)
      if (!found) throw new Error(`no call for ${purpose}`)
      return found
    },
    expectBreach: (rule) => expected.push(rule),
    broken,
    settle: async () => {
      const wrong = unexpected(await broken(), expected)
      if (wrong.length > 0) throw new Error(`The bank's breach book: ${wrong.join('; ')}`)
    },
    [Symbol.asyncDispose]: async () => {
      budget.close()
      await client.close()
      await control.close()
      await bank.close()
    },
  }
}

/** Runs one test with its own setup, and settles it. */
export async function withPracticeApis(
  test: (apis: PracticeApis) => Promise<void>,
  rowNumbers?: RowNumberPlace,
): Promise<void> {
  await using apis = await openPracticeApis(rowNumbers)
  await test(apis)
  await apis.settle()
}
