/** What a person is told of anything that went wrong: the shape of it, and the guard that keeps every list of it complete. */

export { assertNever } from '../../preload/contract/kernel/assert-never.ts'

/** What a person is told. */
export interface Explanation {
  readonly title: string
  readonly reason: string
  readonly next: string
}
