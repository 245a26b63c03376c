import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { problemOf } from '../../../../../main/bank/answers/read-answer.ts'
import type { CallOptions } from '../../../../../main/bank/call-options.ts'
import type { BatchContext, BatchOwnership } from '../../../../../main/money/batch/types.ts'
import { createBatchOwnership } from '../../../../../main/money/batch/ownership/batch-ownership.ts'
import { ownerQuestion } from '../../../../../main/money/batch/ownership/query.ts'
import { newId } from '../../../../../main/platform/identifiers.ts'
import type { CallContext } from '../../../../../main/platform/handlers.ts'
import { practiceProfile } from '../../../../../main/session/practice/practice-client.ts'
import { practiceAccounts } from '../../../../../main/practice/data/accounts.ts'
import { practiceKey } from '../../../../../main/store/store-key.ts'
import { openStore, StoreError, type Store } from '../../../../../main/store/store.ts'
import type {
  AccountInquiry,
  AccountAnswer,
} from '../../../../../preload/contract/bank/account-validation.ts'
import { personIn } from '../../../../../preload/contract/domain/owner-name.ts'
import type {
  EntryOwnership,
  OwnershipRun,
} from '../../../../../preload/contract/domain/batches/drafts.ts'
import type { TypedEntry } from '../../../../../preload/contract/domain/batches/entry.ts'
import { maxPage } from '../../../../../preload/contract/kernel/paging.ts'
import {
  newFolder,
  openPracticeStore,
  removeFolder,
  startWorkstation,
} from '../../../support/workstation.ts'
import { putBatch, storedEntry } from '../stored-batch.ts'
import { startStoreWorker } from '../../../support/programs/programs.ts'
import { waitsBy } from '../../../support/wait-times.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const caller = { operator: { id: 'ann', name: 'Ann', roles: ['maker'] } } as unknown as CallContext
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
const answered = (score: string, change: object = {}): AccountAnswer => ({
  kind: 'answered',
  reading: {
    errorCode: '000',
    accountStatus: { code: '099', message: 'Open Valid' },
    conditionCode: '000',
    overallMatchScore: score,
    matches: { nameMatch: 'Y' },
    systemRecordId: null,
    primaryId: null,
    secondaryId: null,
    additionalId: null,
    routingNumber: null,
    accountNumber: null,
    feeAttrib: null,
    userDefined: null,
    other: [],
    ...change,
  },
  warnings: [],
  ...around(200),
})
/** A refusal with an empty body. */
const refused = (status: number): AccountAnswer => ({
  kind: 'refused',
  problem: problemOf(status, []),
  unreadable: 'empty',
  reading: null,
  messages: [],
  connectError: null,
  ...around(status),
})

interface Bank {
  answer: (inquiry: AccountInquiry) => AccountAnswer | Promise<AccountAnswer>
  /** The inquiries whose first byte went out. */
  readonly requested: AccountInquiry[]
  paused: Date | null
  /** How often a run asked whether the bank is paused. */
  asked: number
  isThere: boolean
}

