/**
 * The workstation without a window: composes every service. Tests and proofs start it in plain
 * Node.
 */
import { join } from 'node:path'
import type { AtStake } from '../preload/contract/text/desktop.ts'
import type { DoctorReport } from '../preload/contract/api/doctor.ts'
import type { Settings } from '../preload/contract/api/workstation-state.ts'
import { createRestores } from './session/restores.service.ts'
import { createRateBudgets } from './bank/rate-budgets.ts'
import { systemTimer, type StartTimer } from './platform/timer.ts'
import { computerIdReader, type ReadComputerId } from './platform/computer-id.ts'
import { createDiskSpace } from './platform/disk-space.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import { createConnectionService, type ConnectionService } from './profile/connection.service.ts'
import { writeDiagnostics } from './session/diagnostics.service.ts'
import { createDoctor, hintFor403 } from './workplace/doctor.service.ts'
import { newId } from './platform/identifiers.ts'
import type { Announce } from './platform/announce.ts'
import type { AnswerContext } from './shell/ipc/answer.ts'
import type { Handlers } from './platform/handlers.ts'
import { createKeychain } from './profile/keychain.ts'
import type { KeychainLauncher } from './profile/keychain-launcher.ts'
import { openLog, type Log } from './platform/log/log.ts'
import { queueEventsWhileLocked } from './shell/ipc/queued-events.ts'
import { refusalKind, subjectOf } from './shell/ipc/money-acts.ts'
import { createLock, type Lock, type SystemPresence } from './session/lock.ts'
import { computerActorOf, type Operators } from './profile/operators.service.ts'
import type { ScryptCost } from './platform/passphrase-key.ts'
import { createPracticeService } from './session/practice/practice.service.ts'
import {
  createPracticeTeamService,
  type OpenMemberWindow,
} from './session/practice/practice-team.service.ts'
import type { PracticeBankLauncher } from './practice/start-practice-bank.ts'
import {
  createPracticeSession,
  type PracticeTeamMember,
} from './session/practice/practice-session.ts'
import { createProfileRegistry } from './profile/profile-registry.ts'
import { createProfiles } from './session/profiles.service.ts'
import { atStakeIn, closeSessionNow, type Session, type SessionOutputs } from './session/session.ts'
import type { StartStoreWorker } from './store/store.ts'
import { createCallNotifier } from './inquiry/call-notifier.ts'
import { builtInKeys, readUpdateKeys } from './workplace/update-keys.ts'
import { createUpdates } from './workplace/updates.service.ts'
import { createWindowNotifier } from './session/window-notifier.ts'
import type { SystemDialogs } from './platform/files/file-dialogs.ts'
import { noticeSurfaces } from './workplace/notices.service.ts'
import type { DesktopNotices, PdfPrinter, SecretClipboard } from './platform/ports.ts'
import { createWorkstationState } from './session/workstation-state.service.ts'
import { createHandlers } from './session/api/workstation.handlers.ts'

export interface WorkstationDeps {
  readonly version: string
  /** By default one of its own, in the data folder. */
  readonly log?: Log
  /** An absolute path; created if missing. */
  readonly dataFolder: string
  readonly startStoreWorker: StartStoreWorker
  readonly launchPracticeBank: PracticeBankLauncher
  readonly launchKeychain: KeychainLauncher
  /** The control address of a running practice bank, instead of launching one. */
  readonly runningPracticeBank?: string | undefined
  /** This workstation in a practice team, which shares the practice store. */
  readonly practiceTeam?: PracticeTeamMember | undefined
  /** Opens the windows of a practice team; without it, none can be started. */
  readonly openMemberWindow?: OpenMemberWindow
  readonly announce: Announce
  readonly applyTheme: (theme: Settings['theme']) => void
  readonly systemDialogs: SystemDialogs
  readonly clipboard: SecretClipboard
  readonly printer: PdfPrinter
  /** The desktop's notifications; without them none is shown. */
  readonly notices?: DesktopNotices
  /**
   * The name of the computer's account: the actor in a real profile before anybody has signed in.
   */
  readonly accountName: string
  /** The system's own by default. */
  readonly readComputerId?: ReadComputerId | undefined
  /** Keys that may sign an update manifest, in addition to the built-in ones. */
  readonly updateKeys?: readonly string[]
  /** Activity reported by the system; without it, only activity in the window counts. */
  readonly system?: SystemPresence
  readonly clock?: Clock
  readonly startTimer?: StartTimer | undefined
  /** Hashing cost of an operator's new passphrase; the product's cost if omitted. */
  readonly passphraseCost?: ScryptCost | undefined
}

