/** The remaining validity of a certificate. */
import type { Tone } from '../ui/tone.ts'

const dayMs = 86_400_000
/**
 * From this many days on a person should request the next certificate: the bank and the CA need
 * days to issue it.
 */
const soonDays = 30

/** The time left until an instant, as text and tone. */
export function validityLeft(
  validTo: string,
  now: number,
): { readonly tone: Tone; readonly label: string } {
  const left = Date.parse(validTo) - now
  if (left <= 0) return { tone: 'bad', label: 'Expired' }
  const days = Math.floor(left / dayMs)
  const label =
    days === 0 ? 'Less than a day left' : days === 1 ? '1 day left' : `${days} days left`
  return { tone: days < soonDays ? 'warning' : 'good', label }
}
