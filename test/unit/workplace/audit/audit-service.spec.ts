/** The audit chain of a real store: listed, verified, signed. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  auditKeyFrom,
  newAuditKey,
  practiceAuditKeys,
  type AuditKeys,
} from '../../../../main/store/audit-key.ts'
import { keyCreated } from '../../../../main/store/audit-chain/checkpoints.ts'
import { checkWholeChain, everyMs, headOf, settledMs } from '../../../../main/store/audit.ts'
import type { Store } from '../../../../main/store/store.ts'
import type { JobContext } from '../../../../main/store/store-jobs.ts'
import { emptyBatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import {
  entry as batchEntry,
  storeBatch,
  uuid as entryUuid,
} from '../../money/batch/support/unknown-outcome.ts'
import type { AuditEntry, AuditRequest } from '../../../../preload/contract/api/audit/channels.ts'
import { err } from '../../../../preload/contract/kernel/result.ts'
import { changeFromOutside } from '../../store/change-from-outside.ts'
import { act, auditEntries, newStorePath, open } from '../../store/stores.ts'
import {
  checkpointsOf,
  exported,
  openAudit,
  ownKeys,
  storeWithActs,
  theo,
  verify,
} from './open-audit.ts'

type Session = Awaited<ReturnType<typeof openAudit>>['session']
const value = async <T>(answer: unknown): Promise<T> => {
  const given = (await answer) as { ok: true; value: T } | { ok: false; error: unknown }
  if (!given.ok) throw new Error(JSON.stringify(given.error))
  return given.value
}
const list = (session: Session, part: Partial<AuditRequest> = {}) =>
  value<{ items: { seq: number; actorName: string }[]; next: string | null; total: number }>(
    session.handlers.list({ cursor: null, limit: 50, ...part }, theo),
  )
const seqs = async (session: Session, part: Partial<AuditRequest> = {}): Promise<number[]> =>
  (await list(session, part)).items.map(({ seq }) => seq)
const state = (session: Session) =>
  value<Record<string, unknown>>(session.handlers.getState(undefined, theo))
const check = async (session: Session) =>
  (await value<{ checked: unknown }>(session.handlers.check(undefined, theo))).checked

describe('the list', () => {
  it('gives every entry once, newest first, page by page, while the chain grows', async () => {
    const store = await storeWithActs(7)
    const { session } = await openAudit(store)
    const first = await list(session, { limit: 4 })
    expect(first.items.map(({ seq }) => seq)).toEqual([7, 6, 5, 4])
    expect(first.total).toBe(7)
    await store.note(act('later'))
    expect(await seqs(session, { cursor: first.next })).toEqual([3, 2, 1])
  })

  it('names the order or the entry of an act, and finds acts by their shown names', async () => {
    const store = await storeWithActs(2)
    const { session } = await openAudit(store)
    await storeBatch(store, emptyBatchForm, [batchEntry(1, '12.00')], '{}')
    const { reference } = await store.read
      .selectFrom('orders')
      .select('reference')
      .executeTakeFirstOrThrow()
    await store.note({ actor: 'mara', kind: 'order.approved', subject: 'o1', detail: {} })
    await store.note({ actor: 'mara', kind: 'batch.entry', subject: entryUuid(1), detail: {} })
    const named = await list(session, { search: reference.slice(3, 20) })
    const orders = named.items.map((one) => (one as unknown as AuditEntry).subjectOrder)
    expect(new Set(named.items.map((one) => (one as unknown as AuditEntry).subject))).toEqual(
      new Set(['o1', entryUuid(1)]),
    )
    for (const one of orders) expect(one).toMatchObject({ id: 'o1', kind: 'batch', reference })
    const [other] = (await list(session, { search: 'x-1' })).items
    expect((other as unknown as AuditEntry | undefined)?.subjectOrder ?? null).toBeNull()
  })

  it('is narrowed by actor, kind, noun, subject and time, and searched in all that it shows', async () => {
    const store = await storeWithActs(2)
    const { session } = await openAudit(store)
    const created = {
      actor: 'mara',
      kind: 'order.submitted',
      subject: 'o-77',
      detail: { amount: 99 },
    }
    await store.note(created)
    await store.note({ ...created, actor: 'theo', kind: 'order.approved', detail: {} })
    expect(await seqs(session, { actor: 'mara' })).toEqual([3])
    expect(await seqs(session, { kind: 'order.approved' })).toEqual([4])
    expect(await seqs(session, { kind: 'order' })).toEqual([4, 3])
    expect(await seqs(session, { kind: 'ord' })).toEqual([])
    expect(await seqs(session, { subject: 'o-77' })).toEqual([4, 3])
    expect(await seqs(session, { search: '"amount":99' })).toEqual([3])
    expect(await seqs(session, { search: 'NAME OF THEO' })).toEqual([4])
    expect(
      await seqs(session, { from: '2026-11-23T14:00:00Z', to: '2026-11-23T14:00:01Z' }),
    ).toHaveLength(4)
    expect(await seqs(session, { to: '2026-11-23T14:00:00Z' })).toEqual([])
  })

  it('is sorted by every column either way', async () => {
    const store = await storeWithActs(3)
    const { session } = await openAudit(store)
    await store.note({ actor: 'a', kind: 'a.b', subject: 'zz', detail: {} })
    for (const column of ['seq', 'at', 'actor', 'kind', 'subject'] as const) {
      const up = await seqs(session, { sort: { column, direction: 'ascending' } })
      const down = await seqs(session, { sort: { column, direction: 'descending' } })
      expect(up).toEqual([...down].reverse())
    }
  })

  it('names every kind and everybody that it can be narrowed to', async () => {
    const store = await storeWithActs(2)
    const { session } = await openAudit(store)
    const facets = await value<{ kinds: string[]; actors: { name: string }[] }>(
      session.handlers.getFacets(undefined, theo),
    )
    expect(facets.kinds).toContain('setting.changed')
    expect(facets.actors.map(({ name }) => name)).toEqual(['Name of operator-1', 'Name of system'])
  })
})

describe('signing', () => {
  it('follows the opening, an act about money and a quarter of an hour, and only where the chain has grown', async () => {
    const store = await storeWithActs(3)
    const { session, timers, emitted } = await openAudit(store)
    expect(timers.delays()).toEqual([settledMs, everyMs])
    timers.run(settledMs)
    await vi.waitFor(async () => expect(await checkpointsOf(store)).toHaveLength(1))
    timers.run(everyMs)
    await vi.waitFor(() =>
      expect(emitted.filter(([name]) => name === 'audit.changed')).toHaveLength(2),
    )
    expect(await checkpointsOf(store)).toHaveLength(1)
    await store.note(act('more'))
    session.grown()
    session.grown()
    expect(timers.delays()).toEqual([everyMs, settledMs])
    timers.run(settledMs)
    await vi.waitFor(async () => expect(await checkpointsOf(store)).toHaveLength(2))
    expect(await state(session)).toMatchObject({
      entries: 5,
      latestCheckpoint: { seq: 5 },
      unsigned: null,
    })
  })

  it('adds no entry to a chain that has its key\u2019s name, or a chain would grow by being signed', async () => {
    const store = await storeWithActs(3)
    const { session } = await openAudit(store, practiceAuditKeys())
    await session.settled()
    expect(await checkpointsOf(store)).toHaveLength(1)
    expect(await auditEntries(store)).toHaveLength(3)
  })

  it('of one end by two workstations keeps the first, and is no failure of the other', async () => {
    const store = await storeWithActs(3)
    const both = [await openAudit(store), await openAudit(store)] as const
    for (const { session } of both) await session.handlers.sign(undefined, theo)
    await store.note(act('more'))
    const signed = (await checkpointsOf(store)).length
    for (const { timers } of both) timers.run(everyMs)
    for (const { session, emitted } of both) {
      await vi.waitFor(() =>
        expect(emitted.filter(([name]) => name === 'audit.changed')).toHaveLength(2),
      )
      expect(await state(session)).toMatchObject({ unsigned: null })
    }
    const { seq } = await headOf(store)
    expect(await checkpointsOf(store)).toHaveLength(signed + 1)
    for (const { session } of both) {
      expect(await state(session)).toMatchObject({ latestCheckpoint: { seq } })
      expect(await check(session)).toMatchObject({ kind: 'holds' })
    }
    const { code } = await verify((await exported(both[1].session)).join('\n'))
    expect(code).toBe(0)
  })

  it('signs at closing the acts since the last signature, and starts nothing more', async () => {
    const store = await storeWithActs(3)
    const { session, timers } = await openAudit(store)
    await session.settled()
    expect((await checkpointsOf(store)).map(({ seq }) => seq)).toEqual([4])
    session.grown()
    expect(timers.delays()).toEqual([])
  })

  it('closes where the keychain hangs, with the last act signed', async () => {
    const store = await storeWithActs(3)
    let requested: (() => void) | undefined
    const isRequested = new Promise<void>((resolve) => (requested = resolve))
    const hangs = (): Promise<void> => {
      requested?.()
      return new Promise(() => undefined)
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { session } = await openAudit(store, ownKeys(), hangs)
    let isClosed = false
    const closing = session.settled().then(() => (isClosed = true))
    await isRequested
    expect((await checkpointsOf(store)).at(-1)?.seq).toBe((await headOf(store)).seq)
    expect(isClosed).toBe(false)
    // The limit begins after the keychain was called; nothing else waits for it.
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersToNextTimerAsync()
    await closing
  })

  it('says why nothing is signed where the keychain refuses, and keeps on reading and checking', async () => {
    const problem = { kind: 'locked', detail: 'the keyring is locked' } as const
    const refused: AuditKeys = {
      isPublic: false,
      currentKey: () => undefined,
      take: () => Promise.resolve(err({ code: 'keychain-problem', problem })),
    }
    const store = await storeWithActs(3)
    const { session } = await openAudit(store, refused)
    expect(await session.handlers.sign(undefined, theo)).toEqual(
      err({ code: 'keychain-problem', problem }),
    )
    expect(await state(session)).toMatchObject({
      unsigned: problem,
      signedBy: null,
      latestCheckpoint: null,
    })
    expect(await session.beginExport('theo', 'Harbor')).toMatchObject({ ok: false })
    expect(await check(session)).toMatchObject({ kind: 'holds', checkpoints: 0 })
    await session.settled()
    expect((await auditEntries(store)).some(({ kind }) => kind === 'audit.exported')).toBe(false)
  })
})

describe('a check', () => {
  it('reads the whole chain with its checkpoints, and is an act itself', async () => {
    const store = await storeWithActs(30)
    const { session } = await openAudit(store)
    await session.handlers.sign(undefined, theo)
    expect(await check(session)).toMatchObject({ kind: 'holds', entries: 32, checkpoints: 1 })
    const last = (await auditEntries(store)).at(-1)
    expect(last).toMatchObject({ actor: 'theo', kind: 'audit.checked' })
    expect(JSON.parse(last?.detail ?? '')).toEqual({ kind: 'holds', entries: 32, checkpoints: 1 })
  })

  it('continues over more entries than one page has', async () => {
    const store = await storeWithActs(2_005)
    const { session } = await openAudit(store)
    await session.handlers.sign(undefined, theo)
    expect(await check(session)).toMatchObject({ kind: 'holds', entries: 2_007, checkpoints: 1 })
  })

  it('holds where another workstation records and signs meanwhile', async () => {
    const store = await storeWithActs(3)
    const { session, keys } = await openAudit(store)
    const before = await auditEntries(store)
    await store.note(act('more'))
    await session.handlers.sign(undefined, theo)
    const [after, checkpoints] = [await auditEntries(store), await checkpointsOf(store)]
    const within =
      (from: number, to: number) =>
      ({ seq }: { readonly seq: number }): boolean =>
        seq > from && seq <= to
    let reads = 0
    const job = {
      all(sql: string, from: number, to: number) {
        if (sql.includes('audit_checkpoints'))
          return Promise.resolve(checkpoints.filter(within(from, to)))
        const entries = (reads += 1) === 1 ? before : after
        return Promise.resolve(entries.filter(within(from, Infinity)))
      },
      one(sql: string, from: number) {
        const rows: readonly { readonly seq: number }[] = sql.includes('audit_checkpoints')
          ? checkpoints
          : after
        return Promise.resolve({ seq: rows.find(within(from, Infinity))?.seq ?? null })
      },
    } as unknown as JobContext
    const work: Store['work'] = (asked, input) => asked.run(job, input)
    const own = keys.currentKey()?.fingerprint
    expect(await checkWholeChain({ work }, 'harbor', own)).toEqual({
      kind: 'holds',
      entries: after.length,
      checkpoints: checkpoints.length,
    })
  })

  /** A store that somebody with its key has changed outside the program. */
  async function tampered(sql: string): Promise<unknown> {
    const file = newStorePath()
    const pkcs8 = newAuditKey()
    const store = await open(file)
    for (let at = 2; at <= 6; at += 1) await store.note(act(`o${String(at)}`))
    const before = await openAudit(store, ownKeys(pkcs8))
    await before.session.settled()
    await store.close()
    await changeFromOutside(file, sql)
    return check((await openAudit(await open(file), ownKeys(pkcs8))).session)
  }
  const other = auditKeyFrom(newAuditKey())
  it.each([
    ['a changed entry', `UPDATE audit_entries SET subject = 'x' WHERE seq = 3`, 3, 'hash'],
    ['a removed entry', 'DELETE FROM audit_entries WHERE seq = 3', 3, 'missing'],
    ['a broken link', `UPDATE audit_entries SET previous_hash = 'x' WHERE seq = 3`, 3, 'link'],
    ['an end that was cut off', 'DELETE FROM audit_entries WHERE seq >= 6', 6, 'missing'],
    ['a forged signature', `UPDATE audit_checkpoints SET signature = 'AAAA'`, 7, 'signature'],
    [
      'another key',
      `UPDATE audit_checkpoints SET public_key = '${other.publicKey}'`,
      7,
      'signature',
    ],
    ['a checkpoint of another entry', `UPDATE audit_checkpoints SET seq = 5`, 5, 'signature'],
  ])('names %s', async (_what, sql, seq, reason) => {
    expect(await tampered(sql)).toMatchObject({ kind: 'broken', seq, reason })
  })

  it('holds where nobody changed anything, after the store was closed and opened again', async () => {
    expect(await tampered('')).toMatchObject({ kind: 'holds', entries: 7, checkpoints: 1 })
  })
})

it('takes nothing into the file that came after the request', async () => {
  const store = await storeWithActs(2)
  const { session } = await openAudit(store)
  const begun = await session.beginExport('theo', 'Harbor Trust')
  await store.note(act('later'))
  if (!begun.ok) throw new Error(begun.error.code)
  let text = ''
  for await (const part of begun.value.lines) text += part
  expect(text).not.toContain('"later"')
  expect(text).toContain('"audit.exported"')
  expect((await auditEntries(store)).filter(({ kind }) => kind === keyCreated)).toHaveLength(1)
})
