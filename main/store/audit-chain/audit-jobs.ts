/** Jobs of the store worker for the audit: check the chain page by page, store checkpoints. */
import type { StoreJob, StoreJobs } from '../store-jobs.ts'
import { holdsCheckpoint, keyCreated, type Checkpoint } from './checkpoints.ts'
import { verifyChain, type AuditEntry, type ChainHead } from '../hash-chain.ts'

export interface CheckFrom {
  readonly profileId: string
  /** Head after the previous page. */
  readonly head: ChainHead
  /** Fingerprints of the keys that are accepted so far. */
  readonly keys: readonly string[]
  /** Entries per page; other requests to the store run between pages. */
  readonly limit: number
}

/**
 * First entry of a chain that fails the check. `missing`: the entry, or one that was signed, is
 * gone.
 */
export interface AuditBreak {
  readonly seq: number
  readonly reason: 'order' | 'link' | 'hash' | 'signature' | 'missing'
}

export interface CheckedPage {
  readonly head: ChainHead
  readonly keys: readonly string[]
  /** Number of valid checkpoints in the page. */
  readonly checkpoints: number
  readonly broken: AuditBreak | null
  readonly isEnd: boolean
}

const entriesAfter = 'SELECT * FROM audit_entries WHERE seq > ? ORDER BY seq LIMIT ?'
const checkpointsBetween = 'SELECT * FROM audit_checkpoints WHERE seq > ? AND seq <= ? ORDER BY seq'
const firstAfter = 'SELECT min(seq) AS seq FROM audit_entries WHERE seq > ?'
const firstBeyond = 'SELECT min(seq) AS seq FROM audit_checkpoints WHERE seq > ?'

/**
 * Checks one page of the chain with its checkpoints; on the last page also that no signed entry is
 * gone.
 */
export const checkChain: StoreJob<CheckFrom, CheckedPage> = {
  name: 'audit.check',
  onlyReads: true,
  run: async (job, { profileId, head: from, keys, limit }) => {
    const entries = (await job.all(entriesAfter, from.seq, limit)) as readonly AuditEntry[]
    let isEnd = entries.length < limit
    const last = isEnd ? Number.MAX_SAFE_INTEGER : (entries.at(-1)?.seq ?? from.seq)
    const found = (await job.all(checkpointsBetween, from.seq, last)) as readonly Checkpoint[]
    const signed = new Map(found.map((one) => [one.seq, one]))
    const known = new Set(keys)
    let [head, checkpoints] = [from, 0]
    const ended = (broken: AuditBreak | null): CheckedPage => ({
      head,
      keys: [...known],
      checkpoints,
      broken,
      isEnd,
    })
    for (const entry of entries) {
      const next = verifyChain([entry], head)
      if (!next.ok) return ended(namedBreak(next.error, head))
      head = next.value
      if (entry.kind === keyCreated) known.add(entry.subject)
      const checkpoint = signed.get(entry.seq)
      if (checkpoint === undefined) continue
      if (!holdsCheckpoint(checkpoint, head, profileId, known))
        return ended({ seq: entry.seq, reason: 'signature' })
      checkpoints += 1
    }
    const isAny = async (sql: string): Promise<boolean> =>
      ((await job.one(sql, head.seq)) as { seq: number | null }).seq !== null
    if (!isEnd || !(await isAny(firstBeyond))) return ended(null)
    // Another workstation may have recorded and signed more since the entries were read.
    isEnd = !(await isAny(firstAfter))
    return ended(isEnd ? { seq: head.seq + 1, reason: 'missing' } : null)
  },
}

/** A skipped number means that the entry is gone. */
const namedBreak = (broken: AuditBreak, { seq }: ChainHead): AuditBreak =>
  broken.reason === 'order' && broken.seq > seq + 1 ? { seq: seq + 1, reason: 'missing' } : broken

const sameEntry = 'SELECT 1 AS is_there FROM audit_entries WHERE seq = ? AND hash = ?'
const insertCheckpoint = `
  INSERT INTO audit_checkpoints (seq, at, hash, public_key, signature) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`

/**
 * Stores a checkpoint if its entry exists. No act is recorded for it: otherwise signing would make
 * the chain grow.
 */
export const saveCheckpoint: StoreJob<Checkpoint, boolean> = {
  name: 'audit.save-checkpoint',
  run: (job, { seq, at, hash, public_key: publicKey, signature }) =>
    job.tally(async () => {
      if ((await job.one(sameEntry, seq, hash)) === undefined) return false
      const { changes } = await job.run(insertCheckpoint, seq, at, hash, publicKey, signature)
      return changes === 1
    }),
}

export const auditJobs: StoreJobs = [checkChain, saveCheckpoint]
