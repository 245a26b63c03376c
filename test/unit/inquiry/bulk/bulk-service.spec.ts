/**
 * Several runs in one store, and several simultaneous operators: one run is active at a time, and
 * each can be ended.
 */
import { describe, expect, it, vi } from 'vitest'
import type { BulkService } from '../../../../main/inquiry/bulk/bulk.service.ts'
import type { ImportDraft } from '../../../../preload/contract/api/bulk/import.ts'
import type { BulkRun } from '../../../../preload/contract/api/bulk/run.ts'
import { begin, matches, open, until, type Bank } from './open-bulk.ts'

/** Holds all answers of the bank; returns a function that releases them. */
function hold(bank: Bank): () => void {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  bank.answer = async () => {
    await held
    return matches
  }
  return () => {
    bank.answer = () => matches
    release()
  }
}

async function stateOf(session: BulkService, id: string): Promise<BulkRun['state'] | undefined> {
  const run = await session.runs.get(id)
  return run.ok ? run.value.state : undefined
}

const atRest = (session: BulkService, id: string) =>
  until(session, id, ({ state, counts }) => state !== 'running' && counts['in-flight'] === 0)

/** Returns a paused run with waiting rows and no call in flight. */
async function paused(session: BulkService, bank: Bank, first: number): Promise<string> {
  const release = hold(bank)
  const id = await begin(session, 60, undefined, first)
  await vi.waitFor(() => expect(bank.requested.some((one) => Number(one) >= first)).toBe(true))
  await session.runs.pause(id, 'ann')
  release()
  const { counts } = await atRest(session, id)
  expect(counts.waiting).toBeGreaterThan(0)
  return id
}

describe('a session with several runs', () => {
  it('P8: pauses, blocks others and interrupts the active run after an older one was stopped', async () => {
    const { session, bank } = await open()
    const old = await paused(session, bank, 1000)
    const release = hold(bank)
    const under = await begin(session, 200, undefined, 5000)
    await session.runs.stop(old, 'ann')
    await expect(begin(session, 3, undefined, 8000)).rejects.toThrow('run-under-way')
    await session.runs.pause(under, 'ann')
    expect(await stateOf(session, under)).toBe('paused')
    const requested = bank.requested.length
    release()
    await session.rest()
    expect(bank.requested.length).toBe(requested)
    expect((await atRest(session, old)).counts).toMatchObject({ waiting: 0 })
  })

  it('P8: interrupts every run when the profile is left, whatever was done with others', async () => {
    const { session, bank } = await open()
    const old = await paused(session, bank, 1000)
    const release = hold(bank)
    const under = await begin(session, 200, undefined, 5000)
    await session.runs.retryUnknown(old, null, 'ann')
    await session.runs.stop(old, 'ann')
    const interrupted = session.rest()
    release()
    await interrupted
    const requested = bank.requested.length
    expect(await stateOf(session, under)).toBe('interrupted')
    expect((await atRest(session, under)).counts.waiting).toBeGreaterThan(0)
    expect(bank.requested.length).toBe(requested)
  })

  it('does not start a run that was being written when the profile was left', async () => {
    const { session, bank, store } = await open()
    const beginning = begin(session, 8000, undefined, 5000)
    const written = () => store.read.selectFrom('bulk_runs').select('id').execute()
    await vi.waitFor(async () => expect(await written()).toHaveLength(1), {
      timeout: 20_000,
      interval: 1,
    })
    await session.rest()
    expect(await stateOf(session, await beginning)).toBe('interrupted')
    expect(bank.requested).toEqual([])
  })

  it('leaves a finished run as it is when nothing of it is unknown', async () => {
    const { session, bank } = await open()
    const done = await begin(session, 3, undefined, 1000)
    await until(session, done, ({ state }) => state === 'finished')
    const release = hold(bank)
    const under = await begin(session, 100, undefined, 5000)
    await session.runs.retryUnknown(done, null, 'ann')
    expect(await stateOf(session, done)).toBe('finished')
    await session.runs.pause(under, 'ann')
    expect(await stateOf(session, under)).toBe('paused')
    release()
    await atRest(session, under)
  })

  it('resumes one of two runs that two persons resume at once, and gives the reason for the other', async () => {
    const { session, bank } = await open()
    const one = await paused(session, bank, 1000)
    const other = await paused(session, bank, 5000)
    const release = hold(bank)
    const [first, second] = await Promise.all([
      session.runs.resume(one, false, 'ann'),
      session.runs.resume(other, false, 'bob'),
    ])
    expect(first).toMatchObject({ ok: true, value: { state: 'running' } })
    expect(second).toMatchObject({ ok: false, error: { code: 'run-under-way' } })
    expect(await stateOf(session, other)).toBe('paused')
    release()
    await until(session, one, ({ state }) => state === 'finished')
  })

  it('stops a run for good when another person resumes it at the same moment, in either order', async () => {
    for (const order of ['stop first', 'resume first']) {
      const { session, bank } = await open()
      const id = await paused(session, bank, 1000)
      const both = [() => session.runs.stop(id, 'ann'), () => session.runs.resume(id, false, 'bob')]
      if (order === 'resume first') both.reverse()
      await Promise.all(both.map((step) => step()))
      const run = await until(
        session,
        id,
        ({ counts }) => counts['in-flight'] === 0 && counts.waiting === 0,
      )
      expect(run.state).toBe('stopped')
      expect(run.counts.answered + run.counts['not-sent']).toBe(60)
      expect(new Set(bank.requested).size).toBe(bank.requested.length)
    }
  })

  it('keeps the agreed frequency over all runs together', async () => {
    const calls = { count: 5, per: 'minute' }
    const { session, bank } = await open([
      { product: 'account-validation', hours: { kind: 'all-day' }, calls },
    ])
    const first = await begin(session, 5, undefined, 1000)
    await until(session, first, ({ state }) => state === 'finished')
    const second = await begin(session, 5, undefined, 2000)
    await session.rest()
    expect(bank.requested).toHaveLength(5)
    expect((await atRest(session, second)).counts.waiting).toBe(5)
  })

  it('does not count a call that was never made against the agreed frequency', async () => {
    const calls = { count: 1, per: 'minute' }
    const { session, bank } = await open([
      { product: 'account-validation', hours: { kind: 'all-day' }, calls },
    ])
    bank.problem = new RangeError('v2: no path is configured')
    const id = await begin(session, 1)
    const paused = await until(session, id, ({ state }) => state === 'paused')
    expect(paused.trouble).toBe('v2: no path is configured')
    bank.problem = null
    await session.runs.resume(id, false, 'ann')
    await until(session, id, ({ state }) => state === 'finished')
    expect(bank.requested).toHaveLength(1)
  })
})

