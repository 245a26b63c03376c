/** Bank names on a real store: imported directories, and the downloaded RTP participants. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createBankNames } from '../../../../main/inquiry/bank-names/bank-names.service.ts'
import {
  addRows,
  beginSet,
  completeSet,
} from '../../../../main/inquiry/payment-inquiry/participant-records.ts'
import { verifyChain } from '../../../../main/store/hash-chain.ts'
import type { Store } from '../../../../main/store/store.ts'
import { practiceParticipants } from '../../../../preload/contract/kernel/routing-number.ts'
import { auditEntries, newStorePath, open } from '../../store/stores.ts'
import { fedachLine, fedwireLine, fileOf } from './directory-lines.ts'

const [mill, ferry] = ['550010016', '550020022'] as const
const importedAt = '2026-11-23T14:00:00.000Z'

async function openNames() {
  const store = await open(newStorePath())
  const events: string[] = []
  let [ids, passedMs, isFailing] = [0, 0, false]
  const names = createBankNames({
    store: {
      ...store,
      record: (act, work) =>
        store.record(act, async (tx, also) => {
          const done = await work(tx, also)
          if (isFailing) throw new Error('disk full')
          return done
        }),
    },
    clock: { now: () => new Date(importedAt), monotonicMs: () => passedMs },
    newId: () => `d${String((ids += 1))}`,
    operatorName: (id) => ({ ada: 'Ada Quist' })[id] ?? id,
    emitEvent: (noun, name) => void events.push(`${noun}.${name}`),
  })
  const inspect = async (bytes: Buffer, actor = 'ada') => {
    const inspected = await names.inspect({ name: 'directory.txt', bytes }, actor)
    if (!inspected.ok) throw new Error(inspected.error.code)
    return inspected.value
  }
  const commit = async (bytes: Buffer) => names.commit((await inspect(bytes)).draftId ?? '', 'ada')
  return {
    store,
    names,
    events,
    inspect,
    commit,
    pass: (ms: number) => (passedMs += ms),
    failAfterWork: () => (isFailing = true),
  }
}

/** Stores a downloaded list of participants. */
async function download(store: Store, rows: readonly (readonly [string, string])[]) {
  const set = { id: `s${String(rows.length)}`, actor: 'mara' }
  await beginSet(store, set.id, importedAt, set.actor)
  await addRows(store, set, { from: 0, rows, places: { name: 0, routing: 1 } })
  await completeSet(store, {
    ...set,
    at: '2026-11-20T09:00:00.000Z',
    columns: JSON.stringify(['bankName', 'rtn']),
    name_column: 'bankName',
    routing_column: 'rtn',
    row_count: rows.length,
  })
}

describe('the name of a bank', () => {
  it('is in no source where nothing was imported or downloaded', async () => {
    const { names } = await openNames()
    expect(await names.find(mill)).toEqual({ names: [], hasDirectory: false })
    expect(await names.directories()).toEqual([])
  })

  it('comes from each source that has it, the directories first, with the date of the source', async () => {
    const { store, names, commit } = await openNames()
    await download(store, [['Mill Bank', mill]])
    await commit(fileOf([fedwireLine(mill, 'MILL BANK NA'), fedwireLine(ferry, 'FERRY BANK')]))
    await commit(fileOf([fedachLine(mill, 'MILL BANK')]))
    expect(await names.find(mill)).toEqual({
      hasDirectory: true,
      names: [
        { name: 'MILL BANK', place: 'ALDER FALLS, OR', source: 'fedach', at: importedAt },
        { name: 'MILL BANK NA', place: 'ALDER FALLS, OR', source: 'fedwire', at: importedAt },
        { name: 'Mill Bank', place: '', source: 'participants', at: '2026-11-20T09:00:00.000Z' },
      ],
    })
    expect((await names.find(ferry)).names).toMatchObject([{ source: 'fedwire' }])
  })

  it.each(['550030038', '55001001', '550010017', '', ' 550010016', '000000000'])(
    'is unknown for %j',
    async (routingNumber) => {
      const { names, commit } = await openNames()
      await commit(fileOf([fedachLine(mill, 'MILL BANK')]))
      expect(await names.find(routingNumber)).toEqual({ names: [], hasDirectory: true })
    },
  )

  it('of a participant is unknown where the list has no recognized columns', async () => {
    const { store, names } = await openNames()
    await download(store, [['Mill Bank', mill]])
    await store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, (tx) =>
      tx.updateTable('participant_sets').set({ name_column: null }).execute(),
    )
    expect(await names.find(mill)).toEqual({ names: [], hasDirectory: false })
  })
})

