/**
 * What was sent from here, in a file beside the store and not in it: a store that is put back from a copy knows less
 * than this file, and sends nothing again (promise P1). A line for each journalled sending: the SHA-256 of its
 * reference, and the attempt. Only ever added to, and on the disk before the first byte of the payment.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { readIfThere } from '../../../platform/files/read-if-there.ts'
import type { Store } from '../../../store/store.ts'
import { writeDurably } from '../../../platform/files/write-durably.ts'
import { sha256Of } from '../../../platform/sha256.ts'

/** What was sent from here, by reference. */
export interface SentReferences {
  /** The latest attempt under a reference that was ever about to leave; 0: none. */
  lastAttempt(reference: string): number
  /** How many references were ever about to leave. */
  count(): number
  /** Writes a sending down; on the disk when it resolves. Rejects, and nothing may be sent, when it cannot be. */
  add(reference: string, attempt: number): Promise<void>
}

/** A line of the file; one that a power cut has torn is none, and its payment never left. */
const line = /^([0-9a-f]{64}) ([1-9]\d{0,8})$/
const lineOf = (hash: string, attempt: number): string => `${hash} ${String(attempt)}\n`

/**
 * Reads the file. One that is missing is made anew of what the store knows, which is recorded unless the store has no
 * order yet; what else the file lacks of the store is added to it.
 *
 * @param file an absolute path in a folder that exists.
 */
export async function openSentReferences(file: string, store: Store): Promise<SentReferences> {
  const text = await readIfThere(file)
  const known = attemptsIn(text ?? '')
  const lacking = (await journalledIn(store)).filter(
    ({ hash, attempt }) => attempt > (known.get(hash) ?? 0),
  )
  for (const { hash, attempt } of lacking) keep(known, hash, attempt)
  const added = lacking.map(({ hash, attempt }) => lineOf(hash, attempt)).join('')
  if (text === undefined) {
    const detail = { references: known.size }
    const act = { actor: 'system', kind: 'orders.sent-file-made', subject: 'orders', detail }
    if (await hasOrders(store)) await store.note(act)
    await writeDurably(file, added)
  } else if (added !== '') {
    await append(file, `${text.endsWith('\n') || text === '' ? '' : '\n'}${added}`)
  }
  // What stands before the next line may be torn, by an earlier run or by a write that failed.
  let isTorn = text !== undefined && text !== '' && !text.endsWith('\n') && added === ''
  let last: Promise<unknown> = Promise.resolve()
  const write = async (hash: string, attempt: number): Promise<void> => {
    const start = isTorn ? '\n' : ''
    isTorn = true
    await append(file, start + lineOf(hash, attempt))
    isTorn = false
    keep(known, hash, attempt)
  }
  return {
    lastAttempt: (reference) => known.get(sha256Of(reference)) ?? 0,
    count: () => known.size,
    add(reference, attempt) {
      const writing = last.then(() => write(sha256Of(reference), attempt))
      last = writing.catch(() => undefined)
      return writing
    },
  }
}

/** How many references the file and the store know together; reads only. */
export async function countSent(file: string, store: Pick<Store, 'read'>): Promise<number> {
  const known = attemptsIn((await readIfThere(file)) ?? '')
  for (const { hash, attempt } of await journalledIn(store)) keep(known, hash, attempt)
  return known.size
}

function attemptsIn(text: string): Map<string, number> {
  const known = new Map<string, number>()
  for (const one of text.split('\n')) {
    const [, hash, attempt] = line.exec(one) ?? []
    if (hash !== undefined) keep(known, hash, Number(attempt))
  }
  return known
}

const keep = (known: Map<string, number>, hash: string, attempt: number): void => {
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
    // What bars a sending after a restore is none that was made from here.
    .where('order_attempts.is_bar', '=', 0)
    .groupBy('orders.reference')
    .execute()
  return rows.map(({ reference, attempt }) => ({ hash: sha256Of(reference), attempt }))
}

/** Adds to a file that is there: one that was taken away meanwhile is not made again, so that nothing is sent. */
async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND)
  try {
    await handle.appendFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
