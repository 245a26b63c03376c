import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallManner } from '../../../main/bank/call-manner.ts'
import type { BatchContext, BatchOwnership } from '../../../main/batches/batch-parts.ts'
import { createBatchOwnership } from '../../../main/batches/batch-ownership.ts'
import { ownerQuestion, personIn } from '../../../main/batches/owner-question.ts'
import { systemClock } from '../../../main/clock.ts'
import { newId } from '../../../main/identifiers.ts'
import type { CallContext } from '../../../main/ipc/handlers.ts'
import { practiceProfile } from '../../../main/profiles/desk-context.ts'
import { townAccounts } from '../../../main/practice/town.ts'
import { practiceKey } from '../../../main/storage/practice-key.ts'
import { openStore, StoreError, type Store } from '../../../main/storage/store.ts'
import type {
  AccountInquiry,
  ValidationOutcome,
} from '../../../preload/contract/account-validation.ts'
import type { EntryOwnership, OwnershipRun } from '../../../preload/contract/batches/drafts.ts'
import type { TypedEntry } from '../../../preload/contract/batches/entry.ts'
import {
  newFolder,
  openPracticeStore,
  removeFolder,
  startWorkstation,
  storeWorker,
} from '../support/workstation.ts'
import { putBatch, storedEntry } from './stored-batch.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const caller = { operator: { id: 'ann', name: 'Ann', roles: ['maker'] } } as unknown as CallContext
const answered = (score: string, change: object = {}): ValidationOutcome =>
  ({
    kind: 'answered',
    reading: {
      ...{ errorCode: '000', accountStatus: { code: '099', message: 'Open Valid' } },
      ...{ conditionCode: '000', overallMatchScore: score, matches: { nameMatch: 'Y' } },
      ...{ systemRecordId: null, secondaryId: null, routingNumber: null, accountNumber: null },
      ...{ feeAttrib: null, userDefined: null, other: [] },
      ...change,
    },
  }) as unknown as ValidationOutcome

interface Bank {
  answer: (inquiry: AccountInquiry) => ValidationOutcome | Promise<ValidationOutcome>
  /** Those whose first byte went out. */
  readonly asked: AccountInquiry[]
  paused: Date | null
  isThere: boolean
}

