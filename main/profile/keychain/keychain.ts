/**
 * The OS keychain, and nothing else knows it. The native library lives in a process of its own
 * (keychain-process.ts): a service that stops answering blocks it for most of a minute, and some of its
 * calls end the whole process. A vault (vault.ts) keeps one profile's secrets in it.
 */
import { randomUUID } from 'node:crypto'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { classify, type KeychainProblem } from './classify.ts'
import { KeychainLink, type KeychainLauncher } from './keychain-link.ts'
import type { KeychainAnswer, KeychainQuestion } from './keychain-protocol.ts'

/** The name of an item. Neither part may hold a slash: Windows joins the two with one. */
export interface ItemName {
  readonly service: string
  readonly account: string
}

/** What the keychain answers. */
export type Kept<T> = Promise<Result<T, KeychainProblem>>

/** The items of the keychain, one request after another. */
export interface Keychain {
  /** The item's value. Null also when the keyring is locked: only a probe tells that from "not there". */
  get(item: ItemName): Kept<string | null>
  set(item: ItemName, value: string): Kept<void>
  /** Whether there was one to delete. False also when the keyring is locked. */
  delete(item: ItemName): Kept<boolean>
  /** Writes an item of its own, reads it back and deletes it: whether the keychain works at this moment. */
  probe(): Kept<void>
  /** Runs work of several requests while no other such work runs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Ends the process. Requests that wait, and later ones, answer `failed`. */
  close(): Promise<void>
}

/** The item's value; null only where the keychain works and has none: a locked keyring answers the same without a probe. */
export async function getForSure(keychain: Keychain, item: ItemName): Kept<string | null> {
  const first = await keychain.get(item)
  if (!first.ok || first.value !== null) return first
  const works = await keychain.probe()
  return works.ok ? keychain.get(item) : works
}

/** How long the keychain may take for one request before it counts as hung. */
export const keychainDeadlineMs = 10_000

/** The service that probe items carry; their accounts are random. */
export const probeService = 'Countersign probe'

/** Opens the keychain; its process starts with the first request. */
export function createKeychain(parts: {
  readonly launch: KeychainLauncher
  readonly deadlineMs?: number
}): Keychain {
  const link = new KeychainLink(parts.launch, parts.deadlineMs ?? keychainDeadlineMs)
  let turn: Promise<unknown> = Promise.resolve()

  const ask = async <T extends KeychainAnswer>(
    question: KeychainQuestion,
    isAnswer: (answer: KeychainAnswer) => answer is T,
  ): Kept<T> => {
    const asked = await link.ask(question)
    if (asked.ok) {
      if (isAnswer(asked.value)) return ok(asked.value)
      return err({ kind: 'failed', detail: 'The keychain process answered something else.' })
    }
    return err(asked.error.kind === 'refused' ? classify(asked.error.words) : asked.error)
  }

  const keychain: Keychain = {
    get: (item) => ask({ kind: 'get', ...item }, isText),
    async set(item, value) {
      const kept = await ask({ kind: 'set', ...item, value }, isNothing)
      return kept.ok ? ok(undefined) : kept
    },
    delete: (item) => ask({ kind: 'delete', ...item }, isBoolean),
    probe: () => probe(keychain),
    exclusively(work) {
      const done = turn.then(work)
      turn = done.catch(() => undefined)
      return done
    },
    close: () => link.close(),
  }
  return keychain
}

const isText = (answer: KeychainAnswer): answer is string | null => typeof answer !== 'boolean'
const isNothing = (answer: KeychainAnswer): answer is null => answer === null
const isBoolean = (answer: KeychainAnswer): answer is boolean => typeof answer === 'boolean'

async function probe(keychain: Keychain): Kept<void> {
  const item = { service: probeService, account: randomUUID() }
  const value = randomUUID()
  const set = await keychain.set(item, value)
  if (!set.ok) return set
  const got = await keychain.get(item)
  const deleted = await keychain.delete(item)
  if (!got.ok) return got
  if (!deleted.ok) return deleted
  if (got.value === value && deleted.value) return ok(undefined)
  return err({ kind: 'failed', detail: 'The keychain did not keep what it was given.' })
}
