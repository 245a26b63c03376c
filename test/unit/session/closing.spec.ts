/**
 * Closing waits for all work in progress. A session with a real practice bank is closed at each of
 * a hundred moments: at its second request to the store, its fourth, and so on. That request is
 * answered only when everything else is idle, so that closing comes before any work that nobody
 * awaits. Slow, because each moment needs a session and a bank of its own.
 */
import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { practiceAuditKeys } from '../../../main/store/audit-key.ts'
import { openRateBudget } from '../../../main/bank/client/budget/rate-budget.ts'
import { systemClock } from '../../../main/platform/clock.ts'
import type { CallContext } from '../../../main/platform/handlers.ts'
import { newBatchId } from '../../../main/platform/identifiers.ts'
import { practiceOperators } from '../../../main/profile/practice-operators.ts'
import { issue } from '../../../main/practice/enrolment.ts'
import { makePracticePki } from '../../../main/practice/practice-pki.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import type { Store, Tables } from '../../../main/store/store.ts'
import { emptyBatchForm } from '../../../preload/contract/domain/batches/batch-form.ts'
import { emptyEntry } from '../../../preload/contract/domain/batches/entry.ts'
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { startStoreWorker } from '../support/programs/programs.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'
import { deliveryOf, wireAlert } from '../alerts/alert-samples.ts'
import { hurriedClock, ringAll } from './support/hurried-time.ts'

vi.mock('../../../main/platform/timer.ts', async (original) => {
  const { hurriedTimer } = await import('./support/hurried-time.ts')
  return { ...(await original<object>()), systemTimer: hurriedTimer }
})
const { createConnectionService } = await import('../../../main/profile/connection.service.ts')
const { createPracticeOperators } = await import('../../../main/profile/practice-operators.ts')
const { openPracticeBank } = await import('../../../main/practice/open-practice-bank.ts')
const { practiceProfile } = await import('../../../main/session/practice/practice-client.ts')
const { openSession } = await import('../../../main/session/open-session.ts')
const { closeSession } = await import('../../../main/session/session.ts')
const { createDrafts } = await import('../../../main/profile/certificate-drafts.ts')
const { openStore } = await import('../../../main/store/store.ts')

const moments = 100
const apart = 2
/** More calls than any test here makes: the rate limit has its own tests. */
const callsPerSecond = 100
const [maker, checker] = practiceOperators.map((operator) => ({ operator })) as [
  CallContext,
  CallContext,
]
const today = hurriedClock.now().toISOString().slice(0, 10)

async function must<T>(answer: unknown): Promise<T> {
  const result = (await answer) as Result<T, unknown>
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/**
 * The requests to one store: how many were made, which have no answer yet, and those made after it
 * was closed.
 */
class Requests {
  created = 0
  /** Requests without an answer, by number. */
  readonly underWay = new Map<number, string>()
  readonly late: string[] = []
  #isClosed = false
  #moment: { readonly at: number; readonly reached: () => void } | undefined

  /**
   * Resolves after `count` more requests. The last of them is answered only when nothing else is
   * requested.
   */
  after(count: number): Promise<undefined> {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.#moment = { at: this.created + count, reached: () => resolve(undefined) }
    return promise
  }

  hasReached(): boolean {
    return this.created >= (this.#moment?.at ?? Infinity)
  }

  #begin(what: string): number {
    if (this.#isClosed) this.late.push(what.slice(0, 300))
    this.created += 1
    this.underWay.set(this.created, what.slice(0, 300))
    if (this.created === this.#moment?.at) this.#moment.reached()
    return this.created
  }

  async #end(number: number): Promise<void> {
    if (number === this.#moment?.at) await this.#calm()
    this.underWay.delete(number)
  }

  /**
   * Resolves when only one request has been open for so long that all others wait for it, or the
   * store is closed.
   */
  async #calm(): Promise<void> {
    let { created } = this
    for (let turn = 0, calm = 0; calm < 300 && turn < 5_000 && !this.#isClosed; turn += 1) {
      await setImmediate()
      calm = this.created === created && this.underWay.size === 1 ? calm + 1 : 0
      created = this.created
    }
  }

  async #of<T>(what: string, work: () => Promise<T>): Promise<T> {
    const number = this.#begin(what)
    try {
      return await work()
    } finally {
      await this.#end(number)
    }
  }

  /** Returns the same store, counted. */
  of(store: Store): Store {
    const numbers = new WeakMap<object, number>()
    // A query within a query is not sent separately.
    const withoutParts = (_name: string, part: unknown): unknown => {
      const number = part instanceof Object ? numbers.get(part) : undefined
      if (number !== undefined) this.underWay.delete(number)
      return part
    }
    const plugin: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        const number = this.#begin(JSON.stringify(node, withoutParts))
        numbers.set(node, number)
        numbers.set(queryId, number)
        return node
      },
      transformResult: async ({ result, queryId }) => {
        await this.#end(numbers.get(queryId) ?? 0)
        return result
      },
    }
    return {
      ...store,
      read: (store.read as Kysely<Tables>).withPlugin(plugin),
      record: (act, work) => this.#of(act.kind, () => store.record(act, work)),
      note: (act) => this.#of(act.kind, () => store.note(act)),
      work: (job, input) => this.#of(job.name, () => store.work(job, input)),
      copyTo: (path) => this.#of('copy', () => store.copyTo(path)),
      close: () => {
        this.#isClosed = true
        return store.close()
      },
    }
  }
}