export interface Workstation {
  readonly handlers: Handlers
  readonly log: Log
  /** The operators of the shown profile. */
  operators(): Operators
  /** Locks at once: the system's screen was locked, or the computer goes to sleep. */
  readonly lock: Lock['lock']
  /** The computer is awake again. */
  wake(): void
  /** Context for answering every call. */
  readonly answering: AnswerContext
  /**
   * Opens the practice store, starts the practice bank and connects to it. Nothing is touched
   * before.
   */
  start(): Promise<void>
  /** What ends or is lost with the program. */
  atStake(): AtStake
  /** Closes everything, the stores last. Can be called again. */
  close(): Promise<void>
  /**
   * Closes what is not closed yet while this thread waits, real profiles first: the program ends when
   * it returns.
   */
  closeNow(withinMs: number): void
}

/** Composes the workstation; opens, starts and reads nothing before `start`. */
export function createWorkstation(deps: WorkstationDeps): Workstation {
  const { clock = systemClock, dataFolder, startTimer = systemTimer } = deps
  const { readComputerId = computerIdReader() } = deps
  const computerActor = computerActorOf(deps.accountName)
  const queued = queueEventsWhileLocked({
    announce: deps.announce,
    isSignedIn: () => profiles.shown().operators.isSignedIn(),
    forWhom: () => windowOwner(profiles.shown()),
  })
  const { announce } = queued
  const log = deps.log ?? openLog(join(dataFolder, 'log'), clock)
  const keychain = createKeychain({ launch: deps.launchKeychain })
  const profileRegistry = createProfileRegistry(dataFolder)
  const doctor = createDoctor({ clock, readComputerId })
  const examinations = new Map<string, DoctorReport>()
  const budgets = createRateBudgets({ clock, folder: join(dataFolder, 'rate') })

  /** Sends events to the window only while its session is the shown one. */
  const makeConnection = (session: () => Session | undefined): ConnectionService =>
    createConnectionService({
      clock,
      newId,
      budgets,
      forbiddenHint: ({ connection, registeredAddresses }) =>
        hintFor403({ lastClientIp: doctor.lastClientIp(connection.baseUrl), registeredAddresses }),
      v2Path: () => session()?.services?.settings.current().validationV2Path ?? null,
      changed: (next) => {
        if (session() === profiles.shown()) announce('connection', 'stateChanged', next)
      },
      callRecorded: (id) => {
        if (session() === profiles.shown()) traffic.recorded(id)
      },
    })
  const traffic = createCallNotifier(announce)
  const listeners = createWindowNotifier({
    announce,
    profiles: () => profiles,
    stateChanged: () => state.notify(),
    report: log.unforeseen,
  })
  const surfaceOf = noticeSurfaces(deps.notices, () => profiles.shown())
  const sessionOutputs: SessionOutputs = (session) => ({
    ...listeners.outputs(session),
    noticeSurface: surfaceOf(session),
  })
  const practice = createPracticeService(deps)
  const practiceTeam = createPracticeTeamService({
    isMember: deps.practiceTeam !== undefined,
    launchPracticeBank: deps.launchPracticeBank,
    openMemberWindow: deps.openMemberWindow ?? openNoWindow,
    report: log.unforeseen,
  })
  const practising = createPracticeSession({
    dataFolder,
    startStoreWorker: deps.startStoreWorker,
    team: deps.practiceTeam,
    version: deps.version,
    clock,
    startTimer,
    newId,
    log,
    practice,
    makeConnection,
    sessionOutputs,
    storeChanged: () => state.notify(),
    operatorsChanged,
  })
  const profiles = createProfiles({
    isPracticeMember: deps.practiceTeam !== undefined,
    profileRegistry,
    keychain,
    practice: practising.session,
    computerActor,
    readComputerId,
    passphraseCost: deps.passphraseCost,
    operatorsChanged,
    startStoreWorker: deps.startStoreWorker,
    version: deps.version,
    clock,
    newId,
    makeConnection,
    sessionOutputs,
    keychainAnswered: (problem) => void state.keychainAnswered(problem),
    changed: (next) => announce('profiles', 'stateChanged', next),
    shownChanged: (next) => announce('profiles', 'shownChanged', next),
    shows: () => state.notify(),
    otherListenersChanged: () => listeners.notify(),
    startTimer,
    report: log.unforeseen,
  })
  const state = createWorkstationState({
    version: deps.version,
    shown: profiles.shown,
    changed: (next) => announce('workstation', 'stateChanged', next),
    applyTheme: deps.applyTheme,
    keychainWorks: () => profiles.tryAgain(),
    lowDisk: () => diskSpace.low(),
  })
  const diskSpace = createDiskSpace({
    folder: dataFolder,
    startTimer,
    changed: () => state.notify(),
  })
  const updates = createUpdates({
    runs: deps.version,
    keys: readUpdateKeys([...builtInKeys, ...(deps.updateKeys ?? [])]),
    file: join(dataFolder, 'updates.json'),
    clock,
    startTimer,
    report: log.unforeseen,
    changed: (next) => announce('updates', 'changed', next),
  })
  const lock = createLock({
    shown: profiles.shown,
    clock,
    startTimer,
    system: deps.system ?? noSystem,
  })
  function operatorsChanged(session: Session): void {
    if (!session.operators.isSignedIn()) session.services?.notices.hideDetails()
    if (session !== profiles.shown()) return
    state.notify()
    queued.settle()
    // What waits for an operator depends on everybody's roles.
    announce('orders', 'countsChanged', {})
    announce('inbox', 'changed', {})
  }
  /** Records a refused call that `money-acts.ts` names, if there is an open store. */
  const refused = async (channel: string, input: unknown, code: string): Promise<void> => {
    const kind = refusalKind(channel)
    const { services, operators } = profiles.shown()
    if (kind === undefined || !services) return
    const actor = operators.current().id || computerActor
    const act = { actor, kind, subject: subjectOf(input), detail: { act: channel, code } }
    await services.store.note(act).catch((problem: unknown) => {
      log.unforeseen(channel, problem)
    })
  }
  /** A member of a practice team has no real profile: it opens the practice store and nothing else. */
  const readProfiles = async (): Promise<void> => {
    if (deps.practiceTeam !== undefined) return
    await profileRegistry.read(log.unforeseen).catch((problem: unknown) => {
      log.unforeseen('profiles.read', problem)
    })
  }
  const start = async (): Promise<void> => {
    await Promise.all([practising.start(), readProfiles()])
    lock.start()
    void diskSpace.start()
    void updates.start()
    announce('profiles', 'stateChanged', profiles.state())
    // Not awaited: a keychain that is locked or hangs must not delay the window.
    void profiles.openListening()
  }
  let started: Promise<void> = Promise.resolve()
  let isClosing = false
  let unsaved: AtStake['unsaved'] = []
  const sessions = (): readonly Session[] => [...profiles.notClosed(), practising.session]

  return {
    answering: {
      currentOperator: () => profiles.shown().operators.current(),
      isSignedIn: () => !isClosing && profiles.shown().operators.isSignedIn(),
      signInEpoch: () => profiles.shown().operators.signInEpoch(),
      shownProfile: () => profiles.shown().identity.id,
      reportUnforeseen: log.unforeseen,
      systemDialogs: deps.systemDialogs,
      refused,
    },
    operators: () => profiles.shown().operators,
    lock: lock.lock,
    wake: () => profiles.wake(),
    log,
    handlers: createHandlers({
      state,
      profiles,
      lock,
      practice,
      practiceTeam,
      startPracticeAgain: () => practising.startAgain(),
      keychain,
      doctor,
      updates,
      clipboard: deps.clipboard,
      printer: deps.printer,
      announce,
      clock,
      newId,
      examined: (profileId, report) => examinations.set(profileId, report),
      writeDiagnostics: () =>
        writeDiagnostics({
          profiles,
          dataFolder,
          clock,
          state: () => state.current(),
          storeFile: (id) => (profiles.isKnown(id) ? profileRegistry.places(id).store : undefined),
          lastExamination: (id) => examinations.get(id),
        }),
      restores: createRestores({
        ...deps,
        profiles,
        profileRegistry,
        readComputerId,
        clock,
        newId,
      }),
      computerActor,
      setUnsaved: (places) => {
        unsaved = places
      },
    }),
    atStake: () => ({ unsaved, ...atStakeIn(sessions()) }),
    start() {
      started = start()
      return started
    },
    async close() {
      isClosing = true
      await started
      lock.stop()
      diskSpace.stop()
      const updatesStopped = updates.stop()
      budgets.close()
      traffic.stop()
      await Promise.all([profiles.close(), practising.close(), updatesStopped, practiceTeam.end()])
      // A 429 received at the end must also delay the next run.
      await budgets.settled()
      await practice.close()
      await keychain.close()
      await log.flushed()
    },
    closeNow(withinMs) {
      isClosing = true
      const endMs = performance.now() + withinMs
      for (const session of sessions())
        closeSessionNow(session, Math.max(0, endMs - performance.now()))
    },
  }
}

const openNoWindow: OpenMemberWindow = () => {
  throw new Error('This program opens no windows')
}

/** Without information from the system, nobody is idle and no screen is locked. */
const noSystem: SystemPresence = { idleSeconds: () => 0, isLocked: () => false }

/**
 * Identifies the user of the window: the profile, and the operator who is signed in or was before
 * the lock.
 */
function windowOwner({ identity, operators }: Session): string {
  const access = operators.access()
  const id = 'operatorId' in access ? access.operatorId : operators.current().id
  return `${identity.id} ${id ?? ''}`
}
