/** What is read in a soak: once a cycle, after what can be collected was collected. */

/** Open things of a program. */
export interface Open {
  /** File descriptors; 0 where the system does not tell. */
  readonly files: number
  /** What keeps the event loop going: sockets, timers, pipes. */
  readonly handles: number
  /** The same by kind. */
  readonly kinds: Readonly<Record<string, number>>
  /** Workers. */
  readonly threads: number
}

/** One reading. Sizes in bytes, delays of the event loop in milliseconds. */
export interface Reading extends Open {
  readonly cycle: number
  /** Since the start, in milliseconds. */
  readonly atMs: number
  readonly heapUsed: number
  /** What buffers hold outside the heap. */
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

/** What was sent in a soak, and what the bank and the store have of it. */
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
  /** How long each act took in milliseconds: the median of all cycles. */
  readonly acts: Readonly<Record<string, number>>
  /** What went wrong on the way. */
  readonly problems: readonly string[]
  /** What could not be played here, and why. */
  readonly leftOut: readonly string[]
}

/** What must be after as it was before. Timers of the runtime come and go, so kinds are told and not compared. */
export const beforeAndAfter = [
  { name: 'open files', of: ({ files }: Open) => files },
  { name: 'active handles', of: ({ handles }: Open) => handles },
  { name: 'threads', of: ({ threads }: Open) => threads },
] as const
