/**
 * The whole workstation in plain Node: real store, real practice bank, real mutual TLS; only the
 * window is missing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WindowCall } from '../../../main/platform/handlers.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import { openPracticeBank } from '../../../main/practice/open-practice-bank.ts'
import {
  launchInNode,
  type PracticeBankLauncher,
  type RunningPracticeBank,
} from '../../../main/practice/start-practice-bank.ts'
import { practiceKey } from '../../../main/store/store-key.ts'
import { openStore, type StartStoreWorker, type Store } from '../../../main/store/store.ts'
import { launchKeychainInNode } from '../../../main/profile/keychain/launch-in-node.ts'
import { fileDialogs, type SystemDialogs } from '../../../main/platform/files/file-dialogs.ts'
import type { PdfPrinter, SecretClipboard } from '../../../main/platform/ports.ts'
import type { PracticeTeamMember } from '../../../main/session/practice/practice-session.ts'
import type { ScryptCost } from '../../../main/platform/passphrase-key.ts'
import type { StartTimer } from '../../../main/platform/timer.ts'
import { systemClock, type Clock } from '../../../main/platform/clock.ts'
import type { ReadComputerId } from '../../../main/platform/computer-id.ts'
import { createWorkstation, type Workstation } from '../../../main/workstation.ts'
import type {
  ConnectionState,
  WorkstationState,
} from '../../../preload/contract/api/workstation-state.ts'
import { noDialogs } from './no-dialogs.ts'
import {
  keychainEntry,
  practiceBankEntry,
  programsFolder,
  startStoreWorker,
} from './programs/programs.ts'

/** The practice bank as a separate program, as in the product. */
export const launchPracticeBankProgram = launchInNode(practiceBankEntry)

/** A practice bank in this process: equivalent for a workstation, and no program has to start. */
const openPracticeBankHere: PracticeBankLauncher = async () => {
  const bank = await openPracticeBank()
  const { address, controlUrl } = bank
  const { promise: exited, resolve, reject } = Promise.withResolvers<number | null>()
  return {
    address,
    controlUrl,
    exited,
    stop: () => void bank.close().then(() => resolve(0), reject),
  }
}

/** If sources are used, the practice bank is started as a program. */
const launchPracticeBank =
  programsFolder() === undefined ? launchPracticeBankProgram : openPracticeBankHere

/** A practice bank that runs beside a workstation. */
export interface StandAloneBank extends RunningPracticeBank {
  readonly control: PracticeControl
  /** Resolves when its program has ended. */
  readonly end: () => Promise<void>
}

/** Starts a practice bank of its own, so that a workstation can end and come back to it. */
export async function standAloneBank(launch = launchPracticeBank): Promise<StandAloneBank> {
  const bank = await launch()
  const control = connectPracticeBank(bank.controlUrl)
  return {
    ...bank,
    control,
    async end() {
      await control.close()
      bank.stop()
      await bank.exited
    },
  }
}

/** Hashing cost of a passphrase in tests about something else. */
export const cheapCost: ScryptCost = { N: 2 ** 4, r: 8, p: 1 }

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'countersign-unit-'))
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Events that were sent to the window. */
export interface Emitted {
  readonly states: WorkstationState[]
  readonly connections: ConnectionState[]
  /** All other events, by noun and name. */
  readonly others: (readonly [string, unknown])[]
}

/** Starts a workstation on a folder, with a running bank or one of its own. */
export async function startWorkstation(
  dataFolder: string,
  runningPracticeBank?: string,
  more: {
    readonly systemDialogs?: SystemDialogs
    readonly keychainEnv?: NodeJS.ProcessEnv
    readonly clipboard?: SecretClipboard
    readonly printer?: PdfPrinter
    readonly startTimer?: StartTimer
    readonly clock?: Clock
    readonly readComputerId?: ReadComputerId | undefined
    readonly storeWorker?: StartStoreWorker
    readonly practiceTeam?: PracticeTeamMember | undefined
    /** Called with each event for the window, beside collecting it. */
    readonly announced?: (noun: string, name: string, payload: unknown) => void
  } = {},
): Promise<{ workstation: Workstation; emitted: Emitted; context: WindowCall }> {
  const emitted: Emitted = { states: [], connections: [], others: [] }
  const { systemDialogs = noDialogs } = more
  const workstation = createWorkstation({
    version: '0.0.0-test',
    dataFolder,
    startStoreWorker: more.storeWorker ?? startStoreWorker,
    launchPracticeBank,
    launchKeychain: launchKeychainInNode(keychainEntry, more.keychainEnv),
    runningPracticeBank,
    practiceTeam: more.practiceTeam,
    announce: (noun, name, payload) => {
      more.announced?.(noun, name, payload)
      if (noun === 'workstation') emitted.states.push(payload as WorkstationState)
      else if (noun === 'connection') emitted.connections.push(payload as ConnectionState)
      else emitted.others.push([`${noun}.${name}`, payload])
    },
    applyTheme: () => undefined,
    systemDialogs,
    clipboard: more.clipboard ?? noClipboard,
    printer: more.printer ?? noPrinter,
    startTimer: more.startTimer,
    ...(more.clock && { clock: more.clock }),
    readComputerId: more.readComputerId,
    accountName: 'tester',
    passphraseCost: cheapCost,
  })
  await workstation.start()
  const operator = workstation.operators().current()
  const dialogs = fileDialogs(systemDialogs, () => false)
  return { workstation, emitted, context: { operator, dialogs } }
}

/** A clipboard that refuses; the printer below fails. */
export const noClipboard: SecretClipboard = { put: () => Promise.resolve(false) }
export const noPrinter: PdfPrinter = {
  print: () => Promise.reject(new Error('this test prints nothing')),
}

/** Opens the practice store of a folder whose workstation is closed, to read its data. */
export async function openPracticeStore(dataFolder: string): Promise<Store> {
  const opened = await openStore({
    file: join(dataFolder, 'practice.countersign'),
    key: practiceKey,
    startStoreWorker,
    clock: systemClock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value
}
