/** How long a certificate is still valid. */
import type { Tone } from '../ui/tone.ts'

const dayMs = 86_400_000
/** From here on a person should ask for the next one: issuing takes the bank and the CA days. */
const soonDays = 30

/** The time left until an instant, in a word and its tone. */
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
