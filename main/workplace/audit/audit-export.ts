/**
 * The audit chain as a file for use outside the workstation, checked by `scripts/verify-audit.mjs`:
 * JSON, one value per line.
 *
 * - `{"type":"header","format":"countersign-audit-export-1",...}`: profile (id, name, environment),
 *   exportedAt, publicKeys (SPKI in base64; the first one signs the end).
 * - `{"type":"entry",...}`: each entry as stored; `detail` is the text that was hashed
 *   (`hash-chain.ts`).
 * - `{"type":"checkpoint",...}`: follows the entry that it signs (`checkpoints.ts`).
 * - `{"type":"end",...}`: seq and hash of the newest entry, the number of checkpoints, and an
 *   Ed25519 signature over the UTF-8 of these lines, joined by line feeds, none at the end:
 *
 *     countersign-export-1
 *     <SHA-256 of the header line without its line feed, in hex>
 *     <seq>
 *     <hash>
 *     <checkpoints>
 *
 * The last line thus covers header, entries and checkpoints. If it is missing, the file was cut. It
 * covers values, not their spelling: the verifier therefore also refuses a line whose members, order
 * or spelling are not exactly those written here.
 */
import { createHash } from 'node:crypto'
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import type { Store } from '../../store/store.ts'
import type { AuditKey } from '../../store/audit-key.ts'
import type { ChainHead } from '../../store/hash-chain.ts'

export interface AuditExportDeps {
  readonly store: Store
  readonly key: AuditKey
  readonly profile: {
    readonly id: string
    readonly name: string
    readonly environment: Environment
  }
  /** ISO UTC. */
  readonly exportedAt: string
  /** The last exported entry: later entries are not in the file. */
  readonly head: ChainHead
}

const perPage = 2_000

/** Returns the text that the last line signs. `header` is the header line without its line feed. */
export const endText = (header: string, { seq, hash }: ChainHead, checkpoints: number): string =>
  [
    'countersign-export-1',
    createHash('sha256').update(header, 'utf8').digest('hex'),
    String(seq),
    hash,
    String(checkpoints),
  ].join('\n')

/**
 * Yields the text of the file, one page of the chain at a time and only on demand, so that memory
 * holds one page.
 */
export async function* exportLines(deps: AuditExportDeps): AsyncGenerator<string, void> {
  const { store, key, head } = deps
  const header = await headerOf(deps)
  yield `${header}\n`
  let checkpoints = 0
  for (let after = 0; after < head.seq; after += perPage) {
    const upTo = Math.min(after + perPage, head.seq)
    const page = await pageOf(store, after, upTo)
    checkpoints += page.checkpoints
    yield page.text
  }
  const signature = key.sign(endText(header, head, checkpoints))
  const end = { type: 'end', seq: head.seq, hash: head.hash, checkpoints }
  yield line({ ...end, public_key: key.publicKey, signature })
}

async function headerOf({
  store,
  key,
  profile,
  exportedAt,
  head,
}: AuditExportDeps): Promise<string> {
  const rows = await store.read
    .selectFrom('audit_checkpoints')
    .select('public_key')
    .where('seq', '<=', head.seq)
    .distinct()
    .execute()
  const others = rows.map(({ public_key: one }) => one).filter((one) => one !== key.publicKey)
  return JSON.stringify({
    type: 'header',
    format: 'countersign-audit-export-1',
    profile,
    exportedAt,
    publicKeys: [key.publicKey, ...others],
  })
}

async function pageOf(
  store: Store,
  after: number,
  upTo: number,
): Promise<{ text: string; checkpoints: number }> {
  const entries = await store.read
    .selectFrom('audit_entries')
    .select(['seq', 'at', 'actor', 'kind', 'subject', 'detail', 'previous_hash', 'hash'])
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute()
  const signed = await store.read
    .selectFrom('audit_checkpoints')
    .select(['seq', 'at', 'hash', 'public_key', 'signature'])
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .execute()
  const bySeq = new Map(signed.map((one) => [one.seq, one]))
  const lines = entries.map((entry) => {
    const checkpoint = bySeq.get(entry.seq)
    const own = line({ type: 'entry', ...entry })
    return checkpoint ? own + line({ type: 'checkpoint', ...checkpoint }) : own
  })
  return { text: lines.join(''), checkpoints: signed.length }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`
