/**
 * A bulk service with a real store, a bank with made-up answers, and a store that fails on demand.
 */
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { problemOf } from '../../../../main/bank/answers/read-answer.ts'
import type { CallOptions } from '../../../../main/bank/call-options.ts'
import type { VerifiedAccount } from '../../../../main/bank/apis/account-validation.ts'
import { createBulkService, type BulkService } from '../../../../main/inquiry/bulk/bulk.service.ts'
import { systemClock } from '../../../../main/platform/clock.ts'
import { newId } from '../../../../main/platform/identifiers.ts'
import { Background } from '../../../../main/platform/in-flight.ts'
import type { SessionContext } from '../../../../main/profile/session-context.ts'
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { practiceKey } from '../../../../main/store/store-key.ts'
import { openStore, StoreError, type Store } from '../../../../main/store/store.ts'
import type {
  AccountAnswer,
  AccountInquiry,
  AccountReading,
} from '../../../../preload/contract/bank/account-validation.ts'
import type { BulkRun } from '../../../../preload/contract/api/bulk/run.ts'
import { newFolder, removeFolder } from '../../support/workstation.ts'
import { startStoreWorker } from '../../support/programs/programs.ts'

const around = (status: number) => ({
  beside: [],
  trace: {
    status,
    transactionId: null,
    namesPayment: false,
    correlationId: null,
    transactionTime: null,
  },
})
const readingWith = (part: Partial<AccountReading>): AccountReading => ({
  errorCode: '000',
  accountStatus: { code: '099', message: null },
  conditionCode: '000',
  overallMatchScore: '95',
  matches: {},
  systemRecordId: null,
  primaryId: null,
  secondaryId: null,
  additionalId: null,
  routingNumber: null,
  accountNumber: null,
  feeAttrib: null,
  userDefined: null,
  other: [],
  ...part,
})
/** An answer of an open account whose owner matches; `part` overrides fields. */
export const answered = (part: Partial<AccountReading>): AccountAnswer => ({
  kind: 'answered',
  reading: readingWith(part),
  warnings: [],
  ...around(200),
})
/** An answer that completes a row. */
export const matches = answered({})
/** A success whose body is not a validation. */
export const notUnderstood = (why: 'html' | 'empty' | 'not-json'): AccountAnswer => ({
  kind: 'not-understood',
  why,
  ...around(200),
})
/** A refusal that cannot be read, unless `unreadable` is null. */
export const refused = (
  status: number,
  unreadable: 'html' | 'empty' | null = 'html',
  errorCode: string | null = null,
): AccountAnswer => ({
  kind: 'refused',
  problem: status < 300 ? 'failed-in-success' : problemOf(status, []),
  unreadable,
  reading: errorCode === null ? null : readingWith({ errorCode }),
  messages: [],
  connectError: null,
  ...around(status),
})

/** The bank's reaction to each call; `requested` holds the accounts whose first byte was sent. */
export interface Bank {
  answer: (inquiry: AccountInquiry) => AccountAnswer | Promise<AccountAnswer>
  readonly requested: string[]
  /** A call waits for this before its turn. */
  before: () => Promise<unknown>
  /** Ends each call before it is made, as a missing path of v2 does. */
  problem: Error | null
}

async function verify(
  bank: Bank,
  inquiry: AccountInquiry,
  callOptions: CallOptions | string,
): Promise<VerifiedAccount> {
  if (bank.problem) throw bank.problem
  try {
    await bank.before()
    if (typeof callOptions !== 'string') await callOptions.beforeSending?.()
  } catch {
    return { answer: { kind: 'not-sent', reason: 'cancelled' }, callId: null }
  }
  bank.requested.push(inquiry.accountNumber)
  return { answer: await bank.answer(inquiry), callId: null }
}

export interface Opened {
  readonly session: BulkService
  readonly bank: Bank
  readonly store: Store
  /** The kinds of acts that the store refuses to write. */
  readonly failing: Set<string>
  /** The kinds of acts that the store writes without that anybody hears so. */
  readonly unheard: Set<string>
  readonly now: { value: Date }
}

async function newStore(): Promise<Store> {
  const folder = await newFolder()
  onTestFinished(() => removeFolder(folder))
  const file = join(folder, 'store')
  const opened = await openStore({
    file,
    key: practiceKey,
    startStoreWorker,
    clock: systemClock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  onTestFinished(() => opened.value.close())
  return opened.value
}

/** Opens the service, on a store of its own by default; its resources are removed after the test. */
export async function open(products: unknown[] = [], on?: Store): Promise<Opened> {
  const store = on ?? (await newStore())
  const failing = new Set<string>()
  const unheard = new Set<string>()
  const failingStore: Store = {
    ...store,
    record: (act, work) =>
      failing.has(act.kind)
        ? Promise.reject(new StoreError('full', 'database or disk is full'))
        : store.record(act, work).then((value) => {
            if (unheard.has(act.kind)) throw new StoreError('unknown', 'connect ECONNRESET')
            return value
          }),
  }
  const bank: Bank = {
    answer: () => matches,
    requested: [],
    before: () => Promise.resolve(),
    problem: null,
  }
  const now = { value: new Date(2026, 10, 21, 12, 0) }
  const context = {
    store: failingStore,
    connection: {
      accountValidation: () => ({
        verify: (inquiry: AccountInquiry, callOptions: CallOptions) =>
          verify(bank, inquiry, callOptions),
      }),
      pausedUntil: () => null,
      open: () => ({ access: { callsPerSecond: 5 } }),
    },
    settings: { current: () => ({ validationV2Path: null, scoreThreshold: 81 }) },
    clock: { now: () => now.value, monotonicMs: () => performance.now() },
    newId,
    operatorName: (id: string) => id,
    profile: () => ({ ...practiceProfile, details: products.length > 0 ? { products } : null }),
    emitEvent: () => undefined,
    report: () => undefined,
    background: new Background(() => undefined),
  } as unknown as SessionContext
  const session = await createBulkService(context)
  onTestFinished(() => session.rest())
  return { session, bank, store, failing, unheard, now }
}

/** Starts a run of that many rows. */
export async function begin(
  session: BulkService,
  rows: number,
  header = 'Company,Routing,Account',
  first = 9000,
): Promise<string> {
  const lines = Array.from(
    { length: rows },
    (_, at) => `Firm ${String(at)},021000021,${String(first + at)}`,
  )
  const draft = await session.drafts.take(
    'f.csv',
    Buffer.from([header, ...lines].join('\n')),
    'ann',
  )
  if (!draft.ok) throw new Error('not understood')
  const run = await session.start(draft.value.draftId, 'Firms', 'ann')
  if (!run.ok) throw new Error(run.error.code)
  return run.value.id
}

/** Waits until the run meets the condition. */
export async function until(
  session: BulkService,
  id: string,
  holds: (run: BulkRun) => boolean,
): Promise<BulkRun> {
  let last: BulkRun | undefined
  await vi.waitFor(
    async () => {
      const run = await session.runs.get(id)
      if (run.ok) last = run.value
      expect(last && holds(last)).toBe(true)
    },
    { timeout: 20_000, interval: 5 },
  )
  if (!last) throw new Error('no run')
  return last
}