async function openSession() {
  const folder = await newFolder()
  cleanUps.push(() => removeFolder(folder))
  const now = { value: new Date('2026-11-21T12:00:00.000Z') }
  const clock = { now: () => now.value, monotonicMs: () => performance.now() }
  const opened = await openStore({
    file: join(folder, 'store'),
    key: practiceKey,
    startStoreWorker,
    clock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  cleanUps.push(() => store.close())
  const failing = new Set<string>()
  const failingStore: Store = {
    ...store,
    note: (act) =>
      failing.has(act.kind)
        ? Promise.reject(new StoreError('full', 'database or disk is full'))
        : store.note(act),
    record: (act, work) =>
      failing.has(act.kind)
        ? Promise.reject(new StoreError('full', 'database or disk is full'))
        : store.record(act, work),
  }
  const bank: Bank = {
    answer: () => answered('95'),
    requested: [],
    paused: null,
    asked: 0,
    isThere: true,
  }
  const emitted: OwnershipRun[] = []
  /** An answer to a program that has ended is never delivered. */
  const never = new Promise<never>(() => undefined)
  const verifyIn =
    (life: { isOver: boolean }) => async (inquiry: AccountInquiry, callOptions: CallOptions) => {
      try {
        await callOptions.beforeSending?.()
      } catch {
        return { answer: { kind: 'not-sent', reason: 'cancelled' }, callId: null }
      }
      bank.requested.push(inquiry)
      const answer = await bank.answer(inquiry)
      return life.isOver ? never : { answer, callId: null }
    }
  const contextOf = (life: { isOver: boolean }) =>
    ({
      store: failingStore,
      newId,
      operatorName: (id: string) => id,
      callBlockFor: () => undefined,
      connection: {
        accountValidation: () => (bank.isThere ? { verify: verifyIn(life) } : undefined),
        pausedUntil: () => {
          bank.asked += 1
          return bank.paused
        },
        open: () => ({ access: { callsPerSecond: 5 } }),
      },
      settings: { current: () => ({ scoreThreshold: 81 }) },
      clock,
      waits: waitsBy(clock),
      profile: () => practiceProfile,
      emitEvent: (_noun: string, _name: string, run: OwnershipRun) => emitted.push(run),
      report: () => undefined,
    }) as unknown as BatchContext
  let alive = { isOver: false }
  const opens = (): BatchOwnership => {
    const life = { isOver: false }
    alive = life
    const created = createBatchOwnership(contextOf(life))
    cleanUps.push(() => (life.isOver ? Promise.resolve() : created.rest()))
    return created
  }
  const session = opens()
  /**
   * A program that starts again on the same store; the previous one is gone with its calls in
   * progress.
   */
  const restarted = (): BatchOwnership => {
    alive.isOver = true
    return opens()
  }
  return { session, restarted, store, bank, now, failing, emitted }
}

interface KnownPage {
  readonly items: EntryOwnership[]
  readonly next: string | null
  readonly total: number
}
const must = async <T>(answer: unknown): Promise<T> => {
  const result = (await answer) as { ok: boolean; value: T; error?: unknown }
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const check = (session: BatchOwnership, id: string, change: object = {}) =>
  session.handlers.checkOwnership({ id, entryIds: null, maxAgeHours: 24, ...change }, caller)
const over = (session: BatchOwnership, id: string): Promise<OwnershipRun> =>
  vi.waitFor(
    async () => {
      const run = await must<OwnershipRun | null>(session.handlers.getOwnershipRun({ id }, caller))
      if (run === null || run.state === 'running') throw new Error('not over yet')
      return run
    },
    { timeout: 10_000, interval: 5 },
  )
const firstPage = { cursor: null, limit: maxPage }
const known = async (session: BatchOwnership, id: string): Promise<EntryOwnership[]> =>
  (await must<KnownPage>(session.handlers.listOwnership({ id, ...firstPage }, caller))).items

describe('the ownership query of an entry', () => {
  it.each<[string, object]>([
    ['Margaret Alder', { firstName: 'Margaret', lastName: 'Alder' }],
    ['Margaret A. Alder', { firstName: 'Margaret', middleName: 'A.', lastName: 'Alder' }],
    ['ALDER, MARGARET', { firstName: 'MARGARET', lastName: 'ALDER' }],
    ['Van Dyke, Jan P', { firstName: 'Jan', middleName: 'P', lastName: 'Van Dyke' }],
    [
      'Mr. John Quincy Birch Jr.',
      {
        namePrefix: 'Mr.',
        firstName: 'John',
        middleName: 'Quincy',
        lastName: 'Birch',
        nameSuffix: 'Jr.',
      },
    ],
    ['Birch Jr, John', { firstName: 'John', lastName: 'Birch', nameSuffix: 'Jr' }],
    ['John V', { firstName: 'John', lastName: 'V' }],
  ])('takes the parts of %s as a person has them', (name, parts) => {
    expect(personIn(name)).toEqual(parts)
  })

  it.each(['Cher', '', ', Ann', 'Alder,'])('is not sent for a person who is called %j', (name) => {
    expect(personIn(name)).toBeNull()
    expect(ownerQuestion(storedEntry({ receiverName: name }), 'person')).toBeNull()
  })

  it('takes the parts of the name for a person, and all of it for a business', () => {
    const entry = storedEntry({ receiverName: 'Ridgeway Supply' })
    expect(ownerQuestion(entry, 'person')).toMatchObject({
      ownerKind: 'person',
      owner: { firstName: 'Ridgeway', lastName: 'Supply' },
    })
    expect(ownerQuestion(entry, 'business')).toMatchObject({
      ownerKind: 'business',
      owner: { businessName: 'Ridgeway Supply' },
    })
  })
})

describe('ownership checks of a batch', () => {
  it('query each account under its name once, and store every answer as a validation', async () => {
    const { session, store, bank, emitted } = await openSession()
    const twice = [storedEntry(), storedEntry({ accountNumber: '4471', receiverName: 'ANN ALDER' })]
    const other = storedEntry({ receiverName: 'Bo Birch' })
    const id = await putBatch(store, 'PPD', [...twice, other])
    expect(await must(check(session, id))).toMatchObject({ id, state: 'running', of: 2, reused: 0 })
    expect(await over(session, id)).toEqual({
      id,
      state: 'done',
      why: null,
      done: 2,
      of: 2,
      reused: 0,
      remaining: 0,
    })
    expect(bank.requested.map(({ owner }) => owner.lastName).toSorted()).toEqual(['ALDER', 'Birch'])
    const rows = await store.read.selectFrom('validations').selectAll().execute()
    expect(rows).toHaveLength(2)
    const found = await known(session, id)
    expect(found.map(({ entryId, resultClass }) => [entryId, resultClass]).toSorted()).toEqual(
      [...twice, other].map((one) => [one.id, 'owner-matches']).toSorted(),
    )
    await vi.waitFor(() => expect(emitted.at(-1)).toMatchObject({ id, state: 'done', done: 2 }))
    const acts = await store.read.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(acts)).not.toContain('0004471')
  })

  it('skip accounts with a recent check, and query the others again', async () => {
    const { session, store, bank, now } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    await must(check(session, id))
    await over(session, id)
    now.value = new Date('2026-11-22T11:00:00.000Z')
    expect(await must(check(session, id))).toMatchObject({ state: 'done', of: 0, reused: 1 })
    expect(bank.requested).toHaveLength(1)
    expect((await known(session, id))[0]?.ageHours).toBeCloseTo(23)
    now.value = new Date('2026-11-22T13:00:00.000Z')
    expect(await must(check(session, id))).toMatchObject({ of: 1, reused: 0 })
    await over(session, id)
    expect(bank.requested).toHaveLength(2)
  })

  it('query the chosen entries alone, and report which could not be queried', async () => {
    const { session, store, bank } = await openSession()
    const entries = [
      storedEntry(),
      storedEntry({ receiverName: 'Cher', accountNumber: '2' }),
      storedEntry({ accountNumber: '3' }),
    ]
    const id = await putBatch(store, 'PPD', entries)
    const chosen = entries.slice(1).map((one) => one.id)
    await must(check(session, id, { entryIds: chosen }))
    const run = await over(session, id)
    expect(run).toMatchObject({ state: 'done', done: 1, of: 1 })
    expect(run.why).toMatch(/^1 entry could not be checked/)
    expect(bank.requested.map(({ accountNumber }) => accountNumber)).toEqual(['3'])
    expect(await check(session, id, { entryIds: [chosen[0]] })).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
  })

  it('count for no other name, bank or account, and depend on the threshold and the echo', async () => {
    const { session, store, bank } = await openSession()
    const one = storedEntry()
    const first = await putBatch(store, 'PPD', [one])
    bank.answer = () => answered('80')
    await must(check(session, first))
    await over(session, first)
    expect((await known(session, first))[0]).toMatchObject({
      resultClass: 'owner-differs',
      score: 80,
    })
    const others = await putBatch(store, 'PPD', [
      storedEntry({ receiverName: 'Bo Birch' }),
      storedEntry({ routingNumber: '041000124' }),
      storedEntry({ accountNumber: '99' }),
    ])
    expect(await known(session, others)).toEqual([])
    bank.answer = () => answered('95', { accountNumber: '777' })
    await must(check(session, others))
    await over(session, others)
    expect((await known(session, others)).map(({ resultClass }) => resultClass)).toEqual(
      Array(3).fill('cannot-tell'),
    )
  })

  it('keep the earlier result where a later call has none', async () => {
    const { session, store, bank } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    await must(check(session, id))
    await over(session, id)
    bank.answer = () => ({ kind: 'no-answer', reason: 'timed-out' })
    await must(check(session, id, { maxAgeHours: -1 }))
    await over(session, id)
    expect(bank.requested).toHaveLength(2)
    expect((await known(session, id))[0]?.resultClass).toBe('owner-matches')
  })

  it('never repeat by themselves a query without an answer', async () => {
    const { session, store, bank } = await openSession()
    const entries = Array.from({ length: 3 }, (_, at) =>
      storedEntry({ accountNumber: String(500 + at) }),
    )
    const id = await putBatch(store, 'PPD', entries)
    bank.answer = () => ({ kind: 'no-answer', reason: 'timed-out' })
    await must(check(session, id))
    expect(await over(session, id)).toMatchObject({ state: 'done', done: 3 })
    expect(bank.requested).toHaveLength(3)
    expect(new Set(bank.requested.map(({ accountNumber }) => accountNumber)).size).toBe(3)
  })

  it('pause at a 429 until the pause is over, and query that account then', async () => {
    const { session, store, bank } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    bank.answer = () => {
      if (bank.requested.length > 1) return answered('95')
      bank.paused = new Date('2026-11-21T12:02:00.000Z')
      return refused(429)
    }
    await must(check(session, id))
    await vi.waitFor(() => expect(bank.requested).toHaveLength(1))
    const before = bank.asked
    await vi.waitFor(() => expect(bank.asked).toBeGreaterThan(before), { timeout: 10_000 })
    await nextTurn()
    expect(bank.requested).toHaveLength(1)
    expect(await must(session.handlers.getOwnershipRun({ id }, caller))).toMatchObject({
      state: 'running',
      done: 0,
    })
    expect(await check(session, id)).toMatchObject({ error: { code: 'run-under-way' } })
    bank.paused = null
    expect(await over(session, id)).toMatchObject({ state: 'done', done: 1 })
    expect(bank.requested).toHaveLength(2)
    expect(await store.read.selectFrom('validations').selectAll().execute()).toHaveLength(1)
  })

  it('end where the bank refuses access, and say why', async () => {
    const { session, store, bank } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    bank.answer = () => refused(403)
    await must(check(session, id))
    expect(await over(session, id)).toMatchObject({
      state: 'failed',
      why: 'The bank refused access (HTTP 403).',
      done: 0,
    })
    expect(bank.requested).toHaveLength(1)
  })

  it('cost ten calls where the bank answers each with a failure, and query those accounts again', async () => {
    const { session, store, bank } = await openSession()
    const entries = Array.from({ length: 60 }, (_, at) =>
      storedEntry({ accountNumber: String(500 + at) }),
    )
    const id = await putBatch(store, 'PPD', entries)
    bank.answer = () => answered('95', { errorCode: '998' })
    await must(check(session, id))
    expect(await over(session, id)).toMatchObject({
      state: 'failed',
      why: 'The last 10 calls got no usable answer.',
      done: 10,
    })
    await session.rest()
    expect(bank.requested).toHaveLength(10)
    bank.answer = () => answered('95')
    expect(await must(check(session, id))).toMatchObject({ of: 60, reused: 0 })
    expect(await over(session, id)).toMatchObject({ state: 'done', done: 60 })
  })

  it('send no query that could not be recorded', async () => {
    const { session, store, bank, failing } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    failing.add('batch.owner-checked')
    await must(check(session, id))
    const run = await over(session, id)
    expect(run.state).toBe('failed')
    expect(run.why).toMatch(/could not be recorded/)
    expect(bank.requested).toEqual([])
  })

  it.each(['stop', 'leave'] as const)(
    'send no more queries after a %s, and store answers in transit',
    async (how) => {
      const { session, store, bank } = await openSession()
      const entries = Array.from({ length: 80 }, (_, at) =>
        storedEntry({ accountNumber: String(1_000 + at) }),
      )
      const id = await putBatch(store, 'PPD', entries)
      let release = (): void => undefined
      const blocked = new Promise<void>((resolve) => {
        release = resolve
      })
      bank.answer = () => blocked.then(() => answered('95'))
      await must(check(session, id))
      await vi.waitFor(() => expect(bank.requested.length).toBeGreaterThan(0))
      const ending =
        how === 'stop' ? session.handlers.stopOwnership({ id }, caller) : session.rest()
      release()
      await ending
      const run = await over(session, id)
      expect(run.state).toBe(how === 'stop' ? 'stopped' : 'interrupted')
      await session.rest()
      const requested = bank.requested.length
      expect(requested).toBeLessThan(80)
      const rows = await store.read.selectFrom('validations').selectAll().execute()
      expect(rows).toHaveLength(requested)
      // Started again by a person, only the remaining accounts are checked.
      expect(await must(check(session, id))).toMatchObject({
        of: 80 - requested,
        reused: requested,
      })
    },
  )

  it('repeat no query when they are started again before the last answers of a stopped run', async () => {
    const { session, store, bank } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    const blocked = Promise.withResolvers<AccountAnswer>()
    bank.answer = () => blocked.promise
    await must(check(session, id))
    await vi.waitFor(() => expect(bank.requested).toHaveLength(1))
    await session.handlers.stopOwnership({ id }, caller)
    const again = check(session, id)
    // Reads of the store end in order, so the second run has read what it needs by now.
    for (let reads = 0; reads < 10; reads += 1) await known(session, id)
    blocked.resolve(answered('95'))
    expect(await must(again)).toMatchObject({ of: 0, reused: 1 })
    await over(session, id)
    await session.rest()
    expect(bank.requested).toHaveLength(1)
    const acts = store.read.selectFrom('audit_entries').select('kind').where('subject', '=', id)
    const kinds = await acts.where('kind', 'like', 'batch.owners-%').orderBy('seq').execute()
    expect(kinds.map(({ kind }) => kind.replace('batch.owners-', ''))).toEqual([
      'begun',
      'ended',
      'begun',
      'ended',
    ])
  })

  it('P8: that were requested before the profile was left send nothing once it is left', async () => {
    const { session, store, bank } = await openSession()
    const both = [
      await putBatch(store, 'PPD', [storedEntry()]),
      await putBatch(store, 'PPD', [storedEntry({ accountNumber: '2' })]),
    ]
    const begun = both.map((id) => must(check(session, id)))
    await session.rest()
    await Promise.all(begun)
    expect(bank.requested).toEqual([])
    for (const id of both) {
      const run = await must<OwnershipRun | null>(session.handlers.getOwnershipRun({ id }, caller))
      expect(run?.state).toBe('interrupted')
    }
  })

  /**
   * A run of 80 accounts whose bank delays its answers after the first; the program "ends" while
   * they are outstanding.
   */
  async function interrupted(wished: (entries: TypedEntry[]) => object) {
    const opened = await openSession()
    const { session, store, bank } = opened
    const entries = Array.from({ length: 80 }, (_, at) =>
      storedEntry({ accountNumber: String(1_000 + at) }),
    )
    const id = await putBatch(store, 'PPD', entries)
    const blocked = new Promise<AccountAnswer>(() => undefined)
    bank.answer = () => (bank.requested.length > 5 ? blocked : answered('95'))
    await must(check(session, id, wished(entries)))
    await vi.waitFor(async () => {
      // Five were answered, and at most thirty are in progress at once.
      expect(bank.requested).toHaveLength(35)
      expect(await store.read.selectFrom('validations').selectAll().execute()).toHaveLength(5)
    })
    return { ...opened, id, blocked, requestedBefore: bank.requested.length }
  }
  const runOf = (session: BatchOwnership, id: string) =>
    must<OwnershipRun | null>(session.handlers.getOwnershipRun({ id }, caller))

  it.each([24, 0])(
    'of a program that ended are reported as they were, and resumed by a person alone (%i h)',
    async (maxAgeHours) => {
      const { restarted, bank, id, now, requestedBefore } = await interrupted(() => ({
        maxAgeHours,
      }))
      bank.answer = () => answered('95')
      now.value = new Date('2026-11-21T13:00:00.000Z')
      const next = restarted()
      const run = await runOf(next, id)
      expect(run).toMatchObject({
        state: 'interrupted',
        done: 5,
        of: 80,
        reused: 0,
        remaining: 75,
      })
      expect(run?.why).toContain(`Calls started: ${String(requestedBefore)}, for 80 accounts.`)
      expect(bank.requested).toHaveLength(requestedBefore)
      const resumed = await must(next.handlers.resumeOwnership({ id }, caller))
      expect(resumed).toMatchObject({ state: 'running', of: 75, reused: 5 })
      expect(await over(next, id)).toMatchObject({ state: 'done', done: 75, of: 75 })
      const after = bank.requested.slice(requestedBefore).map(({ accountNumber }) => accountNumber)
      const before = bank.requested.slice(0, 5).map(({ accountNumber }) => accountNumber)
      expect([...after, ...before].toSorted()).toEqual(
        Array.from({ length: 80 }, (_, at) => String(1_000 + at)),
      )
      await next.rest()
      expect(await runOf(restarted(), id)).toEqual(await over(next, id))
    },
  )

  it('that were interrupted twice repeat no query of either part', async () => {
    const { restarted, bank, id, now, blocked, requestedBefore } = await interrupted(() => ({
      maxAgeHours: 0,
    }))
    now.value = new Date('2026-11-21T13:00:00.000Z')
    bank.answer = () => (bank.requested.length > requestedBefore + 3 ? blocked : answered('95'))
    const second = restarted()
    await must(second.handlers.resumeOwnership({ id }, caller))
    await vi.waitFor(async () => {
      expect(bank.requested).toHaveLength(requestedBefore + 33)
      expect(await known(second, id)).toHaveLength(8)
    })
    now.value = new Date('2026-11-21T15:00:00.000Z')
    const third = restarted()
    expect(await runOf(third, id)).toMatchObject({ state: 'interrupted', remaining: 72 })
    bank.answer = () => answered('95')
    expect(await must(third.handlers.resumeOwnership({ id }, caller))).toMatchObject({
      of: 72,
      reused: 8,
    })
    await over(third, id)
  })

  it('of chosen entries resume with those, and a long choice must be made again', async () => {
    const chosen = (entries: TypedEntry[]) => ({
      entryIds: entries.slice(0, 60).map((one) => one.id),
    })
    const { restarted, store, id } = await interrupted(chosen)
    expect(await runOf(restarted(), id)).toMatchObject({ of: 60, remaining: 55 })
    const many = Array.from({ length: 201 }, () => storedEntry({ accountNumber: '7' }))
    const other = await putBatch(store, 'PPD', many)
    await store.note({
      actor: 'ann',
      kind: 'batch.owners-begun',
      subject: other,
      detail: { chosen: 201, entryIds: null, maxAgeHours: 24, since: null, of: 1, reused: 0 },
    })
    const next = restarted()
    const run = await runOf(next, other)
    expect(run).toMatchObject({ state: 'interrupted', remaining: 0 })
    expect(run?.why).toContain('Select them again')
    expect(await next.handlers.resumeOwnership({ id: other }, caller)).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
  })

  it('that ended are not resumed, and stay visible after a restart', async () => {
    const { session, restarted, store, bank } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    bank.answer = () => refused(403)
    await must(check(session, id))
    const ended = await over(session, id)
    await session.rest()
    const next = restarted()
    expect(await runOf(next, id)).toEqual(ended)
    expect(await runOf(next, 'none')).toBeNull()
    expect(await next.handlers.resumeOwnership({ id }, caller)).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
  })

  it('whose start cannot be stored send nothing', async () => {
    const { session, store, bank, failing } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    failing.add('batch.owners-begun')
    await expect(Promise.resolve(check(session, id))).rejects.toThrow('disk is full')
    expect(await runOf(session, id)).toBeNull()
    expect(bank.requested).toEqual([])
  })

  it('are not begun without a bank, in a pause, or for a batch that is not there', async () => {
    const { session, store, bank } = await openSession()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    expect(await check(session, 'none')).toMatchObject({ error: { code: 'not-found' } })
    expect(await session.handlers.stopOwnership({ id }, caller)).toMatchObject({
      error: { code: 'not-found' },
    })
    bank.paused = new Date('2026-11-21T12:02:00.000Z')
    expect(await check(session, id)).toMatchObject({ error: { code: 'rate-paused' } })
    bank.isThere = false
    expect(await check(session, id)).toMatchObject({ error: { code: 'bank-not-running' } })
    expect(bank.requested).toEqual([])
  })

  it('find the entries of a large batch by one statement', async () => {
    const { session, store } = await openSession()
    const entries: TypedEntry[] = Array.from({ length: 1_000 }, (_, at) =>
      storedEntry({ accountNumber: String(70_000 + at) }),
    )
    const id = await putBatch(store, 'PPD', entries)
    expect(await known(session, id)).toEqual([])
  })
})

/** An entry for a simulated business of the practice bank. */
function ofTown(id: string): TypedEntry {
  const found = practiceAccounts.find((one) => one.id === id)
  if (!found) throw new Error(id)
  const { routingNumber, accountNumber, name } = found
  return storedEntry({ routingNumber, accountNumber, receiverName: name })
}

describe('ownership checks at the practice bank', () => {
  it('are sent over the wire, stored, and not sent again', async () => {
    const folder = await newFolder()
    cleanUps.push(() => removeFolder(folder))
    const store = await openPracticeStore(folder)
    const id = await putBatch(store, 'CCD', [
      ofTown('ridgeway-supply-llc'),
      ofTown('lantern-theatre-company'),
    ])
    await store.close()
    const { workstation, context, emitted } = await startWorkstation(folder)
    cleanUps.push(() => workstation.close())
    const { batches } = workstation.handlers
    await must(batches.checkOwnership({ id, entryIds: null, maxAgeHours: 24 }, context))
    await vi.waitFor(
      async () =>
        expect(await must(batches.getOwnershipRun({ id }, context))).toMatchObject({
          state: 'done',
          done: 2,
          of: 2,
        }),
      { timeout: 20_000, interval: 20 },
    )
    const found = await must<KnownPage>(batches.listOwnership({ id, ...firstPage }, context))
    expect(found.items.map(({ resultClass }) => resultClass).toSorted()).toEqual([
      'account-closed',
      'owner-matches',
    ])
    const again = batches.checkOwnership({ id, entryIds: null, maxAgeHours: 24 }, context)
    expect(await must(again)).toMatchObject({ state: 'done', of: 0, reused: 2 })
    expect(emitted.others.some(([name]) => name === 'batches.ownershipChanged')).toBe(true)
  })
})
