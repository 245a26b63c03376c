/**
 * Access to the OS keychain; no other module uses it directly. The native library runs in a
 * separate process (keychain-process.ts): a service that stops answering blocks it for most of a
 * minute, and some of its calls end the whole process. A vault (vault.ts) stores one profile's
 * secrets in it.
 */
import { randomUUID } from 'node:crypto'
import { err, ok, type Result } from '../../preload/contract/kernel/result.ts'
import { classify } from './keychain/classify.ts'
import type { KeychainProblem } from './keychain-problem.ts'
import { KeychainLink } from './keychain/keychain-link.ts'
import type { KeychainLauncher } from './keychain-launcher.ts'
import type { KeychainAnswer, KeychainQuestion } from './keychain/keychain-protocol.ts'
import { noteActing } from '../platform/acting.ts'
import { SerialQueue } from '../platform/serial.ts'

/** The name of an item. Neither part may hold a slash: Windows joins the two with one. */
export interface ItemName {
  readonly service: string
  readonly account: string
}

export type KeychainResult<T> = Promise<Result<T, KeychainProblem>>

/** The items of the keychain. Requests run one after another. */
export interface Keychain {
  /**
   * Returns the item's value. Null also when the keyring is locked: only a probe distinguishes the
   * two cases.
   */
  get(item: ItemName): KeychainResult<string | null>
  set(item: ItemName, value: string): KeychainResult<void>
  /** Returns whether the item existed. False also when the keyring is locked. */
  delete(item: ItemName): KeychainResult<boolean>
  /**
   * Writes a probe item, reads it back and deletes it. Fails when the keychain does not work now.
   */
  probe(): KeychainResult<void>
  /** Runs work of several requests; no other such work runs meanwhile. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Ends the process. Waiting and later requests return `failed`. */
  close(): Promise<void>
}

/**
 * Returns the item's value; null only when the keychain works and has no such item. Without a
 * probe, a locked keyring gives the same answer.
 */
export async function getForSure(
  keychain: Keychain,
  item: ItemName,
): KeychainResult<string | null> {
  const first = await keychain.get(item)
  if (!first.ok || first.value !== null) return first
  const works = await keychain.probe()
  return works.ok ? keychain.get(item) : works
}

/**
 * The time after which one request counts as hung. macOS asks a person whether the program's helper
 * may use an entry, and answers only then.
 */
export const keychainDeadlineMs = (platform: NodeJS.Platform): number =>
  platform === 'darwin' ? 120_000 : 10_000

/** The service name of probe items; their account names are random. */
export const probeService = 'Countersign probe'

/** Creates the keychain access; its process starts with the first request. */
export function createKeychain(deps: {
  readonly launch: KeychainLauncher
  readonly deadlineMs?: number
}): Keychain {
  const link = new KeychainLink(
    deps.launch,
    deps.deadlineMs ?? keychainDeadlineMs(process.platform),
  )
  const queue = new SerialQueue()

  const request = async <T extends KeychainAnswer>(
    question: KeychainQuestion,
    isAnswer: (answer: KeychainAnswer) => answer is T,
  ): KeychainResult<T> => {
    const reply = await link.request(question)
    if (reply.ok) {
      if (isAnswer(reply.value)) return ok(reply.value)
      return err({ kind: 'failed', detail: 'The keychain process answered something else.' })
    }
    return err(reply.error.kind === 'refused' ? classify(reply.error.message) : reply.error)
  }

  const keychain: Keychain = {
    get: (item) => request({ kind: 'get', ...item }, isText),
    async set(item, value) {
      if (item.service !== probeService) noteActing()
      const saved = await request({ kind: 'set', ...item, value }, isNothing)
      return saved.ok ? ok(undefined) : saved
    },
    delete(item) {
      if (item.service !== probeService) noteActing()
      return request({ kind: 'delete', ...item }, isBoolean)
    },
    probe: () => probe(keychain),
    exclusively: (work) => queue.run(work),
    close: () => link.close(),
  }
  return keychain
}

const isText = (answer: KeychainAnswer): answer is string | null => typeof answer !== 'boolean'
const isNothing = (answer: KeychainAnswer): answer is null => answer === null
const isBoolean = (answer: KeychainAnswer): answer is boolean => typeof answer === 'boolean'

async function probe(keychain: Keychain): KeychainResult<void> {
  const item = { service: probeService, account: randomUUID() }
  const value = randomUUID()
  const set = await keychain.set(item, value)
  if (!set.ok) return set
  const got = await keychain.get(item)
  const deleted = await keychain.delete(item)
  if (!got.ok) return got
  if (!deleted.ok) return deleted
  if (got.value === value && deleted.value) return ok(undefined)
  return err({ kind: 'failed', detail: 'The keychain did not store the value.' })
}
