/**
 * A chain of 100,000 entries with a checkpoint every 1,000: a complete check, how long another
 * query waits meanwhile, its first page, its facets, and the lines of an export.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportLines } from '../../main/workplace/audit/audit-export.ts'
import { checkChain } from '../../main/store/audit-chain/audit-jobs.ts'
import { practiceAuditKeys } from '../../main/store/audit-key.ts'
import { createFacets, listEntries } from '../../main/workplace/audit/audit-list.ts'
import { signCheckpoint } from '../../main/store/audit-chain/checkpoints.ts'
import { genesis, nextEntry, type ChainHead } from '../../main/store/hash-chain.ts'
import { headOf } from '../../main/store/audit.ts'
import { systemClock } from '../../main/platform/clock.ts'
import { connect } from '../../main/store/sqlite/cipher.ts'
import { practiceKey } from '../../main/store/store-key.ts'
import { openStore, type Store } from '../../main/store/store.ts'
import { report } from './support/bench.ts'
import { storeThread } from '../../main/store/store-thread.ts'
import { sized } from './support/size.ts'

const entries = Number(process.env['ENTRIES'] ?? sized(100_000, 1_000))
const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
const file = join(folder, 'practice.countersign')
const open = async (): Promise<Store> => {
  const startStoreWorker = storeThread(
    new URL('../../main/session/store-worker.ts', import.meta.url),
  )
  const opened = await openStore({ file, key: practiceKey, startStoreWorker, clock: systemClock })
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value
}
const key = practiceAuditKeys().currentKey()
if (!key) throw new Error('practice has no key')

/** Continues the chain as the program does, in one transaction. */
function fill(): void {
  const raw = connect(file, practiceKey)
  const insert = raw.prepare(`
    INSERT INTO audit_entries (seq, at, actor, kind, subject, detail, previous_hash, hash)
    VALUES (@seq, @at, @actor, @kind, @subject, @detail, @previous_hash, @hash)`)
  const sign = raw.prepare(
    'INSERT INTO audit_checkpoints VALUES (@seq, @at, @hash, @public_key, @signature)',
  )
  let head = raw.prepare('SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1').get() as
    | ChainHead
    | undefined
  const at = '2026-11-23T14:00:00.000Z'
  raw.exec('BEGIN')
  while ((head?.seq ?? 0) < entries) {
    const seq = head?.seq ?? 0
    const detail = { approvalHash: 'a'.repeat(64), attempt: seq % 7 }
    const act = { actor: `o${seq % 9}`, kind: `order.k${seq % 20}`, subject: `p${seq}`, detail }
    const entry = nextEntry(head ?? genesis, act, at)
    insert.run(entry)
    if (entry.seq % 1_000 === 0 && key) sign.run(signCheckpoint(key, 'practice', entry, at))
    head = entry
  }
  raw.exec('COMMIT')
  raw.close()
}

async function measured(what: string, times: number, work: () => Promise<unknown>): Promise<void> {
  const took: number[] = []
  for (let i = 0; i < times; i += 1) {
    const start = performance.now()
    await work()
    took.push(performance.now() - start)
  }
  report(what, took, 'ms')
}

async function check(store: Store): Promise<void> {
  let head: ChainHead = genesis
  for (;;) {
    const keys = [key?.fingerprint ?? '']
    const page = await store.work(checkChain, { profileId: 'practice', head, keys, limit: 2_000 })
    if (page.broken) throw new Error(JSON.stringify(page.broken))
    if (page.isEnd) return
    head = page.head
  }
}

try {
  await (await open()).close()
  fill()
  const store = await open()
  const size = `${String(entries)} entries`
  await measured(`${size} checked`, 3, () => check(store))
  const under = { way: true }
  const checking = check(store).finally(() => (under.way = false))
  const waits: number[] = []
  while (under.way) {
    const start = performance.now()
    await headOf(store)
    waits.push(performance.now() - start)
  }
  await checking
  report('another question meanwhile', waits, 'ms')
  const names = { operatorName: (id: string): string => id, earlierNames: () => [] }
  const facets = createFacets(store, names)
  const first = { cursor: null, limit: 100 }
  await measured('first page with its count', 10, () => listEntries(store, names, first, facets))
  await measured('facets', 5, () => facets.read())
  const search = { ...first, search: 'p77' }
  await measured('a search', 5, () => listEntries(store, names, search, facets))
  await measured(`${size} exported`, 3, async () => {
    const profile = { id: 'practice', name: 'Practice', environment: 'practice' as const }
    const options = { store, key, profile, exportedAt: '2026-11-23T14:00:00.000Z' }
    for await (const chunk of exportLines({ ...options, head: await headOf(store) })) chunk.at(0)
  })
  await store.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
