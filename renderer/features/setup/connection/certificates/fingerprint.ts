import { fingerprintDigits } from '../../../../../preload/contract/kernel/fingerprint.ts'

/** Returns the problem of a typed SHA-256 fingerprint; empty if valid. Main compares it. */
export function fingerprintProblem(typed: string): string {
  const digits = fingerprintDigits(typed)
  if (!/^[0-9a-f]*$/.test(digits)) return 'Only the digits 0 to 9 and the letters A to F'
  if (digits.length === 40) return 'These are 40 digits: a SHA-1 fingerprint. Ask for the SHA-256'
  return digits.length === 64 ? '' : `64 digits; these are ${digits.length}`
}
