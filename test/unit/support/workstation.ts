/** The whole workstation in plain Node: real store, real practice bank, real mutual TLS; only the window is missing. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CallContext } from '../../../main/ipc/handlers.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../main/practice/practice-control.ts'
import {
  launchInNode,
  type RunningPracticeBank,
} from '../../../main/practice/start-practice-bank.ts'
import { practiceKey } from '../../../main/storage/practice-key.ts'
import { openStore, type Store } from '../../../main/storage/store.ts'
import { systemClock } from '../../../main/clock.ts'
import { createWorkstation, type Workstation } from '../../../main/workstation.ts'
import type {
  ConnectionState,
  WorkstationState,
} from '../../../preload/contract/workstation-state.ts'

const source = (path: string): URL => new URL(`../../../${path}`, import.meta.url)
export const storeWorker = source('main/storage/store-worker.ts')
export const practiceBankEntry = fileURLToPath(source('main/practice/practice-bank.ts'))

/** A practice bank of its own, so that a workstation can go and come back to it. */
export async function standAloneBank(): Promise<
  RunningPracticeBank & { control: PracticeControl }
> {
  const bank = await launchInNode(practiceBankEntry)()
  return { ...bank, control: connectPracticeBank(bank.controlUrl) }
}

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'countersign-unit-'))
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** What the window would have been told. */
export interface Told {
  readonly states: WorkstationState[]
  readonly connections: ConnectionState[]
}

/** A workstation at a folder, started, on a bank that runs already or on one of its own. */
export async function startWorkstation(
  dataFolder: string,
  runningPracticeBank?: string,
): Promise<{ workstation: Workstation; told: Told; context: CallContext }> {
  const told: Told = { states: [], connections: [] }
  const workstation = createWorkstation({
    version: '0.0.0-test',
    dataFolder,
    storeWorker,
    launchPracticeBank: launchInNode(practiceBankEntry),
    runningPracticeBank,
    announce: (noun, _name, payload) => {
      if (noun === 'workstation') told.states.push(payload as WorkstationState)
      else told.connections.push(payload as ConnectionState)
    },
    applyTheme: () => undefined,
  })
  await workstation.start()
  return { workstation, told, context: { operator: workstation.operators.current() } }
}

/** The practice store of a folder whose workstation is closed, for reading what it kept. */
export async function openPracticeStore(dataFolder: string): Promise<Store> {
  const opened = await openStore({
    file: join(dataFolder, 'practice.countersign'),
    key: practiceKey,
    workerScript: storeWorker,
    clock: systemClock,
  })
  if (!opened.ok) throw new Error(opened.error.code)
  return opened.value
}
