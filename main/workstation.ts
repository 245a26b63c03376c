/** The workstation without a window: composes every service. Tests and proofs start it in plain Node. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../preload/contract/workstation-state.ts'
import { systemClock, type Clock } from './clock.ts'
import { createConnectionService } from './connection/connection.service.ts'
import { newId } from './identifiers.ts'
import type { Announce } from './ipc/announce.ts'
import type { Handlers } from './ipc/handlers.ts'
import { openLog, type Log } from './log/log.ts'
import { createOperators, type Operators } from './operators/operators.service.ts'
import { practiceOperators } from './operators/practice-operators.ts'
import { createPracticeService } from './practice/practice.service.ts'
import type { PracticeBankLauncher } from './practice/start-practice-bank.ts'
import { practiceProfile } from './profiles/practice-profile.ts'
import { openSettings } from './settings/settings.service.ts'
import { practiceKey } from './storage/practice-key.ts'
import { openStore, type Store } from './storage/store.ts'
import { createValidationService, type ValidationService } from './validation/validation.service.ts'
import { createWorkstationState } from './workstation-state.service.ts'
import { createHandlers } from './workstation.handlers.ts'

/** What is handed in: places, programs and the way to the window. */
export interface WorkstationParts {
  readonly version: string
  /** An absolute path; made when missing. */
  readonly dataFolder: string
  readonly storeWorker: URL
  readonly launchPracticeBank: PracticeBankLauncher
  /** The control address of a practice bank that runs already, instead of launching one. */
  readonly runningPracticeBank?: string | undefined
  readonly announce: Announce
  readonly applyTheme: (theme: Settings['theme']) => void
  readonly clock?: Clock
}

/** The composed workstation. */
export interface Workstation {
  readonly handlers: Handlers
  readonly operators: Operators
  readonly log: Log
  /** Opens the store, starts the practice bank and connects to it. Until then it touches nothing. */
  start(): Promise<void>
  /** Closes what is open, the store last. May be repeated. */
  close(): Promise<void>
}

/** Composes the workstation; nothing is opened, started or read before `start`. */
export function createWorkstation(parts: WorkstationParts): Workstation {
  const { clock = systemClock, dataFolder, announce } = parts
  const log = openLog(join(dataFolder, 'log'), clock)
  const operators = createOperators(practiceOperators)
  let store: Store | undefined
  let validation: ValidationService | undefined

  const state = createWorkstationState({
    version: parts.version,
    profile: practiceProfile,
    operators,
    changed: (next) => announce('workstation', 'stateChanged', next),
    applyTheme: parts.applyTheme,
  })
  const settings = (): Settings => state.current().settings
  const connection = createConnectionService({
    clock,
    newId,
    v2Path: () => settings().validationV2Path,
    changed: (next) => announce('connection', 'stateChanged', next),
  })
  const practice = createPracticeService(parts)

  const openTheStore = async (): Promise<void> => {
    await mkdir(dataFolder, { recursive: true })
    const opened = await openStore({
      file: join(dataFolder, practiceProfile.storeFile),
      key: practiceKey,
      workerScript: parts.storeWorker,
      clock,
    })
    if (!opened.ok) {
      const detail = 'detail' in opened.error ? opened.error.detail : null
      state.storeRefused(opened.error.code, detail)
      return
    }
    store = opened.value
    // Settings first: nothing may be asked under defaults that the operator has changed.
    const kept = await openSettings(store, clock)
    validation = createValidationService({
      store,
      api: () => connection.accountValidation(),
      pausedUntil: () => connection.pausedUntil(),
      v2Path: () => settings().validationV2Path,
      threshold: () => settings().scoreThreshold,
      operatorName: (id) => operators.all.find((operator) => operator.id === id)?.name ?? id,
      clock,
      newId,
    })
    state.storeOpened(store, kept)
  }

  const start = async (): Promise<void> => {
    const opening = openTheStore().catch((problem: unknown) => {
      const reference = log.unforeseen('store.open', problem)
      state.storeRefused('store-unreadable', `The log has the reason under ${reference}.`)
    })
    const access = await practice.start().catch((problem: unknown) => {
      log.unforeseen('practice.start', problem)
    })
    await opening
    if (store && access) await connection.connect(access, store, practiceProfile.budgetKey)
    else connection.unavailable()
  }
  let started: Promise<void> = Promise.resolve()

  return {
    operators,
    log,
    handlers: createHandlers({
      state,
      connection,
      practice,
      validation: () => validation,
      record: async (act) => store?.record(act, () => Promise.resolve()),
    }),
    start() {
      started = start().catch((problem: unknown) => {
        log.unforeseen('start', problem)
        connection.unavailable()
      })
      return started
    },
    async close() {
      await started
      // Calls under way may finish and be kept, but nobody waits for a slow bank to quit.
      await Promise.race([Promise.all([connection.close(), validation?.settled()]), atMost(5000)])
      await practice.close()
      await store?.close()
      await log.flushed()
    },
  }
}

const atMost = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
