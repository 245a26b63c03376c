/** The practice bank of the workstation: launched or joined, connected, controlled. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  AlertSubscription,
  PracticeBankState,
  ScenarioOrder,
  SendAlertsOrder,
} from '../../../preload/contract/api/practice/practice.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { BankAccess } from '../../profile/connection.service.ts'
import { connectPracticeBank, type PracticeControl } from '../../practice/practice-control.ts'
import { registeredAddresses } from '../../practice/enrolment.ts'
import type {
  PracticeBankLauncher,
  RunningPracticeBank,
} from '../../practice/start-practice-bank.ts'

type StateResult = Result<PracticeBankState, Failure<'bank-not-running'>>

export interface PracticeService {
  /**
   * Launches the bank, or joins a running one, and returns how to reach it. Rejects if it does not
   * start.
   */
  start(): Promise<BankAccess>
  state(): Promise<PracticeBankState>
  setScenario(order: ScenarioOrder): Promise<StateResult>
  clearScenarios(): Promise<StateResult>
  /** Makes the bank send that many invented alerts. */
  sendAlerts(order: SendAlertsOrder): Promise<StateResult>
  /** Gives the bank the address for its alerts; does nothing without a bank. */
  subscribe(subscription: AlertSubscription): Promise<void>
  /** Ends a bank that was launched; one that was joined goes on. */
  close(): Promise<void>
}

export interface PracticeDeps {
  readonly launchPracticeBank: PracticeBankLauncher
  readonly runningPracticeBank?: string | undefined
}

/** Creates the service; starts nothing before `start`. */
export function createPracticeService(deps: PracticeDeps): PracticeService {
  let launched: RunningPracticeBank | undefined
  let control: PracticeControl | undefined
  const state = async (): Promise<PracticeBankState> => {
    if (!control) return { state: 'not-running' }
    // A joined bank may have ended, and a launched one may have died: either shows as not running.
    return control.state().catch(() => ({ state: 'not-running' as const }))
  }
  const steer = async (act: (bank: PracticeControl) => Promise<unknown>): Promise<StateResult> => {
    if (!control) return err({ code: 'bank-not-running' })
    const done = await act(control).then(
      () => true,
      () => false,
    )
    return done ? ok(await state()) : err({ code: 'bank-not-running' })
  }

  return {
    async start() {
      if (deps.runningPracticeBank === undefined) launched = await deps.launchPracticeBank()
      const bank = connectPracticeBank(launched?.controlUrl ?? deps.runningPracticeBank ?? '')
      const { secondaryId, additionalId, partnerClientId, callsPerSecond, ...connection } =
        await bank.enrolment()
      control = bank
      return {
        connection,
        ids: { secondaryId, additionalId },
        partnerClientId,
        // The practice bank's keys are new at every start, but it is one bank: its pause after a
        // 429 must survive them.
        budgetKey: 'practice',
        callsPerSecond,
        registeredAddresses,
      }
    },
    state,
    setScenario: (order) => steer((bank) => bank.setScenario(order)),
    clearScenarios: () => steer((bank) => bank.clearScenarios()),
    sendAlerts: (order) => steer((bank) => bank.sendAlerts(order)),
    subscribe: async (subscription) => {
      await control?.subscribe(subscription)
    },
    async close() {
      const closing = control
      control = undefined
      await closing?.close()
      launched?.stop()
      await launched?.exited
    },
  }
}