async function openDesk() {
  const folder = await newFolder()
  cleanUps.push(() => removeFolder(folder))
  const opened = await openStore({
    ...{ file: join(folder, 'store'), key: practiceKey, workerScript: storeWorker },
    clock: systemClock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  const store = opened.value
  cleanUps.push(() => store.close())
  const failing = new Set<string>()
  const failingStore: Store = {
    ...store,
    note: (act) =>
      failing.has(act.kind)
        ? Promise.reject(new StoreError('SQLITE_FULL', 'database or disk is full'))
        : store.note(act),
    record: (act, work) =>
      failing.has(act.kind)
        ? Promise.reject(new StoreError('SQLITE_FULL', 'database or disk is full'))
        : store.record(act, work),
  }
  const bank: Bank = { answer: () => answered('95'), asked: [], paused: null, isThere: true }
  const now = { value: new Date('2026-11-21T12:00:00.000Z') }
  const told: OwnershipRun[] = []
  async function verify(inquiry: AccountInquiry, manner: CallManner) {
    try {
      await manner.beforeSending?.()
    } catch {
      return { outcome: { kind: 'not-sent', reason: 'cancelled' }, callId: null }
    }
    bank.asked.push(inquiry)
    return { outcome: await bank.answer(inquiry), callId: null }
  }
  const context = {
    ...{ store: failingStore, newId, operatorName: (id: string) => id },
    mayNotAsk: () => undefined,
    connection: {
      accountValidation: () => (bank.isThere ? { verify } : undefined),
      pausedUntil: () => bank.paused,
      open: () => ({ access: { callsPerSecond: 5 } }),
    },
    settings: { current: () => ({ scoreThreshold: 81 }) },
    clock: { now: () => now.value, monotonicMs: () => performance.now() },
    profile: () => practiceProfile,
    announce: (_noun: string, _name: string, run: OwnershipRun) => told.push(run),
    report: () => undefined,
  } as unknown as BatchContext
  const desk = createBatchOwnership(context)
  cleanUps.push(() => desk.interrupt())
  return { desk, store, bank, now, failing, told }
}

const must = async <T>(answer: unknown): Promise<T> => {
  const result = (await answer) as { ok: boolean; value: T; error?: unknown }
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const check = (desk: BatchOwnership, id: string, change: object = {}) =>
  desk.verbs.checkOwnership({ id, entryIds: null, maxAgeHours: 24, ...change }, caller)
const over = (desk: BatchOwnership, id: string): Promise<OwnershipRun> =>
  vi.waitFor(
    async () => {
      const run = await must<OwnershipRun | null>(desk.verbs.getOwnershipRun({ id }, caller))
      if (run === null || run.state === 'running') throw new Error('not over yet')
      return run
    },
    { timeout: 10_000, interval: 5 },
  )
const known = (desk: BatchOwnership, id: string) =>
  must<EntryOwnership[]>(desk.verbs.listOwnership({ id }, caller))

describe('the question of an entry', () => {
  it.each<[string, object]>([
    ['Margaret Alder', { firstName: 'Margaret', lastName: 'Alder' }],
    ['Margaret A. Alder', { firstName: 'Margaret', middleName: 'A.', lastName: 'Alder' }],
    ['ALDER, MARGARET', { firstName: 'MARGARET', lastName: 'ALDER' }],
    ['Van Dyke, Jan P', { firstName: 'Jan', middleName: 'P', lastName: 'Van Dyke' }],
    [
      'Mr. John Quincy Birch Jr.',
      {
        ...{ namePrefix: 'Mr.', firstName: 'John', middleName: 'Quincy' },
        ...{ lastName: 'Birch', nameSuffix: 'Jr.' },
      },
    ],
    ['Birch Jr, John', { firstName: 'John', lastName: 'Birch', nameSuffix: 'Jr' }],
    ['John V', { firstName: 'John', lastName: 'V' }],
  ])('takes the parts of %s as a person has them', (name, parts) => {
    expect(personIn(name)).toEqual(parts)
  })

  it.each(['Cher', '', ', Ann', 'Alder,'])('is not asked of a person who is called %j', (name) => {
    expect(personIn(name)).toBeNull()
    expect(ownerQuestion(storedEntry({ receiverName: name }), 'PPD')).toBeNull()
  })

  it('is of a person behind PPD, and of a business behind CCD and CTX', () => {
    const entry = storedEntry({ receiverName: 'Ridgeway Supply' })
    expect(ownerQuestion(entry, 'PPD')).toMatchObject({ ownerKind: 'person' })
    for (const secCode of ['CCD', 'CTX'] as const)
      expect(ownerQuestion(entry, secCode)).toMatchObject({
        ...{ ownerKind: 'business', owner: { businessName: 'Ridgeway Supply' } },
      })
  })
})

describe('ownership checks of a batch', () => {
  it('ask each account under its name once, and keep every answer as a validation', async () => {
    const { desk, store, bank, told } = await openDesk()
    const twice = [storedEntry(), storedEntry({ accountNumber: '4471', receiverName: 'ANN ALDER' })]
    const other = storedEntry({ receiverName: 'Bo Birch' })
    const id = await putBatch(store, 'PPD', [...twice, other])
    expect(await must(check(desk, id))).toMatchObject({ id, state: 'running', of: 2, kept: 0 })
    expect(await over(desk, id)).toEqual({
      ...{ id, state: 'done', why: null, done: 2, of: 2, kept: 0 },
    })
    expect(bank.asked.map(({ owner }) => owner.lastName).toSorted()).toEqual(['ALDER', 'Birch'])
    const rows = await store.read.selectFrom('validations').selectAll().execute()
    expect(rows).toHaveLength(2)
    const found = await known(desk, id)
    expect(found.map(({ entryId, resultClass }) => [entryId, resultClass]).toSorted()).toEqual(
      [...twice, other].map((one) => [one.id, 'owner-matches']).toSorted(),
    )
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ id, state: 'done', done: 2 }))
    const acts = await store.read.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(acts)).not.toContain('0004471')
  })

  it('ask nothing about what is young enough, and again about what is not', async () => {
    const { desk, store, bank, now } = await openDesk()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    await must(check(desk, id))
    await over(desk, id)
    now.value = new Date('2026-11-22T11:00:00.000Z')
    expect(await must(check(desk, id))).toMatchObject({ state: 'done', of: 0, kept: 1 })
    expect(bank.asked).toHaveLength(1)
    expect((await known(desk, id))[0]?.ageHours).toBeCloseTo(23)
    now.value = new Date('2026-11-22T13:00:00.000Z')
    expect(await must(check(desk, id))).toMatchObject({ of: 1, kept: 0 })
    await over(desk, id)
    expect(bank.asked).toHaveLength(2)
  })

  it('ask of the chosen entries alone, and say which could not be asked', async () => {
    const { desk, store, bank } = await openDesk()
    const entries = [
      storedEntry(),
      storedEntry({ receiverName: 'Cher', accountNumber: '2' }),
      storedEntry({ accountNumber: '3' }),
    ]
    const id = await putBatch(store, 'PPD', entries)
    const chosen = entries.slice(1).map((one) => one.id)
    await must(check(desk, id, { entryIds: chosen }))
    const run = await over(desk, id)
    expect(run).toMatchObject({ state: 'done', done: 1, of: 1 })
    expect(run.why).toMatch(/^1 entry could not be asked about/)
    expect(bank.asked.map(({ accountNumber }) => accountNumber)).toEqual(['3'])
    expect(await check(desk, id, { entryIds: [chosen[0]] })).toMatchObject({
      error: { code: 'nothing-to-send' },
    })
  })

  it('speak for no other name, bank or account, and follow the threshold and the echo', async () => {
    const { desk, store, bank } = await openDesk()
    const one = storedEntry()
    const first = await putBatch(store, 'PPD', [one])
    bank.answer = () => answered('80')
    await must(check(desk, first))
    await over(desk, first)
    expect((await known(desk, first))[0]).toMatchObject({ resultClass: 'owner-differs', score: 80 })
    const others = await putBatch(store, 'PPD', [
      storedEntry({ receiverName: 'Bo Birch' }),
      storedEntry({ routingNumber: '041000124' }),
      storedEntry({ accountNumber: '99' }),
    ])
    expect(await known(desk, others)).toEqual([])
    bank.answer = () => answered('95', { accountNumber: '777' })
    await must(check(desk, others))
    await over(desk, others)
    expect((await known(desk, others)).map(({ resultClass }) => resultClass)).toEqual(
      Array(3).fill('cannot-tell'),
    )
  })

  it('keep what was learned before where a later call tells nothing', async () => {
    const { desk, store, bank } = await openDesk()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    await must(check(desk, id))
    await over(desk, id)
    bank.answer = () => ({ kind: 'no-answer', reason: 'timeout' }) as unknown as ValidationOutcome
    await must(check(desk, id, { maxAgeHours: -1 }))
    await over(desk, id)
    expect(bank.asked).toHaveLength(2)
    expect((await known(desk, id))[0]?.resultClass).toBe('owner-matches')
  })

  it('never ask again by themselves what brought no answer', async () => {
    const { desk, store, bank } = await openDesk()
    const entries = Array.from({ length: 3 }, (_, at) =>
      storedEntry({ accountNumber: String(500 + at) }),
    )
    const id = await putBatch(store, 'PPD', entries)
    bank.answer = () => ({ kind: 'no-answer', reason: 'timeout' }) as unknown as ValidationOutcome
    await must(check(desk, id))
    expect(await over(desk, id)).toMatchObject({ state: 'done', done: 3 })
    expect(bank.asked).toHaveLength(3)
    expect(new Set(bank.asked.map(({ accountNumber }) => accountNumber)).size).toBe(3)
  })

  it('pause at a 429 until the silence is over, and ask that account then', async () => {
    const { desk, store, bank } = await openDesk()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    bank.answer = () => {
      if (bank.asked.length > 1) return answered('95')
      bank.paused = new Date('2026-11-21T12:02:00.000Z')
      return { kind: 'unreadable', status: 429, why: 'empty' }
    }
    await must(check(desk, id))
    await vi.waitFor(() => expect(bank.asked).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(bank.asked).toHaveLength(1)
    expect(await must(desk.verbs.getOwnershipRun({ id }, caller))).toMatchObject({
      ...{ state: 'running', done: 0 },
    })
    expect(await check(desk, id)).toMatchObject({ error: { code: 'run-under-way' } })
    bank.paused = null
    expect(await over(desk, id)).toMatchObject({ state: 'done', done: 1 })
    expect(bank.asked).toHaveLength(2)
    expect(await store.read.selectFrom('validations').selectAll().execute()).toHaveLength(1)
  })

  it('end where the bank refuses access, and say why', async () => {
    const { desk, store, bank } = await openDesk()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    bank.answer = () => ({ kind: 'unreadable', status: 403, why: 'empty' })
    await must(check(desk, id))
    expect(await over(desk, id)).toMatchObject({
      ...{ state: 'failed', why: 'The bank refused access (HTTP 403).', done: 0 },
    })
    expect(bank.asked).toHaveLength(1)
  })

  it('send nothing whose asking could not be recorded', async () => {
    const { desk, store, bank, failing } = await openDesk()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    failing.add('batch.owner-asked')
    await must(check(desk, id))
    const run = await over(desk, id)
    expect(run.state).toBe('failed')
    expect(run.why).toMatch(/could not be recorded/)
    expect(bank.asked).toEqual([])
  })

  it.each(['stop', 'leave'] as const)(
    'ask no more after a %s, and store what was on its way',
    async (how) => {
      const { desk, store, bank } = await openDesk()
      const entries = Array.from({ length: 80 }, (_, at) =>
        storedEntry({ accountNumber: String(1_000 + at) }),
      )
      const id = await putBatch(store, 'PPD', entries)
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      bank.answer = () => held.then(() => answered('95'))
      await must(check(desk, id))
      await vi.waitFor(() => expect(bank.asked.length).toBeGreaterThan(0))
      const ending = how === 'stop' ? desk.verbs.stopOwnership({ id }, caller) : desk.interrupt()
      release()
      await ending
      const run = await over(desk, id)
      expect(run.state).toBe('stopped')
      await desk.interrupt()
      const asked = bank.asked.length
      expect(asked).toBeLessThan(80)
      const rows = await store.read.selectFrom('validations').selectAll().execute()
      expect(rows).toHaveLength(asked)
      // Begun again by a person, only the rest is asked.
      expect(await must(check(desk, id))).toMatchObject({ of: 80 - asked, kept: asked })
    },
  )

  it('are not begun without a bank, in a silence, or for a batch that is not there', async () => {
    const { desk, store, bank } = await openDesk()
    const id = await putBatch(store, 'PPD', [storedEntry()])
    expect(await check(desk, 'none')).toMatchObject({ error: { code: 'not-found' } })
    expect(await desk.verbs.stopOwnership({ id }, caller)).toMatchObject({
      error: { code: 'not-found' },
    })
    bank.paused = new Date('2026-11-21T12:02:00.000Z')
    expect(await check(desk, id)).toMatchObject({ error: { code: 'rate-paused' } })
    bank.isThere = false
    expect(await check(desk, id)).toMatchObject({ error: { code: 'bank-not-running' } })
    expect(bank.asked).toEqual([])
  })

  it('know the entries of a large batch by one statement', async () => {
    const { desk, store } = await openDesk()
    const entries: TypedEntry[] = Array.from({ length: 1_000 }, (_, at) =>
      storedEntry({ accountNumber: String(70_000 + at) }),
    )
    const id = await putBatch(store, 'PPD', entries)
    expect(await known(desk, id)).toEqual([])
  })
})

