/**
 * Records every sending in a file outside the store. A store restored from an older copy lacks
 * sendings that this file has, and is not allowed to send those orders again (Promise P1). One line
 * for each journalled sending: SHA-256 of the reference, and the attempt. Append-only, and on the
 * disk before the first byte of the payment.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { readIfThere } from '../platform/files/read-if-there.ts'
import type { Store } from '../store/store.ts'
import { writeDurably } from '../platform/files/write-durably.ts'
import { sha256Of } from '../platform/sha256.ts'
import { SerialQueue } from '../platform/serial.ts'

/** The references that were sent from this workstation. */
export interface SentReferences {
  /** Returns the latest attempt under a reference that was ever about to leave; 0 if none. */
  lastAttempt(reference: string): number
  /** Returns how many references were ever about to leave. */
  count(): number
  /** Records a sending; on the disk when it resolves. If it rejects, nothing may be sent. */
  add(reference: string, attempt: number): Promise<void>
}

/**
 * A line of the file. A line torn by a power cut does not count, because its payment never left.
 */
const line = /^([0-9a-f]{64}) ([1-9]\d{0,8})$/
const lineOf = (hash: string, attempt: number): string => `${hash} ${String(attempt)}\n`

/**
 * Opens the file. A missing file is created from the store, which is recorded in the audit chain
 * unless the store has no order yet; sendings that the file lacks are added.
 *
 * @param file an absolute path in a folder that exists.
 */
export async function openSentReferences(file: string, store: Store): Promise<SentReferences> {
  const text = await readIfThere(file)
  const known = attemptsIn(text ?? '')
  const lacking = (await journalledIn(store)).filter(
    ({ hash, attempt }) => attempt > (known.get(hash) ?? 0),
  )
  for (const { hash, attempt } of lacking) remember(known, hash, attempt)
  const added = lacking.map(({ hash, attempt }) => lineOf(hash, attempt)).join('')
  if (text === undefined) {
    const detail = { references: known.size }
    const act = { actor: 'system', kind: 'orders.sent-file-created', subject: 'orders', detail }
    if (await hasOrders(store)) await store.note(act)
    await writeDurably(file, added)
  } else if (added !== '') {
    await append(file, `${text.endsWith('\n') || text === '' ? '' : '\n'}${added}`)
  }
  // The end of the file may be a torn line, from an earlier run or a failed write.
  let isTorn = text !== undefined && text !== '' && !text.endsWith('\n') && added === ''
  const writes = new SerialQueue()
  const write = async (hash: string, attempt: number): Promise<void> => {
    const start = isTorn ? '\n' : ''
    isTorn = true
    await append(file, start + lineOf(hash, attempt))
    isTorn = false
    remember(known, hash, attempt)
  }
  return {
    lastAttempt: (reference) => known.get(sha256Of(reference)) ?? 0,
    count: () => known.size,
    add: (reference, attempt) => writes.run(() => write(sha256Of(reference), attempt)),
  }
}

/** Returns how many references the file and the store know together; only reads. */
export async function countSent(file: string, store: Pick<Store, 'read'>): Promise<number> {
  const known = attemptsIn((await readIfThere(file)) ?? '')
  for (const { hash, attempt } of await journalledIn(store)) remember(known, hash, attempt)
  return known.size
}

function attemptsIn(text: string): Map<string, number> {
  const known = new Map<string, number>()
  for (const one of text.split('\n')) {
    const [, hash, attempt] = line.exec(one) ?? []
    if (hash !== undefined) remember(known, hash, Number(attempt))
  }
  return known
}

const remember = (known: Map<string, number>, hash: string, attempt: number): void => {
  known.set(hash, Math.max(attempt, known.get(hash) ?? 0))
}

const hasOrders = async ({ read }: Store): Promise<boolean> =>
  (await read.selectFrom('orders').select('id').limit(1).executeTakeFirst()) !== undefined

async function journalledIn({
  read,
}: Pick<Store, 'read'>): Promise<{ hash: string; attempt: number }[]> {
  const rows = await read
    .selectFrom('order_attempts')
    .innerJoin('orders', 'orders.id', 'order_attempts.order_id')
    .select(({ fn }) => ['orders.reference', fn.max('order_attempts.seq').as('attempt')])
    // A restore marker (`is_restore_marker` = 1) is not a sending from this workstation.
    .where('order_attempts.is_restore_marker', '=', 0)
    .groupBy('orders.reference')
    .execute()
  return rows.map(({ reference, attempt }) => ({ hash: sha256Of(reference), attempt }))
}

/**
 * Appends to an existing file. A file removed meanwhile is not created again, so that nothing is
 * sent.
 */
async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND)
  try {
    await handle.appendFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
