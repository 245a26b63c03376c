/**
 * Newer versions: whether there is one, and whether an installer is the signed one. Off until an
 * administrator sets a feed; files chosen by hand are checked in the same way. This program
 * installs nothing: a person or the company's software distribution does, and the system then
 * checks the publisher's signature.
 */
import type { Failure } from '../../preload/contract/api/failures.ts'
import { err, type Result } from '../../preload/contract/kernel/result.ts'
import type {
  CheckedFiles,
  ManifestRefusal,
  UpdateFile,
  UpdateFinding,
  UpdatesState,
} from '../../preload/contract/api/updates/updates.ts'
import type { StartTimer } from '../platform/timer.ts'
import type { Clock } from '../platform/clock.ts'
import { InFlight } from '../platform/in-flight.ts'
import type { ChosenFile, FileDialogs } from '../platform/files/chosen-file.ts'
import { fileFailed } from '../platform/files/file-text.ts'
import { judgeChosen, type Judged } from './updates/chosen-files.ts'
import { compareVersions, judgeManifest } from './updates/judge-manifest.ts'
import { openManifest } from './updates/signed-manifest.ts'
import { createUpdateFeed, feedText, type UpdateFeed } from './updates/update-feed.ts'
import { saveUpdateMemory, readUpdateMemory, type UpdateMemory } from './updates/update-memory.ts'
import type { UpdateKey } from './update-keys.ts'

/** A larger file is no installer of this program. */
export const largestInstallerBytes = 600 * 1024 * 1024

/** The updates of one workstation. */
export interface Updates {
  state(): Promise<UpdatesState>
  /** Null stops all queries. A new feed is queried at once. */
  setFeed(feed: string | null): Promise<UpdatesState>
  /** Queries the feed; null if none is set. */
  check(): Promise<UpdatesState | null>
  /** Saves an installer of the found version if its bytes are the signed ones. */
  download(
    name: string,
    dialogs: Pick<FileDialogs, 'save'>,
  ): Promise<
    Result<
      { readonly file: string } | null,
      Failure<'not-found'> | Failure<'file-failed'> | Failure<'download-failed'>
    >
  >
  /**
   * Checks a manifest and installers chosen as files. The result is not saved; only the publication
   * time of a newer trusted manifest is.
   */
  judge(files: readonly ChosenFile[]): Promise<CheckedFiles>
  /** Starts to query automatically if a feed is set. Never rejects, and nothing waits for it. */
  start(): Promise<void>
  /** Stops all queries and writes. Resolves when no write is running; never rejects. */
  stop(): Promise<void>
}

export interface UpdatesDeps {
  /** The running version. */
  readonly runs: string
  readonly keys: readonly UpdateKey[]
  /** The path of the settings file; its folder exists once `start` is called. */
  readonly file: string
  readonly clock: Clock
  readonly startTimer: StartTimer
  readonly changed: (state: UpdatesState) => void
  readonly report: (where: string, problem: unknown) => void
  readonly feed?: UpdateFeed
  /** This computer's by default. */
  readonly platform?: { readonly system: string; readonly arch: string }
}

/** The work of the program's start comes first. */
const firstAfterMs = 2 * 60_000
const everyMs = 24 * 3600_000

/** Creates the service; nothing is read or queried yet. */
export const createUpdates = (deps: UpdatesDeps): Updates => new WorkstationUpdates(deps)

class WorkstationUpdates implements Updates {
  readonly #deps: UpdatesDeps
  readonly #feed: UpdateFeed
  #memory: Promise<UpdateMemory> | undefined
  #checkedAt: string | null = null
  #found: UpdateFinding | null = null
  #checking: Promise<UpdatesState | null> | undefined
  #cancel: () => void = () => undefined
  #isStopped = false
  readonly #writing = new InFlight()

  constructor(deps: UpdatesDeps) {
    this.#deps = deps
    this.#feed = deps.feed ?? createUpdateFeed()
  }

