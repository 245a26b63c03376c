/** The practice bank as the workstation has it: launched with it or joined, enrolled at, steered. */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type {
  AlertSubscription,
  PracticeBankState,
  ScenarioOrder,
  SendAlertsOrder,
} from '../../../preload/contract/api/practice/practice.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { BankAccess } from '../../profile/connection/connection.service.ts'
import { connectPracticeBank, type PracticeControl } from '../../practice/practice-control.ts'
import { registeredAddresses } from '../../practice/enrolment.ts'
import type {
  PracticeBankLauncher,
  RunningPracticeBank,
} from '../../practice/start-practice-bank.ts'

type StateResult = Result<PracticeBankState, Failure<'bank-not-running'>>

/** The practice bank of one workstation. */
export interface PracticeService {
  /** Launches the bank, or joins a running one, and answers how to reach it. Rejects when it does not come up. */
  start(): Promise<BankAccess>
  state(): Promise<PracticeBankState>
  setScenario(order: ScenarioOrder): Promise<StateResult>
  clearScenarios(): Promise<StateResult>
  /** Has the bank tell so many invented alerts. */
  sendAlerts(order: SendAlertsOrder): Promise<StateResult>
  /** Tells the bank where its alerts go; nothing happens where there is no bank. */
  subscribe(subscription: AlertSubscription): Promise<void>
  /** Ends a bank that was launched; one that was joined goes on. */
  close(): Promise<void>
}

/** How the bank is had. */
export interface PracticeDeps {
  readonly launchPracticeBank: PracticeBankLauncher
  readonly runningPracticeBank?: string | undefined
}

/** Makes the service; nothing starts before `start`. */
export function createPracticeService(deps: PracticeDeps): PracticeService {
  let launched: RunningPracticeBank | undefined
  let control: PracticeControl | undefined
  const state = async (): Promise<PracticeBankState> => {
    if (!control) return { state: 'not-running' }
    // A bank that was joined may have gone, and one that was launched may have died: both show as not running.
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
        // The practice bank's keys are new at every start, but it is one bank: its silence outlives them.
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