/** An entry for a business of the practice bank's town. */
function ofTown(id: string): TypedEntry {
  const found = townAccounts.find((one) => one.id === id)
  if (!found) throw new Error(id)
  const { routingNumber, accountNumber, name } = found
  return storedEntry({ routingNumber, accountNumber, receiverName: name })
}

describe('ownership checks at the practice bank', () => {
  it('are asked over the real way, kept, and not asked again', async () => {
    const folder = await newFolder()
    cleanUps.push(() => removeFolder(folder))
    const store = await openPracticeStore(folder)
    const id = await putBatch(store, 'CCD', [
      ofTown('ridgeway-supply-llc'),
      ofTown('lantern-theatre-company'),
    ])
    await store.close()
    const { workstation, context, told } = await startWorkstation(folder)
    cleanUps.push(() => workstation.close())
    const { batches } = workstation.handlers
    await must(batches.checkOwnership({ id, entryIds: null, maxAgeHours: 24 }, context))
    await vi.waitFor(
      async () =>
        expect(await must(batches.getOwnershipRun({ id }, context))).toMatchObject({
          ...{ state: 'done', done: 2, of: 2 },
        }),
      { timeout: 20_000, interval: 20 },
    )
    const found = await must<EntryOwnership[]>(batches.listOwnership({ id }, context))
    expect(found.map(({ resultClass }) => resultClass).toSorted()).toEqual([
      'account-closed',
      'owner-matches',
    ])
    const again = batches.checkOwnership({ id, entryIds: null, maxAgeHours: 24 }, context)
    expect(await must(again)).toMatchObject({ state: 'done', of: 0, kept: 2 })
    expect(told.others.some(([name]) => name === 'batches.ownershipChanged')).toBe(true)
  }, 60_000)
})
