/**
 * A page of a proof: what it promises, what strikes meanwhile, what must hold, and the builds that lack
 * a guard, in which it must fail. `npm run prove` plays it in any size, its spec in the size of a commit.
 */
import type { Change } from './controls.ts'

export interface Proof {
  readonly promise: string
  readonly troubles: readonly string[]
  readonly invariants: readonly string[]
  /** What each control lacks, by its name. */
  readonly controls: Readonly<Record<string, Pick<Control, 'lacks'>>>
  /** What COUNT counts. */
  readonly counts: string
  readonly prove: (asked: Asked) => Promise<readonly Check[]>
}

/** A build that lacks a guard. */
export interface Control {
  /** As in *a build that …*. */
  readonly lacks: string
  readonly changes: readonly Change[]
}

/** What the command asks for. */
export interface Asked {
  readonly count: number | undefined
  readonly seed: number | undefined
  /** How many workstations share a store. */
  readonly team: number | undefined
  /** The name of a control. */
  readonly without: string | undefined
  readonly say: (line: string) => void
}

export interface Check {
  readonly what: string
  readonly holds: boolean
}

/** Returns the seeds of a run: one that is asked for, or so many from the first on. */
export const seedsOf = ({ seed, count }: Asked, first: number, usual: number): readonly number[] =>
  seed === undefined
    ? Array.from({ length: count ?? usual }, (_, at) => first + at)
    : Array.from({ length: count ?? 1 }, () => seed)
