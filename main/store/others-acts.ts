/**
 * Acts that other workstations record in a shared store. The audit chain is the only source: a
 * notice of the database says that there is something to read, and nothing else.
 */
import type { Membership } from './membership.ts'
import { StoreError } from './store-error.ts'
import type { Reader } from './tables.ts'

/** An act of another workstation. */
export interface OthersAct {
  readonly seq: number
  readonly actor: string
  readonly kind: string
  readonly subject: string
  /** Id of the workstation. */
  readonly home: string | null
}

/**
 * Takes in acts, in the order of the chain; reads with `reader` what they changed. Called before the
 * next transaction of this workstation does anything, so that it never decides by an older value;
 * without one, as soon as they are known. If it rejects, that transaction fails, and the acts are
 * passed again.
 */
export type ActsListener = (acts: readonly OthersAct[], reader: Reader) => Promise<void>

/** The acts of others, passed on once each. */
export class OthersActs {
  readonly #home: string | null
  readonly #report: (problem: unknown) => void
  readonly #listeners: ActsListener[] = []
  readonly #tableListeners: ((table: string) => void)[] = []
  #seen: number
  #isOwnUncertain = false

  /** `seen`: the end of the chain when the store was opened. */
  constructor(home: string | null, seen: number, report: (problem: unknown) => void) {
    this.#home = home
    this.#seen = seen
    this.#report = report
  }

  onActs(listener: ActsListener): void {
    this.#listeners.push(listener)
  }

  /** Calls back when another program has changed a table without an act. */
  onTable(listener: (table: string) => void): void {
    this.#tableListeners.push(listener)
  }

  tableChanged(table: string): void {
    for (const listener of this.#tableListeners) listener(table)
  }

  /** Passes on what is new; `reader` sees the end of the chain. */
  async catchUp(reader: Reader): Promise<void> {
    if (this.#home === null) return
    const entries = await reader
      .selectFrom('audit_entries')
      .select(['seq', 'actor', 'kind', 'subject', 'detail'])
      .where('seq', '>', this.#seen)
      .orderBy('seq')
      .execute()
    const acts = entries
      .map(({ detail, ...entry }) => ({ ...entry, home: homeIn(detail) }))
      .filter(({ home }) => home !== this.#home || this.#isOwnUncertain)
    if (acts.length > 0) for (const listener of this.#listeners) await listener(acts, reader)
    this.#seen = entries.at(-1)?.seq ?? this.#seen
    this.#isOwnUncertain = false
  }

  /**
   * A commit of this workstation ended in a way that is not known. If its act is in the chain, it is
   * passed on like one of another, since nothing here has taken it in.
   */
  ownIsUncertain(): void {
    this.#isOwnUncertain = true
  }

  /** Whether the chain is longer than what was passed on. */
  isBehind(seq: number): boolean {
    return seq > this.#seen
  }

  /**
   * The same as `catchUp` outside of a transaction; a failure is reported, and the acts are read
   * again later.
   */
  async catchUpSoon(
    read: (work: (reader: Reader) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    await read((reader) => this.catchUp(reader)).catch((problem: unknown) => {
      const isClosing = problem instanceof StoreError && problem.code === 'closed'
      if (!isClosing) this.#report(problem)
    })
  }
}

/** The key in the detail of an act that names the workstation on which it was recorded. */
export const homeKey = 'workstation'

/**
 * Returns the id of the workstation that recorded the newest act of a kind about a subject; null if
 * there is none, or the store was a file then.
 */
export async function homeOfAct(
  reader: Reader,
  kind: string,
  subject: string,
): Promise<string | null> {
  const act = await reader
    .selectFrom('audit_entries')
    .select('detail')
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return act ? homeIn(act.detail) : null
}

/**
 * Returns whether another workstation recorded that act, and is there as far as is known: what it
 * began may go on there.
 */
export async function isElsewhere(
  { read, membership }: { readonly read: Reader; readonly membership: Membership },
  kind: string,
  subject: string,
): Promise<boolean> {
  if (membership.home === null) return false
  const home = await homeOfAct(read, kind, subject)
  if (home === null || home === membership.home) return false
  return membership.workstations().find(({ id }) => id === home)?.isHere !== false
}

/** Returns the id of the workstation that recorded an act; null: the store was a file then. */
export function homeIn(detail: string): string | null {
  const { [homeKey]: home } = JSON.parse(detail) as Record<string, unknown>
  return typeof home === 'string' ? home : null
}
