/** A practice bank, the client of a profile on it, and the doctor who examines them. */
import { randomUUID } from 'node:crypto'
import { createBankClient, type BankClient } from '../../../../../main/bank/bank-client.ts'
import type { BankConnection } from '../../../../../main/bank/connection.ts'
import {
  openRateBudget,
  type RateBudget,
} from '../../../../../main/bank/client/budget/rate-budget.ts'
import { systemClock } from '../../../../../main/platform/clock.ts'
import {
  createDoctor,
  type Doctor,
  type DoctorDeps,
  type Examination,
} from '../../../../../main/workplace/doctor.service.ts'
import { clientAccounts } from '../../../../../main/practice/data/client-accounts.ts'
import {
  openPracticeBank,
  type PracticeBankOptions,
} from '../../../../../main/practice/open-practice-bank.ts'
import {
  connectPracticeBank,
  type PracticeControl,
} from '../../../../../main/practice/practice-control.ts'
import type { Enrolment } from '../../../../../main/practice/enrolment.ts'
import type {
  DoctorReport,
  DoctorStep,
  DoctorStepId,
} from '../../../../../preload/contract/api/doctor.ts'
import type {
  Product,
  ProductTerms,
} from '../../../../../preload/contract/api/profiles/profile-details.ts'
import type { ScenarioOrder } from '../../../../../preload/contract/api/practice/practice.ts'
import type { ExaminedListener } from '../../../../../main/workplace/doctor/alerts-step.ts'
import { ok } from '../../../../../preload/contract/kernel/result.ts'
import { MemoryOfTest } from '../../../bank/support/rate-memory.ts'

/** The accounts of the practice client. */
export const ownAccounts = clientAccounts.map(({ accountNumber }) => accountNumber)

/** Terms without hours or frequency. */
export const termsOf = (...products: Product[]): ProductTerms[] =>
  products.map((product) => ({ product, hours: { kind: 'all-day' }, calls: null, volume: null }))

/** Returns a step of a report; throws if it is missing. */
export function stepOf(report: DoctorReport, id: DoctorStepId): DoctorStep {
  const step = report.steps.find((one) => one.id === id)
  if (!step) throw new Error(`no step ${id}`)
  return step
}

/** Returns the findings of a report by step. */
export const findingsOf = (report: DoctorReport): Record<string, string> =>
  Object.fromEntries(report.steps.map(({ id, finding }) => [id, finding]))

/** Returns the value of a fact; undefined if no fact has this label. */
export const factOf = (step: DoctorStep, label: string): string | undefined =>
  step.facts.find((fact) => fact.label === label)?.value

const reach = { state: 'probed', at: null, finding: null, detail: null, answeredBy: null } as const
type Shown = ReturnType<ExaminedListener['state']>

/** A listener whose check finds this. */
export const listenerThat = (
  found: Partial<Shown['reach']>,
  part: Partial<Shown> = {},
): ExaminedListener => ({
  state: () => ({
    running: { state: 'listening', address: 'https://127.0.0.1:8443/alerts', since: '' },
    publicUrl: 'https://alerts.example/alerts',
    team: null,
    ...part,
    reach: { ...reach, ...found },
  }),
  probe: () => Promise.resolve(ok(undefined)),
})

/** Changes a connection before the client is created. */
export type Spoil = (connection: BankConnection) => BankConnection

/** One bank, one client, one doctor; all are closed at the end of the scope. */
export class Patient implements AsyncDisposable {
  readonly reports: DoctorReport[] = []
  readonly enrolment: Enrolment
  readonly connection: BankConnection
  readonly client: BankClient
  readonly budget: RateBudget
  readonly control: PracticeControl
  readonly #doctor: Doctor
  readonly #closing: (() => Promise<void>)[]

  private constructor(
    fields: Pick<Patient, 'enrolment' | 'connection' | 'client' | 'budget' | 'control'>,
    doctor: Doctor,
    closing: (() => Promise<void>)[],
  ) {
    this.enrolment = fields.enrolment
    this.connection = fields.connection
    this.client = fields.client
    this.budget = fields.budget
    this.control = fields.control
    this.#doctor = doctor
    this.#closing = closing
  }

  static async open(
    spoil: Spoil = (same) => same,
    deps: Partial<DoctorDeps> = {},
    options: PracticeBankOptions = {},
  ) {
    const bank = await openPracticeBank(options)
    const control = connectPracticeBank(bank.controlUrl)
    const { enrolment } = bank
    const connection = spoil(enrolment)
    const budget = await openRateBudget({ clock: systemClock, memory: new MemoryOfTest() })
    const client = createBankClient({
      connection,
      budget,
      clock: systemClock,
      newId: randomUUID,
      record: () => Promise.resolve(),
    })
    const readComputerId = () => Promise.resolve('3d1219c7c4c5404aaa1f6d2a48adfda4')
    const own = { clock: systemClock, silenceMs: 120, readComputerId }
    const doctor = createDoctor({ ...own, ...deps })
    const closing = [
      () => {
        budget.close()
        return client.close()
      },
      () => control.close(),
      () => bank.close(),
    ]
    return new Patient({ enrolment, connection, client, budget, control }, doctor, closing)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closing) await close()
  }

  /** Orders a scenario until it is cleared. */
  async suffers(scenario: ScenarioOrder['scenario'], target?: ScenarioOrder['target']) {
    await this.control.setScenario({
      scenario,
      times: 'until-cleared',
      ...(target && { target }),
    })
  }

  /** Examines with a profile that lists everything the bank agreed to. */
  examine(change: Partial<Examination> = {}): Promise<DoctorReport> {
    return this.#doctor.examine({
      connection: this.connection,
      client: this.client,
      partnerClientId: this.enrolment.partnerClientId,
      registeredAddresses: ['127.0.0.1'],
      products: termsOf('account-validation', 'ach-inquiry', 'ach-origination', 'wire', 'rtp'),
      ownAccounts: [],
      rowNumbers: 'body',
      actor: 'ann',
      listener: listenerThat({ finding: 'reachable' }),
      progressed: (report) => this.reports.push(report),
      ...change,
    })
  }

  lastClientIp(): string | null {
    return this.#doctor.lastClientIp(this.connection.baseUrl)
  }

  /** Returns how many calls arrived at the bank, and the rules that they broke. */
  async arrived(): Promise<{ calls: number; broken: string[] }> {
    const [{ arrived }, breaches] = [await this.control.counters(), await this.control.breaches()]
    return { calls: arrived, broken: breaches.map(({ rule }) => rule) }
  }
}
