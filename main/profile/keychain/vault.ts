/**
 * One profile's secrets in the keychain, and a marker on disk. A kill at any moment leaves the old
 * value or the new one whole, and no state is ever mistaken for a first start:
 *
 * 1. The marker names the next generation, before anything of it exists.
 * 2. Its chunks are written, each read back; chunks of a generation are never overwritten.
 * 3. The manifest is replaced: from here on the new value is in force.
 * 4. The marker records that the value is stored. Neither `write` nor `read` reports the value
 *    before.
 *
 * "Never stored" therefore requires an absent manifest, a keychain that a probe has shown to work,
 * and a marker that is absent or never reached step 4. A caller that was given a value later finds
 * it, or learns that it is gone.
 */
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import { chunksOf, layOut, readManifest, valueOf, type Manifest } from './entry.ts'
import { getForSure, type Keychain, type KeychainResult } from '../keychain.ts'
import { eraseMarker, readMarker, writeMarker, type Begun, type Marker } from './marker.ts'
import type { KeychainProblem } from '../keychain-problem.ts'

export interface Stored {
  readonly value: string
  /** Increases with every write. */
  readonly generation: number
}

/** One profile's secrets: a single text that is replaced as a whole. */
export interface Vault {
  /** Returns the stored value; null only when it is certain that nothing was ever stored. */
  read(): KeychainResult<Stored | null>
  /**
   * Replaces the stored value, even an unreadable one. After a problem either the old or the new
   * value is in force.
   */
  write(value: string): KeychainResult<void>
  /** Removes the remains of earlier writes. Call after a start has proven the stored value good. */
  tidy(): KeychainResult<void>
  /** Removes everything, the marker last. */
  remove(): KeychainResult<void>
}

export interface VaultDeps {
  readonly keychain: Keychain
  /** Without a slash, like the account: Windows joins the two with one. */
  readonly service: string
  /** Up to 150 characters: chunk items add their numbers. */
  readonly account: string
  /** Its folder must exist. */
  readonly markerFile: string
  /** The size limit of one item; see `chunkBytesFor`. */
  readonly chunkBytes: number
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Returns the byte limit of an item. Windows takes 2,560. Elsewhere a profile fits into one item:
 * macOS asks the operator once per item, and a Secret Service was measured with 8 MB.
 */
export const chunkBytesFor = (platform: NodeJS.Platform): number =>
  platform === 'win32' ? 2_048 : 1_048_576

/** 256 KiB on Windows, whose Credential Manager is one small store for all programs. */
const maxChunks = 128

/**
 * Creates a vault; reads and writes nothing yet. Throws when `service` or `account` is no valid
 * item name.
 */
export const createVault = (deps: VaultDeps): Vault => new ItemVault(deps)

/** Carries a problem out of a step. Caught here, so no call of a vault rejects. */
class Refusal extends Error {
  readonly problem: KeychainProblem
  constructor(problem: KeychainProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

async function take<T>(pending: KeychainResult<T>): Promise<T> {
  const result = await pending
  if (result.ok) return result.value
  throw new Refusal(result.error)
}

const refuse = (kind: 'corrupt' | 'too-big' | 'failed', detail: string): never => {
  throw new Refusal({ kind, detail })
}

class ItemVault implements Vault {
  readonly #deps: VaultDeps

  constructor(deps: VaultDeps) {
    for (const name of [deps.service, deps.account]) {
      if (!/^[^/\0]{1,150}$/u.test(name)) throw new Error(`Cannot name a keychain item: ${name}`)
    }
    this.#deps = deps
  }

  read(): KeychainResult<Stored | null> {
    return this.#attempt(async () => {
      const text = await this.#look()
      const known = await this.#marker()
      if (text === null) return nothingThere(known)
      const found = readManifest(text) ?? refuse('corrupt', 'The entry is not in a known format.')
      const value = await this.#valueOf(found)
      if (known === null || known === 'unreadable' || known.generation === null) {
        await this.#note({ ...this.#known(known, found), generation: found.generation })
      }
      return { value, generation: found.generation }
    })
  }

  write(value: string): KeychainResult<void> {
    return this.#attempt(async () => {
      if (!value.isWellFormed()) refuse('failed', 'The value is not well-formed Unicode.')
      const text = await this.#look()
      const found = text === null ? undefined : readManifest(text)
      const before = this.#known(await this.#marker(), found)
      const generation = 1 + Math.max(0, ...before.begun.map((begun) => begun.generation))
      const { manifest, chunks } = layOut(value, generation, this.#deps.chunkBytes)
      if (chunks.length > maxChunks) refuse('too-big', `The entry needs ${chunks.length} items.`)
      const after = { ...before, begun: [...before.begun, { generation, chunks: chunks.length }] }
      await this.#note(after)
      for (const [n, chunk] of chunks.entries()) await this.#put(chunk, chunkName(generation, n))
      await this.#put(manifest)
      // The previous generation stays too: a power cut may still bring its manifest back.
      const dropped = [generation, found?.generation, before.generation]
      const { left } = await this.#drop(after.begun, (begun) => dropped.includes(begun.generation))
      await this.#note({ ...after, generation, begun: left })
    })
  }

