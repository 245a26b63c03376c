/** What only a transaction finds out about its act. */
import type { JsonObject } from '../platform/json/canonical-json.ts'

/** The result of a transaction, and what it adds to the detail of its act. */
class WithDetail<T> {
  readonly value: T
  readonly detail: JsonObject

  constructor(value: T, detail: JsonObject) {
    this.value = value
    this.detail = detail
  }
}

export type MaybeDetailed<T> = T | WithDetail<T>

/** Returned by the work of `record` in place of its result: the act is stored with this detail too. */
export const withDetail = <T>(value: T, detail: JsonObject): MaybeDetailed<T> =>
  new WithDetail(value, detail)

export const detailedParts = <T>(
  result: MaybeDetailed<T>,
): { readonly value: T; readonly detail: JsonObject } =>
  result instanceof WithDetail ? result : { value: result, detail: {} }