let pki: Awaited<ReturnType<typeof makePracticePki>>
const issued = issue(callsPerSecond)

/** Opens a session on the store of a folder, with a bank of its own. */
async function openAt(folder: string) {
  const bank = await openPracticeBank({
    clock: hurriedClock,
    countingClock: systemClock,
    callsPerSecond,
    identity: { pki, issued },
  })
  const file = join(folder, 'store.countersign')
  const key = new Uint8Array(practiceKey)
  const opened = await openStore({ file, key, startStoreWorker, clock: hurriedClock })
  if (!opened.ok) throw new Error(opened.error.code)
  const requests = new Requests()
  const store = requests.of(opened.value)
  const memory = { load: () => Promise.resolve({}), save: () => Promise.resolve() }
  const budget = await openRateBudget({ clock: systemClock, memory, share: callsPerSecond })
  const deps = { clock: hurriedClock, newId: randomUUID }
  const connection = createConnectionService({
    ...deps,
    v2Path: () => null,
    budgets: { budgetFor: () => Promise.resolve(budget) },
    forbiddenHint: () => '',
    changed: () => undefined,
  })
  const { secondaryId, additionalId, partnerClientId, ...access } = bank.enrolment
  await connection.connect(
    {
      connection: access,
      ids: { secondaryId, additionalId },
      partnerClientId,
      budgetKey: 'closing',
      callsPerSecond,
      registeredAddresses: [],
    },
    store,
  )
  const reported: string[] = []
  const report = (where: string, problem: unknown): void => {
    reported.push(`${where}: ${String(problem)}`)
  }
  const operators = createPracticeOperators({
    store: () => store,
    changed: () => undefined,
    report,
  })
  const session = await openSession({
    ...deps,
    store,
    connection,
    operators,
    report,
    sentFile: join(folder, 'store.sent'),
    backups: {
      store: file,
      folder: join(folder, 'backups'),
      key: () => practiceKey,
      startStoreWorker,
      appVersion: 'test',
    },
    subscribe: () => undefined,
    profileId: 'practice',
    environment: 'practice',
    auditKeys: practiceAuditKeys(),
    callBlockFor: () => undefined,
    profile: () => practiceProfile,
  })
  const close = async (): Promise<void> => {
    const { soon } = closeSession({
      identity: { id: 'practice', name: 'Closing', environment: 'practice', retired: false },
      operators,
      connection,
      real: undefined,
      services: session,
      storeState: { state: 'open' },
      drafts: createDrafts(deps),
    })
    await soon
  }
  return { session, requests, reported, close, closeBank: () => bank.close() }
}

type Open = Awaited<ReturnType<typeof openAt>>

interface Approved {
  readonly id: string
  readonly approvalHash: string
}

async function approved({ session }: Open, id: string): Promise<Approved> {
  const { approvalHash } = await must<Order>(session.orders.handlers.submit({ id }, maker))
  const bound = { id, approvalHash: approvalHash ?? '' }
  await must(session.orders.handlers.approve(bound, checker))
  return bound
}

