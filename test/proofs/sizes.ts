/**
 * How much each proof plays. `COUNTERSIGN_PROOFS=full` asks for the sizes of the night and of a release, otherwise it is
 * those of a commit: as small as still proves the promise. A control, which has to fail, has one size in both. What is
 * not named here (backup, canaries, a hanging keychain, packages) has one size: all of it.
 */
const variable = 'COUNTERSIGN_PROOFS'

export type ProofSize = 'commit' | 'full'

/** The size that is asked for. Throws where its name is unknown: a mistyped full run must not pass as one. */
export function proofSize(): ProofSize {
  const asked = process.env[variable] ?? 'commit'
  if (asked === 'commit' || asked === 'full') return asked
  throw new Error(`${variable}=${asked} is unknown: it is commit or full`)
}

/** How much is played of each proof. */
interface Sizes {
  /** Schedules, one kill each. */
  readonly once: { readonly schedules: number }
  readonly alerts: { readonly deliveries: number; readonly kills: number; readonly cuts: number }
  /** Flushes of the failing disk, of which a third fail. */
  readonly alertFaults: { readonly flushes: number }
  readonly bulk: { readonly rows: number; readonly kills: number }
  /** Files that each of the four readers is handed. */
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
  /** Minutes, but never fewer cycles than can be judged, and entries of the batch of each cycle. */
  readonly soak: { readonly minutes: number; readonly entries: number }
  readonly store: {
    readonly kills: number
    readonly compactionKills: number
    readonly migrationKills: number
  }
}

const all: Readonly<Record<ProofSize, Sizes>> = {
  commit: {
    // Each point of fault five times or more, both kinds in doubt and accepted.
    once: { schedules: 60 },
    // Each ending meets a hundred deliveries; the lazy store loses some in half as many cuts.
    alerts: { deliveries: 2_500, kills: 6, cuts: 18 },
    // Alone and behind another, in each of the three turns, twenty failures each.
    alertFaults: { flushes: 60 },
    // More rows wait at each kill than the 120 that may be in flight.
    bulk: { rows: 400, kills: 3 },
    // Each shape of a fault several times.
    foreignFiles: { cases: 500 },
    // The last gap ends on the twelfth day. With so few entries each gap still hides some of them.
    fortnight: { days: 12, entriesInBatch: 20, payments: 24, callsPerSecond: 50 },
    // The moments within a step; a third of the first fall into the start of the keychain process.
    keychain: { programKills: 9, processKills: 24 },
    // Six windows of five calls at each of ten banks, the delay at its longest by the last of them.
    rateBudget: { banks: 10, calls: 30, rampMs: 8_000 },
    // The eight cycles of which five are judged: a leak in each cycle shows in them.
    soak: { minutes: 0, entries: 100 },
    // Three kinds of moment in turn: while it opens, and twice while it records.
    store: { kills: 12, compactionKills: 3, migrationKills: 8 },
  },
  full: {
    // As many as a release is published with.
    once: { schedules: 2_000 },
    alerts: { deliveries: 20_000, kills: 150, cuts: 600 },
    alertFaults: { flushes: 600 },
    bulk: { rows: 3_000, kills: 20 },
    foreignFiles: { cases: 100_000 },
    // At the documented limit of five calls a second.
    fortnight: { days: 14, entriesInBatch: 200, payments: 60, callsPerSecond: 5 },
    keychain: { programKills: 150, processKills: 400 },
    // A hundred calls take twenty seconds at the limit, and longer where answers take five.
    rateBudget: { banks: 20, calls: 100, rampMs: 30_000 },
    // Growth of a hundredth of a megabyte in a cycle shows in so long only.
    soak: { minutes: 120, entries: 300 },
    store: { kills: 150, compactionKills: 32, migrationKills: 100 },
  },
}

/** The sizes of this run. */
export const sizes: Sizes = all[proofSize()]
