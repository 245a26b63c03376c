/**
 * The workstation of the soak in plain Node, and the operator at its window: every call takes the
 * window's path.
 */
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answer, type AnyHandler } from '../../../main/shell/ipc/answer.ts'
import { launchKeychainInNode } from '../../../main/profile/keychain/launch-in-node.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { createWorkstation, type Workstation } from '../../../main/workstation.ts'
import { channels } from '../../../preload/contract/api/channels.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { storeThread } from '../../../main/store/store-thread.ts'
import { keychainEntry, programUrl } from '../../unit/support/programs/programs.ts'

const pollMs = 25

export interface SoakWorkstationDeps {
  readonly folder: string
  readonly controlUrl: string
  /** Where keys are stored; undefined if the computer has no keychain. */
  readonly keychainEnv: NodeJS.ProcessEnv | undefined
}

/** One workstation, and the calls on it. */
export class SoakWorkstation {
  readonly workstation: Workstation
  readonly bank: PracticeControl
  readonly hasKeychain: boolean
  /** Problems that no operator saw. */
  readonly problems: string[] = []
  calls = 0
  reported = 0
  saved = 0

  private constructor({ folder, controlUrl, keychainEnv }: SoakWorkstationDeps) {
    const exports = join(folder, 'exports')
    this.hasKeychain = keychainEnv !== undefined
    this.bank = connectPracticeBank(controlUrl)
    this.workstation = createWorkstation({
      version: '0.0.0-soak',
      dataFolder: join(folder, 'data'),
      startStoreWorker: storeThread(programUrl('soak-gauged-worker')),
      launchPracticeBank: () => Promise.reject(new Error('the bank of a soak runs already')),
      launchKeychain: launchKeychainInNode(keychainEntry, keychainEnv),
      runningPracticeBank: controlUrl,
      announce: (_noun, _name, payload) => {
        // As Electron does on the way to the window.
        structuredClone(payload)
        this.reported += 1
      },
      applyTheme: () => undefined,
      systemDialogs: {
        chooseFiles: () => Promise.resolve(null),
        chooseFolder: () => Promise.resolve(null),
        chooseTarget: async ({ suggestedName }) => {
          const path = join(exports, basename(suggestedName))
          await rm(path, { force: true })
          this.saved += 1
          return path
        },
      },
      clipboard: { put: () => Promise.resolve(true) },
      printer: { print: (html) => Promise.resolve(Buffer.from(`%PDF-${String(html.length)}`)) },
      accountName: 'soak',
    })
  }

  static async open(deps: SoakWorkstationDeps): Promise<SoakWorkstation> {
    await mkdir(join(deps.folder, 'exports'), { recursive: true })
    const session = new SoakWorkstation(deps)
    await session.workstation.start()
    return session
  }

  /** Calls a channel as the window does: role, input and output are checked. */
  async call<T>(channel: string, input?: unknown): Promise<Result<T, Failure>> {
    const definition = channels.get(channel as never)
    const [noun = '', name = ''] = channel.split('.')
    const nouns = this.workstation.handlers as unknown as Record<string, Record<string, AnyHandler>>
    const handler = nouns[noun]?.[name]
    if (!definition || definition.kind === 'event' || !handler)
      throw new Error(`no such call: ${channel}`)
    this.calls += 1
    const answered = await answer(channel, definition, handler, structuredClone(input), {
      ...this.workstation.answering,
      reportUnforeseen: (where, problem) => {
        this.problems.push(
          `${where}: ${problem instanceof Error ? String(problem.stack) : String(problem)}`,
        )
        return this.workstation.log.unforeseen(where, problem)
      },
    })
    return structuredClone(answered) as Result<T, Failure>
  }

  /** Calls a channel that must not be refused; throws if it is. */
  async must<T>(channel: string, input?: unknown): Promise<T> {
    const answered = await this.call<T>(channel, input)
    if (!answered.ok) throw new Error(`${channel}: ${JSON.stringify(answered.error)}`)
    return answered.value
  }

  /** Locks, and signs another operator in. In practice nobody has a passphrase. */
  async signIn(operatorId: string, passphrase: string | null = null): Promise<void> {
    await this.must('operators.lock')
    await this.must('operators.signIn', { operatorId, passphrase })
  }

  /** Reads up to `most` pages of a list; returns the items. */
  async pages<T>(channel: string, input: object, most = 3): Promise<readonly T[]> {
    const items: T[] = []
    let cursor: string | null = null
    for (let at = 0; at < most; at += 1) {
      const read: { items: T[]; next: string | null } = await this.must(channel, {
        cursor,
        limit: 100,
        ...input,
      })
      items.push(...read.items)
      cursor = read.next
      if (cursor === null) break
    }
    return items
  }

  /** Reads repeatedly until the condition holds or the time is over; returns the last value. */
  async until<T>(read: () => Promise<T>, isSo: (value: T) => boolean, forMs = 20_000): Promise<T> {
    const endsAt = performance.now() + forMs
    for (;;) {
      const value = await read()
      if (isSo(value) || performance.now() > endsAt) return value
      await pause(pollMs)
    }
  }

  async close(): Promise<void> {
    await this.workstation.close()
    await this.bank.close()
  }
}