  async state(): Promise<UpdatesState> {
    const { runs, keys } = this.#deps
    const { feed } = await this.#remembered()
    const fingerprints = keys.map(({ fingerprint }) => fingerprint)
    return { runs, keys: fingerprints, feed, checkedAt: this.#checkedAt, found: this.#found }
  }

  async setFeed(feed: string | null): Promise<UpdatesState> {
    const before = await this.#remembered()
    await this.#saveMemory({ ...before, feed })
    if (feed !== before.feed) {
      this.#checkedAt = null
      this.#found = null
    }
    this.#waitAgain(feed === null ? undefined : 0)
    return this.#notifyState()
  }

  check(): Promise<UpdatesState | null> {
    this.#checking ??= this.#checkFeed().finally(() => {
      this.#checking = undefined
    })
    return this.#checking
  }

  async download(
    name: string,
    dialogs: Pick<FileDialogs, 'save'>,
  ): ReturnType<Updates['download']> {
    const { feed } = await this.#remembered()
    const file = this.#found?.state === 'newer' ? fileIn(this.#found.files, name) : undefined
    if (feed === null || !file) return err({ code: 'not-found' })
    let trouble: string | undefined
    const content = whole(this.#feed.readFile(feed, file), (problem) => {
      trouble = feedText(problem)
    })
    const kinds = [{ name: 'Installers', extensions: [file.kind] }]
    const request = { title: 'Save the installer', suggestedName: file.name, kinds, content }
    const saved = await dialogs.save(request)
    if (saved.ok) return saved
    return err(
      trouble === undefined
        ? fileFailed(saved.error)
        : { code: 'download-failed', reason: trouble },
    )
  }

  async judge(files: readonly ChosenFile[]): Promise<CheckedFiles> {
    const { newestSeen } = await this.#remembered()
    const checked = await judgeChosen(files, (text) => this.#judged(text, newestSeen))
    // Sites without a feed also learn of a manifest that was rolled back.
    if (checked.found.state !== 'refused') await this.#saw(checked.found.publishedAt)
    return checked
  }

  async start(): Promise<void> {
    try {
      const { feed } = await this.#remembered()
      this.#waitAgain(feed === null ? undefined : firstAfterMs)
    } catch (problem) {
      this.#deps.report('updates.start', problem)
      this.#waitAgain(firstAfterMs)
    }
  }

  stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    return this.#writing.settled()
  }

  async #checkFeed(): Promise<UpdatesState | null> {
    const memory = await this.#remembered()
    const { feed, newestSeen } = memory
    if (feed === null) return null
    const text = await this.#feed.readManifest(feed)
    const { found, manifest } = text.ok
      ? this.#judged(text.value, newestSeen)
      : refused({ why: 'unreachable', detail: text.error })
    // Another feed may have been set meanwhile: this answer does not belong to it.
    if (this.#isStopped || (await this.#remembered()).feed !== feed) return this.state()
    if (manifest) await this.#saw(manifest.publishedAt)
    this.#checkedAt = this.#deps.clock.now().toISOString()
    this.#found = found
    this.#waitAgain(everyMs)
    return this.#notifyState()
  }

  /** Returns the verdict on a manifest. */
  #judged(text: string, newestSeen: string | null): Judged {
    const { runs, keys, clock, platform } = this.#deps
    const opened = openManifest(text, keys)
    if (!opened.ok) return refused(opened.error)
    const { system, arch } = platform ?? { system: process.platform, arch: process.arch }
    const running = { runs, system, arch, now: clock.now(), newestSeen }
    const found = judgeManifest(opened.value, running)
    if (!found.ok) return refused(found.error)
    const isOlder = compareVersions(opened.value.version, runs) < 0
    return { found: found.value, manifest: opened.value, isOlder }
  }

  #waitAgain(afterMs: number | undefined): void {
    this.#cancel()
    this.#cancel = () => undefined
    if (afterMs === undefined || this.#isStopped) return
    this.#cancel = this.#deps.startTimer(afterMs, () => {
      this.check().catch((problem: unknown) => {
        this.#deps.report('updates.check', problem)
        this.#waitAgain(everyMs)
      })
    })
  }

  #remembered(): Promise<UpdateMemory> {
    // A failed reading is not remembered: the next one may succeed.
    this.#memory ??= readUpdateMemory(this.#deps.file).catch((problem: unknown) => {
      this.#memory = undefined
      throw problem
    })
    return this.#memory
  }

  /** Remembers the publication time of the newest trusted manifest. */
  async #saw(publishedAt: string): Promise<void> {
    const memory = await this.#remembered()
    const isNewest =
      memory.newestSeen === null || Date.parse(publishedAt) > Date.parse(memory.newestSeen)
    if (isNewest) await this.#saveMemory({ ...memory, newestSeen: publishedAt })
  }

  async #saveMemory(next: UpdateMemory): Promise<void> {
    await this.#writing.add(saveUpdateMemory(this.#deps.file, next))
    this.#memory = Promise.resolve(next)
  }

  async #notifyState(): Promise<UpdatesState> {
    const state = await this.state()
    this.#deps.changed(state)
    return state
  }
}

const refused = (why: ManifestRefusal): Judged => ({ found: { state: 'refused', ...why } })

const fileIn = (files: readonly UpdateFile[], name: string): UpdateFile | undefined =>
  files.find((file) => file.name === name)

/**
 * Passes the pieces of the file on and records the error that ended them, because the file writer
 * reports only its own errors.
 */
async function* whole(
  pieces: AsyncIterable<Uint8Array>,
  failed: (problem: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (problem) {
    failed(problem)
    throw problem
  }
}
