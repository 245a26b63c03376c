/** The addresses of codes in the window. */
import type { CodeFamilyId } from '../../preload/contract/bank/codes/index.ts'

/** Returns the address of a family, or of one code in it, on the Code book screen. */
export function codeAddress(family: CodeFamilyId, code?: string): string {
  const ofFamily = `/code-book/${family}`
  return code === undefined || code === '' ? ofFamily : `${ofFamily}/${encodeURIComponent(code)}`
}