describe('the import of a directory', () => {
  it('stores nothing before it is confirmed, and names the file by its hash in the audit', async () => {
    const { store, names, events, inspect } = await openNames()
    const bytes = fileOf([fedachLine(mill, 'MILL BANK'), fedachLine(ferry, 'FERRY BANK')])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const draft = await inspect(bytes)
    expect(draft).toMatchObject({ kind: 'fedach', banks: 2, broken: 0, sha256 })
    expect(await names.directories()).toEqual([])
    const done = await names.commit(draft.draftId ?? '', 'ada')
    expect(done).toMatchObject({
      ok: true,
      value: [{ kind: 'fedach', file: 'directory.txt', banks: 2, operator: 'Ada Quist', sha256 }],
    })
    expect(events).toEqual(['bankNames.changed'])
    const acts = await auditEntries(store)
    expect(acts.at(-1)).toMatchObject({
      actor: 'ada',
      kind: 'bank-directory.imported',
      subject: 'fedach',
    })
    expect(JSON.parse(acts.at(-1)?.detail ?? '')).toEqual({
      file: 'directory.txt',
      sha256,
      banks: 2,
      changedOn: '2011-10-28',
    })
    expect(verifyChain(acts)).toMatchObject({ ok: true })
  })

  it('replaces the whole earlier one of its kind, and leaves the other kind unchanged', async () => {
    const { names, commit } = await openNames()
    await commit(fileOf([fedwireLine(ferry, 'FERRY BANK')]))
    const many = practiceParticipants.map((routing, at) =>
      fedachLine(routing, `BANK ${String(at)}`),
    )
    await commit(fileOf(many))
    const last = practiceParticipants.at(-1) ?? ''
    expect((await names.find(last)).names).toMatchObject([{ name: 'BANK 419' }])
    await commit(fileOf([fedachLine(mill, 'MILL BANK')]))
    expect((await names.find(last)).names).toEqual([])
    expect(await names.directories()).toMatchObject([
      { kind: 'fedach', banks: 1 },
      { kind: 'fedwire', banks: 1 },
    ])
  })

  it('imports nothing of a file with a broken line, names the first 20 and counts all', async () => {
    const { names, inspect } = await openNames()
    const broken = Array.from({ length: 30 }, () => fedachLine(ferry, ''))
    const draft = await inspect(fileOf([fedachLine(mill, 'MILL BANK'), ...broken]))
    expect(draft).toMatchObject({ draftId: null, banks: 1, broken: 30 })
    expect(draft.problems).toHaveLength(20)
    expect(draft.problems[0]).toEqual({ line: 2, problem: 'name' })
    expect(await names.commit('d1', 'ada')).toEqual({ ok: false, error: { code: 'draft-gone' } })
  })

  it('leaves the earlier directory as it was where the store fails in the middle', async () => {
    const session = await openNames()
    await session.commit(fileOf([fedachLine(mill, 'MILL BANK')]))
    const acts = await auditEntries(session.store)
    const { draftId } = await session.inspect(fileOf([fedachLine(ferry, 'FERRY BANK')]))
    session.failAfterWork()
    await expect(session.names.commit(draftId ?? '', 'ada')).rejects.toThrow('disk full')
    expect((await session.names.find(mill)).names).toHaveLength(1)
    expect((await session.names.find(ferry)).names).toEqual([])
    expect(await auditEntries(session.store)).toEqual(acts)
  })

  it('is available to the person who chose the file, once, and for 15 minutes', async () => {
    const { names, inspect, pass } = await openNames()
    const bytes = fileOf([fedachLine(mill, 'MILL BANK')])
    const { draftId } = await inspect(bytes)
    const gone = { ok: false, error: { code: 'draft-gone' } }
    expect(await names.commit(draftId ?? '', 'mara')).toEqual(gone)
    expect(await names.commit(draftId ?? '', 'ada')).toMatchObject({ ok: true })
    expect(await names.commit(draftId ?? '', 'ada')).toEqual(gone)
    const later = await inspect(bytes)
    pass(15 * 60_000)
    expect(await names.commit(later.draftId ?? '', 'ada')).toEqual(gone)
  })

  it('refuses what is no directory', async () => {
    const { names } = await openNames()
    expect(await names.inspect({ name: 'a.txt', bytes: Buffer.from('a') }, 'ada')).toMatchObject({
      error: { code: 'file-not-understood', file: 'a.txt' },
    })
  })
})
