/** Everything that may cross the border, by banking noun. Channel names are computed from here. */
import { accountInquiry } from './account-validation.ts'
import * as practice from './practice.ts'
import { page } from './paging.ts'
import { command, event, query, type Command, type Event, type Query } from './verbs.ts'
import { validationLine, validationListRequest, validationRecord } from './validation-record.ts'
import { connectionState, healthAnswer, settings, workstationState } from './workstation-state.ts'
import { z } from './zod.ts'

const nothing = z.void()
const anyOperator = ['maker', 'checker', 'administrator'] as const

export const treaty = {
  workstation: {
    /** Who is here, where, and on what. */
    getState: query(nothing, workstationState),
    stateChanged: event(workstationState),
    changeSettings: command(settings.partial().strict(), workstationState, [], anyOperator),
    /** Practice has two operators ready; real ones sign in. */
    switchPracticeOperator: command(
      z.object({ operatorId: z.string() }),
      workstationState,
      ['not-found'],
      'anyone',
    ),
  },
  connection: {
    getState: query(nothing, connectionState),
    stateChanged: event(connectionState),
    /** Asks the bank's account validation health check. */
    checkHealth: command(nothing, healthAnswer, ['rate-paused', 'bank-not-running'], anyOperator),
  },
  validation: {
    submit: command(
      accountInquiry,
      validationRecord,
      ['rate-paused', 'bank-not-running', 'version-not-configured'],
      anyOperator,
    ),
    list: query(validationListRequest, page(validationLine)),
    get: query(z.object({ id: z.string() }), validationRecord),
    /** The record with the full account number: an audited act. */
    reveal: command(z.object({ id: z.string() }), validationRecord, ['not-found'], anyOperator),
  },
  practice: {
    getBank: query(nothing, practice.practiceBankState),
    setScenario: command(
      practice.scenarioOrder,
      practice.practiceBankState,
      ['bank-not-running'],
      anyOperator,
    ),
    clearScenarios: command(nothing, practice.practiceBankState, ['bank-not-running'], anyOperator),
  },
} as const

export type TreatyType = typeof treaty
/** A verb's channel: its noun and its name. */
export type Channel = {
  [N in keyof TreatyType]: {
    [V in keyof TreatyType[N]]: `${N & string}.${V & string}`
  }[keyof TreatyType[N]]
}[keyof TreatyType]

type VerbsOf<Kind> = {
  [N in keyof TreatyType]: {
    [V in keyof TreatyType[N] as TreatyType[N][V] extends Kind ? V : never]: TreatyType[N][V]
  }
}
/** The verbs that the window calls, and those that it hears. */
export type Callable = VerbsOf<Query | Command>
export type Audible = VerbsOf<Event>