  tidy(): KeychainResult<void> {
    return this.#attempt(async () => {
      const text = await this.#look()
      const known = await this.#marker()
      if (text === null) {
        nothingThere(known)
        return
      }
      const found = readManifest(text) ?? refuse('corrupt', 'The entry is not in a known format.')
      await this.#valueOf(found)
      const { generation } = found
      const before = this.#known(known, found)
      const { left, problem } = await this.#drop(before.begun, (b) => b.generation === generation)
      const after: Marker = { ...before, generation, begun: left }
      if (JSON.stringify(after) !== JSON.stringify(known)) await this.#note(after)
      if (problem) throw new Refusal(problem)
    })
  }

  remove(): KeychainResult<void> {
    return this.#attempt(async () => {
      const text = await this.#look()
      const known = await this.#marker()
      if (text === null && known === null) return
      const found = text === null ? undefined : readManifest(text)
      const before = this.#known(known, found)
      // From here on an absent manifest means "never stored", even if the removal is cut short.
      await this.#note({ ...before, generation: null })
      await take(this.#deps.keychain.delete(this.#item()))
      const { problem } = await this.#drop(before.begun, () => false)
      if (problem) throw new Refusal(problem)
      if ((await this.#look()) !== null) refuse('failed', 'The entry is still there.')
      await eraseMarker(this.#deps.markerFile)
    })
  }

  async #attempt<T>(work: () => Promise<T>): KeychainResult<T> {
    try {
      return ok(await this.#deps.keychain.exclusively(work))
    } catch (problem) {
      if (problem instanceof Refusal) return err(problem.problem)
      const detail = problem instanceof Error ? problem.message : String(problem)
      return err({ kind: 'failed', detail })
    }
  }

  #item(suffix = ''): { readonly service: string; readonly account: string } {
    const { service, account } = this.#deps
    return { service, account: account + suffix }
  }

  /**
   * Returns an item's content. Null is trusted only if a probe shows that the keychain works, and
   * after a second read: the probe may have made the operator unlock it.
   */
  #look(suffix = ''): Promise<string | null> {
    return take(getForSure(this.#deps.keychain, this.#item(suffix)))
  }

  /** Writes an item and reads it back. */
  async #put(content: string, suffix = ''): Promise<void> {
    await take(this.#deps.keychain.set(this.#item(suffix), content))
    if ((await this.#look(suffix)) !== content) {
      refuse('failed', 'The keychain did not store the value.')
    }
  }

  /** Returns the value of a manifest, whole and unaltered; throws otherwise. */
  async #valueOf(found: Manifest): Promise<string> {
    if ('value' in found)
      return valueOf(found, found.value) ?? refuse('corrupt', 'The entry was changed.')
    const chunks: string[] = []
    for (let n = 0; n < found.chunks; n += 1) {
      const missing = `Part ${n + 1} of ${found.chunks} is missing.`
      chunks.push((await this.#look(chunkName(found.generation, n))) ?? refuse('corrupt', missing))
    }
    return valueOf(found, chunks.join('')) ?? refuse('corrupt', 'A part was changed.')
  }

  /**
   * Deletes the chunks of the generations that are not kept. Chunks that cannot be deleted are left
   * to the next call.
   */
  async #drop(
    begun: readonly Begun[],
    isRetained: (begun: Begun) => boolean,
  ): Promise<{ readonly left: Begun[]; readonly problem: KeychainProblem | undefined }> {
    const left = begun.filter(isRetained)
    let problem: KeychainProblem | undefined
    for (const one of begun.filter((candidate) => !isRetained(candidate))) {
      problem ??= await this.#dropChunks(one)
      if (problem) left.push(one)
    }
    return { left, problem }
  }

  async #dropChunks({ generation, chunks }: Begun): Promise<KeychainProblem | undefined> {
    for (let n = 0; n < chunks; n += 1) {
      const deleted = await this.#deps.keychain.delete(this.#item(chunkName(generation, n)))
      if (!deleted.ok) return deleted.error
    }
    return undefined
  }

  async #marker(): Promise<Marker | 'unreadable' | null> {
    return readMarker(this.#deps.markerFile, this.#deps.account)
  }

  #note(marker: Marker): Promise<void> {
    return writeMarker(this.#deps.markerFile, marker)
  }

  /** Merges marker and manifest; a manifest may exist without its marker. */
  #known(marker: Marker | 'unreadable' | null, found: Manifest | undefined): Marker {
    const { account, clock } = this.#deps
    const createdAt = clock.now().toISOString()
    const known: Marker =
      marker === null || marker === 'unreadable'
        ? { format: 1, account, generation: null, begun: [], createdAt }
        : marker
    if (!found || known.begun.some(({ generation }) => generation === found.generation))
      return known
    const { generation } = found
    return { ...known, begun: [...known.begun, { generation, chunks: chunksOf(found) }] }
  }
}

const chunkName = (generation: number, n: number): string => `.${generation}.${n}`

/**
 * Returns null when nothing was ever stored, and throws when a stored value is gone. For an absent
 * manifest in a working keychain.
 */
function nothingThere(known: Marker | 'unreadable' | null): null {
  if (known === 'unreadable') {
    return refuse('corrupt', 'The marker cannot be read, and the keychain holds nothing.')
  }
  if (known !== null && known.generation !== null) throw new Refusal({ kind: 'removed' })
  return null
}
