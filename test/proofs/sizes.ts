/**
 * The size of each proof. `COUNTERSIGN_PROOFS=full` selects the sizes of the nightly run and of a
 * release; the default are the commit sizes, the smallest that still prove the promise. A control,
 * which has to fail, has one size in both. Proofs not listed here (backup, canaries, a hanging
 * keychain, packages) always run completely.
 */
export const sizeVariable = 'COUNTERSIGN_PROOFS'

export type ProofSize = 'commit' | 'full'

/**
 * Returns the requested size. Throws for an unknown name: a mistyped full run must not pass as one.
 */
export function proofSize(): ProofSize {
  const requested = process.env[sizeVariable] ?? 'commit'
  if (requested === 'commit' || requested === 'full') return requested
  throw new Error(`${sizeVariable}=${requested} is unknown: it is commit or full`)
}

/** The size of each proof. */
interface Sizes {
  /** Schedules, one kill each. */
  readonly once: { readonly schedules: number; readonly proxied: number }
  readonly alerts: { readonly deliveries: number; readonly kills: number; readonly cuts: number }
  /** Workstations of which one listens, and how often each trouble ends that. */
  readonly alertTakeovers: {
    readonly deliveries: number
    readonly members: number
    readonly troubles: Readonly<Record<'kill' | 'stop' | 'cut' | 'close' | 'crash', number>>
    readonly factor: number
  }
  /** Flushes of the failing disk, a third of which fail. */
  readonly alertFaults: { readonly flushes: number }
  readonly bulk: { readonly rows: number; readonly kills: number }
  /** Files for each of the four readers. */
  readonly foreignFiles: { readonly cases: number }
  readonly fortnight: {
    readonly days: number
    readonly entriesInBatch: number
    readonly payments: number
    readonly callsPerSecond: number
  }
  /** Kills at random moments; every step of a write is always played. */
  readonly keychain: { readonly programKills: number; readonly processKills: number }
  readonly rateBudget: { readonly banks: number; readonly calls: number; readonly rampMs: number }
  /** Workstations with one consumer key, and how often each kind of fault strikes them. */
  readonly teamLimit: {
    readonly members: number
    readonly seconds: number
    readonly rounds: number
    readonly pauseMs: number
    readonly factor: number
  }
  /** Minutes, but never fewer cycles than can be judged, and the entries of each cycle's batch. */
  readonly soak: { readonly minutes: number; readonly entries: number }
  readonly store: {
    readonly kills: number
    readonly compactionKills: number
    readonly migrationKills: number
  }
  /**
   * Schedules of workstations that share a store, how many teams play beside each other, and by what
   * the waits of the product are multiplied.
   */
  readonly team: {
    readonly schedules: number
    readonly members: number
    readonly teams: number
    readonly factor: number
  }
}

const all: Readonly<Record<ProofSize, Sizes>> = {
  commit: {
    // Each fault point at least twice; unknown and accepted outcomes of both kinds.
    once: { schedules: 36, proxied: 4 },
    // Each ending meets a hundred deliveries; the lazy store loses some within half as many cuts.
    alerts: { deliveries: 2_500, kills: 6, cuts: 18 },
    // Ten takeovers, with waits of a quarter.
    alertTakeovers: {
      deliveries: 2_000,
      members: 3,
      troubles: { kill: 4, stop: 2, cut: 1, close: 1, crash: 2 },
      factor: 0.25,
    },
    // Alone and behind another write, in each of the three turns, twenty failures each.
    alertFaults: { flushes: 60 },
    // More rows wait at each kill than the 120 that may be in flight.
    bulk: { rows: 400, kills: 3 },
    // Each shape of a fault several times.
    foreignFiles: { cases: 250 },
    // The last gap ends on the twelfth day. Even with so few entries each gap hides some of them.
    fortnight: { days: 12, entriesInBatch: 20, payments: 24, callsPerSecond: 50 },
    // Moments within a step; a third of the first fall into the start of the keychain process.
    keychain: { programKills: 6, processKills: 12 },
    // Six windows of five calls at each of ten banks; the delay is longest at the last window.
    rateBudget: { banks: 10, calls: 30, rampMs: 8_000 },
    // Waits of a quarter: a slot whose holder was lost comes back within the round, and within the
    // pause, where a workstation that did not know of it would call again.
    teamLimit: { members: 4, seconds: 4, rounds: 1, pauseMs: 16_000, factor: 0.25 },
    // Eight cycles, five of them judged: enough to show a leak in each cycle.
    soak: { minutes: 0, entries: 100 },
    // Three kinds of moment in turn: once while the store opens, twice while it records.
    store: { kills: 12, compactionKills: 3, migrationKills: 8 },
    // Each theme twice; a stop of up to six seconds, and a home is gone after three.
    team: { schedules: 32, members: 3, teams: 4, factor: 0.1 },
  },
  full: {
    // As many as before a release.
    once: { schedules: 2_000, proxied: 200 },
    alerts: { deliveries: 20_000, kills: 150, cuts: 600 },
    alertTakeovers: {
      deliveries: 10_000,
      members: 4,
      troubles: { kill: 200, stop: 30, cut: 20, close: 20, crash: 20 },
      factor: 1,
    },
    alertFaults: { flushes: 600 },
    bulk: { rows: 3_000, kills: 20 },
    foreignFiles: { cases: 100_000 },
    // At the documented limit of five calls a second.
    fortnight: { days: 14, entriesInBatch: 200, payments: 60, callsPerSecond: 5 },
    keychain: { programKills: 150, processKills: 400 },
    // A hundred calls take twenty seconds at the limit, and longer where answers take five.
    rateBudget: { banks: 20, calls: 100, rampMs: 30_000 },
    // Past the end of the pause.
    teamLimit: { members: 8, seconds: 60, rounds: 20, pauseMs: 130_000, factor: 1 },
    // Only so long a run shows growth of a hundredth of a megabyte per cycle.
    soak: { minutes: 120, entries: 300 },
    store: { kills: 150, compactionKills: 32, migrationKills: 100 },
    // Stops of up to a minute, as in the product.
    team: { schedules: 500, members: 8, teams: 4, factor: 1 },
  },
}

/** The sizes of this run. */
export const sizes: Sizes = all[proofSize()]
