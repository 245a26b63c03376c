/**
 * The practice session, which needs no setup: the practice store with its public key, and the
 * practice bank.
 */
import { existsSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { practiceAuditKeys } from '../../store/audit-key.ts'
import type { Clock } from '../../platform/clock.ts'
import type { BankAccess, ConnectionService } from '../../profile/connection.service.ts'
import { linkUnder, syncFolderOf } from '../../platform/files/durable-files.ts'
import type { Log } from '../../platform/log/log.ts'
import { createPracticeOperators } from '../../profile/practice-operators.ts'
import type { PracticeService } from './practice.service.ts'
import { practiceKey } from '../../store/store-key.ts'
import { isPassing, passingRefusal, shownRefusal } from '../../store/store-error.ts'
import type { StartTimer } from '../../platform/timer.ts'
import { openStore, type StartStoreWorker } from '../../store/store.ts'
import type { ListenerAbsence } from '../../../preload/contract/api/alerts/listener.ts'
import { practiceListenerSetup } from './practice-listener.ts'
import { practiceProfile } from './practice-client.ts'
import { openSession, type SessionServices } from '../open-session.ts'
import {
  closeSession,
  type SessionOutputs,
  type ProfileIdentity,
  type Session,
} from '../session.ts'
import { createDrafts } from '../../profile/certificate-drafts.ts'
import type { ListenerSetup } from '../../profile/listener-setup.ts'

export const practiceId = 'practice'

const identity: ProfileIdentity = {
  id: practiceId,
  name: 'Alder Falls practice bank',
  environment: 'practice',
  retired: false,
}

/** A workstation of a practice team. */
export interface PracticeTeamMember {
  /** From 1. */
  readonly number: number
  /** Opens the store that the team shares. */
  readonly startStoreWorker: StartStoreWorker
}

export interface PracticeSessionDeps {
  /** Without a team, the store is a file of this computer. */
  readonly team?: PracticeTeamMember | undefined
  readonly dataFolder: string
  readonly startStoreWorker: StartStoreWorker
  /** Version of this program. */
  readonly version: string
  readonly clock: Clock
  readonly startTimer: StartTimer
  readonly newId: () => string
  readonly log: Log
  readonly practice: PracticeService
  readonly makeConnection: (session: () => Session) => ConnectionService
  readonly sessionOutputs: SessionOutputs
  /** The store has opened or was refused. */
  readonly storeChanged: () => void
  /** The signed-in operator has changed. */
  readonly operatorsChanged: (session: Session) => void
}

/** Between two openings of a store for which there was no room, or whose server did not answer. */
const againAfterMs = 15_000

/** Creates the session; opens nothing before `start`, which never rejects. */
export function createPracticeSession(deps: PracticeSessionDeps): {
  readonly session: Session
  start(): Promise<void>
  /**
   * Opens a new store in place of one of an earlier state of the program, whose files stay under other
   * names; does nothing otherwise. Rejects with the system's error.
   */
  startAgain(): Promise<void>
  /** Ends the session, as {@link closeSession} does. */
  close(): Promise<void>
} {
  const { log } = deps
  let listenerSetup: ListenerSetup | ListenerAbsence = 'not-started'
  const session: Session = {
    identity,
    operators: createPracticeOperators({
      workstation: deps.team?.number,
      store: () => session.services?.store,
      changed: () => {
        tellPresence(session)
        deps.operatorsChanged(session)
      },
      report: log.unforeseen,
    }),
    connection: deps.makeConnection((): Session => session),
    real: undefined,
    services: undefined,
    storeState: { state: 'opening' },
    drafts: createDrafts(deps),
    listenerSetup: () => listenerSetup,
  }
  let stopping: Promise<void> | undefined
  const migrated = (): void => {
    stopping = stopMigrated(session, deps)
  }
  const listen = async ({ listener }: SessionServices): Promise<void> => {
    const report = (problem: unknown): void => void log.unforeseen('practice.listen', problem)
    const setup = await practiceListenerSetup(deps.clock, deps.practice, report)
    listenerSetup = setup
    await listener.apply(setup)
  }
  let isClosing = false
  let cancelOpening = (): void => undefined
  let openingAgain: Promise<void> | undefined
  let bankAccess: BankAccess | undefined
  const openOnce = (): Promise<void> =>
    open(session, deps, migrated)
      .catch((problem: unknown) => {
        const detail = `The log has the reason under ${log.unforeseen('store.open', problem)}.`
        const refusal = passingRefusal(problem) ?? { code: 'store-unreadable', detail }
        session.storeState = { state: 'refused', ...shownRefusal(refusal) }
      })
      // Called at once: the window can read its settings before the bank is ready.
      .finally(deps.storeChanged)
  const connect = async (access: BankAccess | undefined): Promise<void> => {
    const { connection, services } = session
    try {
      if (services && access) {
        await connection.connect(access, services.store)
        await listen(services)
        await services.coverage.start()
        return
      }
    } catch (problem) {
      log.unforeseen('practice.connect', problem)
    }
    await connection.disconnect({ state: 'not-running' })
  }
  const openLater = (access: BankAccess | undefined): void => {
    const { storeState } = session
    if (isClosing || storeState.state !== 'refused' || !isPassing(storeState.reason)) return
    const again = async (): Promise<void> => {
      await openOnce()
      await connect(access)
      openLater(access)
    }
    cancelOpening = deps.startTimer(againAfterMs, () => {
      openingAgain = again()
    })
  }
  return {
    session,
    async start() {
      const opening = openOnce()
      const access = await deps.practice.start().catch((problem: unknown) => {
        log.unforeseen('practice.start', problem)
      })
      await opening
      bankAccess = access ?? undefined
      await connect(bankAccess)
      openLater(bankAccess)
    },
    async startAgain() {
      const { storeState } = session
      const isEarlier = storeState.state === 'refused' && storeState.reason === 'store-earlier'
      if (isClosing || !isEarlier || deps.team !== undefined) return
      setAside(storeIn(deps.dataFolder))
      setAside(sentIn(deps.dataFolder))
      session.storeState = { state: 'opening' }
      openingAgain = openOnce().then(() => connect(bankAccess))
      await openingAgain
      openLater(bankAccess)
    },
    async close() {
      isClosing = true
      cancelOpening()
      await openingAgain
      await closeSession(session).soon
      await stopping
    },
  }
}

const storeIn = (dataFolder: string): string => join(dataFolder, 'practice.countersign')
const sentIn = (dataFolder: string): string => join(dataFolder, 'practice.sent')

/**
 * Gives a file and its log other names. The file goes last: as long as it is there it is what it was,
 * while a log without its file would be refused as damaged.
 */
function setAside(file: string): void {
  const log = `${file}-wal`
  if (existsSync(file)) {
    const kept = linkUnder(file, `${file}.earlier`)
    if (existsSync(log)) linkUnder(log, `${kept}-wal`)
  }
  for (const path of [log, file]) rmSync(path, { force: true })
  syncFolderOf(file)
}

/** Tells the other workstations who is signed in here. */
function tellPresence({ operators, services }: Session): void {
  services?.store.membership.present(operators.isSignedIn() ? operators.current().id : null)
}

async function open(
  session: Session,
  deps: PracticeSessionDeps,
  migrated: () => void,
): Promise<void> {
  const { dataFolder, clock, newId, log } = deps
  const { startStoreWorker } = deps.team ?? deps
  await mkdir(dataFolder, { recursive: true })
  const file = storeIn(dataFolder)
  const report = (problem: unknown): void => void log.unforeseen('store.others', problem)
  const migration = Promise.withResolvers<undefined>()
  const opened = await openStore({
    file,
    key: practiceKey,
    startStoreWorker,
    clock,
    report,
    migrated: () => migration.resolve(undefined),
  })
  if (opened.ok) {
    const { connection, operators } = session
    const outputs = deps.sessionOutputs(() => session)
    const store = opened.value
    const opening = openSession({
      ...outputs,
      store,
      connection,
      operators,
      clock,
      newId,
      sentFile: sentIn(dataFolder),
      backups: {
        store: file,
        folder: join(dataFolder, 'practice-backups'),
        key: () => practiceKey,
        startStoreWorker,
        appVersion: deps.version,
      },
      profile: () => practiceProfile,
      profileId: practiceId,
      environment: 'practice',
      auditKeys: practiceAuditKeys(),
      callBlockFor: () => undefined,
    })
    session.services = await opening.catch(async (problem: unknown) => {
      await store.close()
      throw problem
    })
    session.services.forwarding.start()
    session.storeState = { state: 'open' }
    tellPresence(session)
    store.membership.onChange(deps.storeChanged)
    void migration.promise.then(migrated)
    return
  }
  session.storeState = { state: 'refused', ...shownRefusal(opened.error) }
}

/** A newer program migrated the store: this one stops, as it would have refused to open it. */
async function stopMigrated(session: Session, deps: PracticeSessionDeps): Promise<void> {
  const ended = { ...session }
  session.services = undefined
  session.storeState = { state: 'refused', reason: 'store-newer', detail: null }
  deps.storeChanged()
  await closeSession(ended).soon.catch((problem: unknown) => {
    deps.log.unforeseen('store.migrated', problem)
  })
}
