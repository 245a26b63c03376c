/** The real client before a real practice bank, with every API of it, for one row of the conformance suite. */
import { randomUUID } from 'node:crypto'
import { createAccountValidation } from '../../../main/bank/account-validation.ts'
import { createAchInquiry } from '../../../main/bank/ach-inquiry/ach-inquiry.ts'
import { createAchOrigination } from '../../../main/bank/ach-origination.ts'
import { createBankClient, type BankClient } from '../../../main/bank/bank-client.ts'
import type { BankCallRecord } from '../../../main/bank/call-record.ts'
import { createPayments } from '../../../main/bank/payments.ts'
import { openRateBudget, type RateBudget } from '../../../main/bank/rate-budget.ts'
import { createReports } from '../../../main/bank/reports.ts'
import { systemClock, type Clock } from '../../../main/clock.ts'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import type { Enrolment } from '../../../main/practice/enrolment.ts'
import { MemoryOfTest } from '../../unit/bank/parts/rate-memory.ts'

/** A bank's clock on which a second passes with every look, so that only rate tests meet the rate limit. */
class HurryingClock implements Clock {
  #ms = 0
  now = (): Date => new Date(Date.now() + this.#ms)
  monotonicMs = (): number => {
    this.#ms += 1_000
    return this.#ms
  }
}

export interface PracticeDesk extends AsyncDisposable {
  readonly control: PracticeControl
  readonly enrolment: Enrolment
  readonly client: BankClient
  readonly budget: RateBudget
  readonly records: readonly BankCallRecord[]
  readonly validation: ReturnType<typeof createAccountValidation>
  readonly inquiry: ReturnType<typeof createAchInquiry>
  readonly origination: ReturnType<typeof createAchOrigination>
  readonly payments: ReturnType<typeof createPayments>
  readonly reports: ReturnType<typeof createReports>
  /** The rules that were broken so far; a row ends with none. */
  broken(): Promise<readonly string[]>
}

/** Today as the practice bank has it. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Opens a bank, a client and its APIs. */
export async function openPracticeDesk(): Promise<PracticeDesk> {
  const bank = await openPracticeBank({ clock: new HurryingClock() })
  const control = connectPracticeBank(bank.controlUrl)
  const { secondaryId, additionalId, partnerClientId, ...connection } = bank.enrolment
  const records: BankCallRecord[] = []
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
  return {
    control,
    enrolment: bank.enrolment,
    client,
    budget,
    records,
    validation: createAccountValidation({
      client,
      ids: () => ({ secondaryId, additionalId }),
      v2Path: () => '/accounts/validations/v2/verifyAccount',
    }),
    inquiry: createAchInquiry({ client, today }),
    origination: createAchOrigination({ client }),
    payments: createPayments({ client, partnerClientId: () => partnerClientId }),
    reports: createReports({ client, partnerClientId: () => partnerClientId }),
    broken: async () =>
      (await control.breaches()).map(
        ({ rule, operation, detail }) => `${rule} on ${operation}: ${detail}`,
      ),
    [Symbol.asyncDispose]: async () => {
      budget.close()
      await client.close()
      await control.close()
      await bank.close()
    },
  }
}
