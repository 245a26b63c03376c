import { codeOf, describe, passingRefusal, type StoreRefusal } from '../store-error.ts'

/** Carries a refusal through the worker's code to the opener of the store. */
export class Refused extends Error {
  readonly refusal: StoreRefusal

  constructor(refusal: StoreRefusal) {
    super(refusal.code)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** Converts any error of opening to a refusal. */
export function refusalOf(error: unknown): StoreRefusal {
  if (error instanceof Refused) return error.refusal
  const code = error instanceof Error ? codeOf(error) : ''
  if (code === 'SQLITE_NOTADB') return { code: 'store-wrong-key' }
  if (code.startsWith('SQLITE_CORRUPT')) {
    return { code: 'store-damaged', detail: describe(error) }
  }
  if (code.startsWith('SQLITE_BUSY')) return { code: 'store-in-use' }
  return passingRefusal(error) ?? { code: 'store-unreadable', detail: describe(error) }
}
