/** One run of the proof: how the network and the banks behave, and who trusts whom. */

/** The plan that every process of a run gets. */
export interface Load {
  readonly banks: number
  readonly calls: number
  /** So many calls a second the clients take for the limit. */
  readonly share: number
  /** The longest delay of one way, in milliseconds, at the start and after `rampMs`. */
  readonly delayMs: { readonly from: number; readonly to: number; readonly rampMs: number }
  /** How long a bank takes to answer. */
  readonly answerMs: number
  readonly pki: { readonly ca: string; readonly certificate: string; readonly key: string }
}

/** What a process is started with: the plan and the ports of the process before it. */
export interface Start {
  readonly load: Load
  readonly ports: readonly number[]
}

/** What the bank process saw: per bank, the arrivals in milliseconds of one monotonic clock. */
export type Arrivals = readonly (readonly number[])[]

/** What the workstation process reports at the end, per client. */
export interface ClientReport {
  readonly answered: number
  readonly allowance: string
}