/** Prepares a batch and a payment that only need their release. */
async function prepare(opened: Open): Promise<Approved[]> {
  const { session } = opened
  const entries = ['1000200058', '0012345678'].map((accountNumber) => ({
    ...emptyEntry(newBatchId()),
    routingNumber: '550010016',
    accountNumber,
    accountType: 'C',
    creditDebitCode: 'C',
    transactionType: 'L',
    amount: '12.50',
    receiverName: 'Ridgeway Supply',
    identificationNumber: 'E-17',
  }))
  const head = { ...emptyBatchForm, accountId: 'practice-1', companyEntryDescription: 'PAYROLL' }
  const batch = { form: { ...head, effectiveDate: today }, entries }
  const { id } = await must<{ id: string }>(session.batches.handlers.create(batch, maker))
  const form = {
    ...emptyForm,
    service: 'RTP',
    type: 'PAYMENT',
    debitAccountId: 'practice-1',
    amount: '10.25',
    valueDate: today,
    debitParty: { ...emptyParty, name: 'Alder Falls Works' },
    creditPartyBank: { ...emptyParty, name: 'Northfield Trust', aba: '550030038' },
    creditParty: {
      ...emptyParty,
      name: 'Ridgeway Supply',
      accountNumber: '55501029',
      address: ['1 Mill Road', '', 'Alder Falls'],
    },
  } satisfies PaymentForm
  const payment = await must<Order>(session.orders.handlers.saveDraft({ id: null, form }, maker))
  return [await approved(opened, id), await approved(opened, payment.id)]
}

/** Actions of people and the bank, one after another. */
const actsAt = ({ session }: Open): readonly (() => unknown)[] => {
  const accept = (n: number): Promise<unknown> =>
    session.intake.accept({
      remote: null,
      contentType: null,
      bytes: deliveryOf(wireAlert({ eapAlertGUID: `G-${String(n)}` }, { tranId: String(n) })),
    })
  return [
    () => {
      session.forwarding.start()
      return session.coverage.start()
    },
    () => Promise.all([accept(1), accept(2)]),
    ...prepared.map((one) => () => must(session.orders.handlers.release(one, maker))),
    async () => {
      const file = 'Company,Routing,Account\nOne,550010016,1000200058\nTwo,550010016,55500080'
      const { drafts } = session.bulk
      const draft = await must<{ draftId: string }>(drafts.take('f.csv', Buffer.from(file), 'mara'))
      await must(session.bulk.start(draft.draftId, 'Firms', 'mara'))
    },
    () => Promise.all([accept(3), accept(4)]),
  ]
}

let template: string
let prepared: readonly Approved[]
beforeAll(async () => {
  pki = await makePracticePki(new Date())
  template = await newFolder()
  const opened = await openAt(template)
  prepared = await prepare(opened)
  await opened.close()
  await opened.closeBank()
})
afterAll(() => removeFolder(template))

/** Closes a session after so many requests to its store; returns the faults found. */
async function closedAfter(count: number): Promise<string[]> {
  const folder = await newFolder()
  for (const file of ['store.countersign', 'store.sent'])
    await copyFile(join(template, file), join(folder, file)).catch(() => undefined)
  const opened = await openAt(folder)
  const { requests, reported } = opened
  try {
    const reached = requests.after(count)
    for (const act of actsAt(opened)) if (!requests.hasReached()) await act()
    await reached
    await opened.close()
    const unanswered = [...requests.underWay.values()]
    // Every timer that still waits runs now, in case it starts new work.
    ringAll()
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
    return [
      ...reported,
      ...unanswered.map((what) => `not answered: ${what}`),
      ...requests.late.map((what) => `requested of a closed store: ${what}`),
    ]
  } finally {
    await opened.closeBank()
    await removeFolder(folder)
  }
}

it('leaves nothing behind that uses a closed store, whenever it is closed', async () => {
  const wrong: Record<number, string[]> = {}
  for (let moment = 1; moment <= moments; moment += 1) {
    const found = await closedAfter(moment * apart)
    if (found.length > 0) wrong[moment * apart] = found
  }
  expect(wrong).toEqual({})
}, 300_000)
