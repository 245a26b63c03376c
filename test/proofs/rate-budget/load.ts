/** One run of the proof: the behavior of network and banks, and the certificates. */

/** The plan that every process of a run gets. */
export interface Load {
  readonly banks: number
  readonly calls: number
  /** The rate limit in calls per second that the clients use. */
  readonly share: number
  /** The longest delay of one direction, in milliseconds, at the start and after `rampMs`. */
  readonly delayMs: { readonly from: number; readonly to: number; readonly rampMs: number }
  /** Milliseconds that a bank takes to answer. */
  readonly answerMs: number
  readonly pki: { readonly ca: string; readonly certificate: string; readonly key: string }
}

/** The input of a process: the plan, and the ports of the process before it. */
export interface Start {
  readonly load: Load
  readonly ports: readonly number[]
}

/** The bank process's record: per bank, the arrivals in milliseconds of one monotonic clock. */
export type Arrivals = readonly (readonly number[])[]

/** The workstation process's final report, per client. */
export interface ClientReport {
  readonly answered: number
  readonly allowance: string
}
