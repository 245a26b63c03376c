/** The shape of every failure message, and the guard that keeps each list of them complete. */

export { assertNever } from '../../preload/contract/kernel/assert-never.ts'

export interface Explanation {
  readonly title: string
  readonly reason: string
  readonly next: string
}
