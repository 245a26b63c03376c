/** The readings of a soak: one per cycle, after garbage collection. */

/** The open resources of a program. */
export interface Open {
  /** File descriptors; 0 if the system does not report them. */
  readonly files: number
  /** Handles that keep the event loop alive: sockets, timers, pipes. */
  readonly handles: number
  /** The handles by kind. */
  readonly kinds: Readonly<Record<string, number>>
  /** Workers. */
  readonly threads: number
}

/** One reading. Sizes in bytes, delays of the event loop in milliseconds. */
export interface Reading extends Open {
  readonly cycle: number
  /** Milliseconds since the start. */
  readonly atMs: number
  readonly heapUsed: number
  /** Bytes of buffers outside the heap. */
  readonly external: number
  readonly rss: number
  readonly storeHeap: number
  readonly delayP50: number
  readonly delayP99: number
  readonly delayMax: number
  readonly storeBytes: number
  readonly walBytes: number
  readonly logBytes: number
  /** Calls of the window so far. */
  readonly calls: number
}

/** The sent orders of a soak, and the records of bank and store. */
export interface Counts {
  readonly orders: number
  readonly entries: number
  readonly alerts: number
  readonly auditEntries: number
}

/** A whole soak. */
export interface SoakRecord {
  readonly minutes: number
  readonly readings: readonly Reading[]
  readonly before: Open
  readonly after: Open
  readonly counts: Counts
  /** The duration of each action in milliseconds: the median of all cycles. */
  readonly acts: Readonly<Record<string, number>>
  /** Problems during the run. */
  readonly problems: readonly string[]
  /** Steps that could not be played on this machine, and why. */
  readonly leftOut: readonly string[]
}

/**
 * Figures that must be equal before and after. The runtime's timers come and go, so kinds are
 * reported and not compared.
 */
export const beforeAndAfter = [
  { name: 'open files', of: ({ files }: Open) => files },
  { name: 'active handles', of: ({ handles }: Open) => handles },
  { name: 'threads', of: ({ threads }: Open) => threads },
] as const