describe('the held-back rows of an ended run', () => {
  const lines = [
    'Company,Routing,Account',
    'Acme,021000021,1001',
    'Beta,02100002,1002',
    'Acme,021000021,1001',
    'Gamma,02100002,1004',
  ]
  const bytes = Buffer.from(lines.join('\n'))
  const everyRow = {
    cursor: null,
    limit: 50,
    show: 'all',
    sort: null,
  } as const

  async function endedRun(session: BulkService): Promise<string> {
    const draft = await session.drafts.take('f.csv', bytes, 'ann')
    if (!draft.ok) throw new Error(draft.error.code)
    const run = await session.start(draft.value.draftId, 'Firms', 'ann')
    if (!run.ok) throw new Error(run.error.code)
    const ended = await until(session, run.value.id, ({ state }) => state === 'finished')
    expect(ended).toMatchObject({ correctable: 3, counts: { answered: 1, 'held-back': 3 } })
    return ended.id
  }
  async function correction(session: BulkService, id: string, file?: Buffer, actor = 'ann') {
    const chosen = file && { name: 'f.csv', bytes: file }
    const answer = await session.correctHeldBack(id, actor, chosen)
    if (!answer.ok || answer.value === null) throw new Error('no draft')
    return answer.value
  }
  const rules = ({ mapping, options }: ImportDraft) => ({ mapping, options })

  it('are corrected in a run of their own, without any row that was sent', async () => {
    const { session, bank } = await open()
    const id = await endedRun(session)
    const draft = await correction(session, id)
    expect(draft).toMatchObject({ file: 'f.csv', rows: 3, ranBefore: null })
    const cell = { row: 3, target: 'routingNumber', value: '021000021' } as const
    const edited = await session.drafts.edit(draft.draftId, cell, rules(draft), 'ann')
    expect(edited).toMatchObject({ ok: true, value: { checked: { rows: 3, sendable: 1 } } })
    const listed = session.drafts.rows({ ...everyRow, draftId: draft.draftId }, 'ann')
    expect(listed).toMatchObject({
      ok: true,
      value: {
        items: [
          { row: 3, isSendable: true },
          { row: 4, isSendable: false, problems: [{ message: 'Same request as row 2' }] },
          { row: 5, isSendable: false },
        ],
      },
    })
    const run = await session.start(draft.draftId, 'Firms, corrected', 'ann')
    if (!run.ok) throw new Error(run.error.code)
    await until(session, run.value.id, ({ state }) => state === 'finished')
    expect(bank.requested).toEqual(['1001', '1002'])
    expect(await session.runs.get(id)).toMatchObject({ value: { correctable: 2 } })
  })

  it('need the file again once it is no longer in memory, or for another operator', async () => {
    const { session } = await open()
    const id = await endedRun(session)
    expect(await session.correctHeldBack(id, 'bob')).toEqual({ ok: true, value: null })
    await session.rest()
    expect(await session.correctHeldBack(id, 'ann')).toEqual({ ok: true, value: null })
    expect(
      await session.correctHeldBack(id, 'ann', { name: 'g.csv', bytes: Buffer.from('x') }),
    ).toMatchObject({ ok: false, error: { code: 'file-differs', wanted: 'f.csv' } })
    const draft = await correction(session, id, bytes, 'bob')
    const checked = await session.drafts.check(draft.draftId, rules(draft), 'bob')
    expect(checked).toMatchObject({ ok: true, value: { rows: 3, sendable: 0, heldBack: 3 } })
  })

  it('change nothing in the file where the correction is discarded', async () => {
    const { session } = await open()
    const id = await endedRun(session)
    const first = await correction(session, id)
    const cell = { row: 3, target: 'routingNumber', value: '021000021' } as const
    await session.drafts.edit(first.draftId, cell, rules(first), 'ann')
    session.drafts.discard(first.draftId, 'ann')
    const again = await correction(session, id)
    const checked = await session.drafts.check(again.draftId, rules(again), 'ann')
    expect(checked).toMatchObject({ ok: true, value: { sendable: 0 } })
  })

  it('are not corrected during the run, in a run without any, or in an unknown run', async () => {
    const { session, bank } = await open()
    const waiting = await paused(session, bank, 1000)
    const failure = (code: string) => ({ ok: false, error: { code } })
    expect(await session.correctHeldBack(waiting, 'ann')).toEqual(failure('nothing-to-send'))
    await session.runs.stop(waiting, 'ann')
    await atRest(session, waiting)
    expect(await session.correctHeldBack(waiting, 'ann')).toEqual(failure('nothing-to-send'))
    expect(await session.correctHeldBack('none', 'ann')).toEqual(failure('not-found'))
  })
})
