/** A bulk run in the whole workstation: real store, real practice bank over mutual TLS. */
import { afterEach, expect, it, vi } from 'vitest'
import type { BulkRun, BulkRowsRequest } from '../../../../preload/contract/api/bulk/run.ts'
import type { ImportOptions } from '../../../../preload/contract/api/bulk/import.ts'
import { practiceBanks } from '../../../../preload/contract/kernel/routing-number.ts'
import type { Workstation } from '../../../../main/workstation.ts'
import type { CallContext } from '../../../../main/platform/handlers.ts'
import {
  newFolder,
  openPracticeStore,
  removeFolder,
  startWorkstation,
} from '../../support/workstation.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

type Bulk = Workstation['handlers']['bulk']

/** Returns the value of a successful answer; throws for any other. */
async function valueOf<T>(answer: unknown): Promise<T> {
  const result = (await answer) as { ok: boolean; value: T; error?: unknown }
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function open(folder?: string): Promise<{
  bulk: Bulk
  context: CallContext
  workstation: Workstation
  folder: string
  changes: BulkRun[]
}> {
  const at = folder ?? (await newFolder())
  if (folder === undefined) cleanUps.push(() => removeFolder(at))
  const { workstation, context, emitted } = await startWorkstation(at)
  cleanUps.push(() => workstation.close())
  const changes = emitted.others as unknown as BulkRun[]
  return { bulk: workstation.handlers.bulk, context, workstation, folder: at, changes }
}

const csv = (...lines: string[]): string => Buffer.from(lines.join('\n')).toString('base64')
const header = 'Vendor,First Name,Last Name,SSN,DOB,Routing,Account,Amount,Note'

/** Polls until the condition holds, because the run continues by itself. */
async function until(
  bulk: Bulk,
  context: CallContext,
  id: string,
  holds: (run: BulkRun) => boolean,
) {
  const get = (): Promise<BulkRun> => valueOf<BulkRun>(bulk.get({ id }, context))
  await vi.waitFor(async () => expect(holds(await get())).toBe(true), {
    timeout: 30_000,
    interval: 20,
  })
  return get()
}

const everyRow = (id: string): BulkRowsRequest => ({
  id,
  cursor: null,
  limit: 500,
  state: null,
  resultClass: null,
  scores: null,
  threshold: 81,
  search: '',
  sort: null,
})

async function began(bulk: Bulk, context: CallContext, ...rows: string[]) {
  const draft = await valueOf<{ draftId: string; mapping: { column: number; target: string }[] }>(
    bulk.takeFile({ name: 'vendors.csv', base64: csv(header, ...rows) }, context),
  )
  const mapping = [...draft.mapping, { column: 8, target: 'retain' }]
  const options: ImportOptions = {
    apiVersion: 'v1',
    withoutOwner: 'send',
    repeats: 'hold-back',
    restoreZeros: true,
    unusualRouting: 'send',
  }
  const checked = await valueOf<{ sendable: number; heldBack: number }>(
    bulk.check({ draftId: draft.draftId, mapping: mapping as never, options }, context),
  )
  const run = await valueOf<BulkRun>(
    bulk.start({ draftId: draft.draftId, name: 'Vendors' }, context),
  )
  return { draft, checked, run }
}

it('queries every valid row once, keeps the others, and gives each its validation', async () => {
  const { bulk, context } = await open()
  const { checked, run } = await began(
    bulk,
    context,
    'Ridgeway Supply,,,,,021000021,123456789,12.50,first',
    'Both Ltd,Ann,Lee,,,021000021,223456789,1,second',
    ',Ann,Lee,123-45-6789,19800229,21000021,323456789,1,third',
    'Ridgeway Supply,,,,,021000021,0123456789,1,repeat',
  )
  expect(checked).toMatchObject({ sendable: 2, heldBack: 2, restored: 1 })
  const done = await until(bulk, context, run.id, ({ state }) => state === 'finished')
  expect(done.counts).toMatchObject({ answered: 2, 'held-back': 2, waiting: 0, 'in-flight': 0 })
  const rows = await valueOf<{
    items: { row: number; state: string; validationId: string | null }[]
  }>(bulk.listRows(everyRow(run.id), context))
  expect(rows.items.map(({ row, state }) => [row, state])).toEqual([
    [2, 'answered'],
    [3, 'held-back'],
    [4, 'answered'],
    [5, 'held-back'],
  ])
  expect(rows.items.map(({ validationId }) => validationId !== null)).toEqual([
    true,
    false,
    true,
    false,
  ])
})

it('bank note 39: neither the SSN nor the date of birth of a file is in the store', async () => {
  const { bulk, context, workstation, folder } = await open()
  const { run } = await began(
    bulk,
    context,
    ',Ann,Lee,987654321,1980-02-28,021000021,323456789,1,x 123-45-6789',
  )
  await until(bulk, context, run.id, ({ state }) => state === 'finished')
  await workstation.close()
  const store = await openPracticeStore(folder)
  const stored = JSON.stringify([
    await store.read.selectFrom('bulk_rows').selectAll().execute(),
    await store.read.selectFrom('bulk_runs').selectAll().execute(),
    await store.read.selectFrom('validations').selectAll().execute(),
    await store.read.selectFrom('bank_calls').selectAll().execute(),
    await store.read.selectFrom('audit_entries').selectAll().execute(),
  ])
  await store.close()
  expect(stored).toContain('323456789')
  for (const secret of ['987654321', '1980-02-28', '19800228', '123-45-6789']) {
    expect(stored).not.toContain(secret)
  }
})

it('stores every row with an answer exactly once, and the rows of an interrupted run wait', async () => {
  const first = await open()
  const lines = Array.from(
    { length: 20 },
    (_, at) => `Firm ${String(at)},,,,,021000021,${String(500000 + at)},1,n`,
  )
  const { run } = await began(first.bulk, first.context, ...lines)
  await until(first.bulk, first.context, run.id, ({ counts }) => counts.answered >= 3)
  await first.workstation.close()
  const second = await open(first.folder)
  const found = await valueOf<BulkRun>(second.bulk.get({ id: run.id }, second.context))
  expect(found.state).toBe('interrupted')
  expect(found.counts).toMatchObject({ 'in-flight': 0, unknown: 0 })
  expect(found.counts.waiting).toBeGreaterThan(0)
  await valueOf(second.bulk.resume({ id: run.id, withoutPersonalNumbers: false }, second.context))
  const done = await until(second.bulk, second.context, run.id, ({ state }) => state === 'finished')
  expect(done.counts.answered).toBe(20)
  const history = await valueOf<{ total: number }>(
    second.workstation.handlers.validation.list(
      { cursor: null, limit: 1, search: '', resultClass: null },
      second.context,
    ),
  )
  expect(history.total).toBe(20)
})

it('bank note 23: pauses after ten calls of a bank whose every answer is a page with 200', async () => {
  const { bulk, context, workstation } = await open()
  const { practice } = workstation.handlers
  await valueOf(
    practice.setScenario(
      { scenario: 'html-200', times: 'until-cleared', target: 'validation' },
      context,
    ),
  )
  const lines = Array.from(
    { length: 20 },
    (_, at) => `Firm ${String(at)},,,,,${practiceBanks.creditUnion},${String(800_000 + at)},1,n`,
  )
  const { run } = await began(bulk, context, ...lines)
  const paused = await until(bulk, context, run.id, ({ state }) => state === 'paused')
  expect(paused.counts).toMatchObject({ answered: 10, waiting: 10, 'in-flight': 0 })
  await valueOf(practice.clearScenarios(undefined, context))
  await valueOf(bulk.resume({ id: run.id, withoutPersonalNumbers: false }, context))
  await until(bulk, context, run.id, ({ state }) => state === 'finished')
  await valueOf(bulk.queryFailed({ id: run.id }, context))
  await until(bulk, context, run.id, ({ state }) => state === 'finished')
  const tally = await valueOf<{ byClass: object }>(
    bulk.getTally({ id: run.id, threshold: 81 }, context),
  )
  expect(tally.byClass).toEqual({ 'account-not-found': 20 })
})

it('queries nothing more once it is paused, and the rest when it is resumed', async () => {
  const { bulk, context } = await open()
  const lines = Array.from(
    { length: 15 },
    (_, at) => `Firm ${String(at)},,,,,021000021,${String(600000 + at)},1,n`,
  )
  const { run } = await began(bulk, context, ...lines)
  await until(bulk, context, run.id, ({ counts }) => counts.answered >= 2)
  const paused = await valueOf<BulkRun>(bulk.pause({ id: run.id }, context))
  expect(paused).toMatchObject({ state: 'paused', trouble: null })
  const atRest = await until(bulk, context, run.id, ({ counts }) => counts['in-flight'] === 0)
  expect(atRest.counts.waiting).toBeGreaterThan(0)
  await valueOf(bulk.resume({ id: run.id, withoutPersonalNumbers: false }, context))
  const done = await until(bulk, context, run.id, ({ state }) => state === 'finished')
  expect(done.counts.answered).toBe(15)
})

it('never queries the rest once it is stopped', async () => {
  const { bulk, context } = await open()
  const lines = Array.from(
    { length: 15 },
    (_, at) => `Firm ${String(at)},,,,,021000021,${String(700000 + at)},1,n`,
  )
  const { run } = await began(bulk, context, ...lines)
  await until(bulk, context, run.id, ({ counts }) => counts.answered >= 1)
  await valueOf(bulk.stop({ id: run.id }, context))
  const stopped = await until(
    bulk,
    context,
    run.id,
    ({ counts }) => counts['not-sent'] > 0 && counts.waiting === 0,
  )
  expect(stopped.state).toBe('stopped')
  expect(stopped.counts.answered + stopped.counts['not-sent']).toBe(15)
  await valueOf(bulk.resume({ id: run.id, withoutPersonalNumbers: false }, context))
  expect(await valueOf<BulkRun>(bulk.get({ id: run.id }, context))).toMatchObject({
    state: 'stopped',
    counts: stopped.counts,
  })
})
