/**
 * The reference of a payment: its only name at the bank until that gives it an id. With the debit account it is
 * unique for ever (3-payments-and-ach-origination.md, Payment request body; trap 65).
 */
import { randomBytes } from 'node:crypto'

/** Letters and digits that nobody takes for another; 28 of them. */
const alphabet = 'ABCDEFGHJKLMNPQRTUVWXY346789'
const randomLength = 16

/** So many random bytes; a test hands in its own. */
export type RandomBytes = (count: number) => Uint8Array

function randomText(random: RandomBytes): string {
  let text = ''
  while (text.length < randomLength) {
    for (const byte of random(randomLength)) {
      const place = byte & 31
      if (place < alphabet.length && text.length < randomLength) text += alphabet.charAt(place)
    }
  }
  return text
}

/**
 * A new reference of 26 characters: `CS`, the day in UTC, and 76 random bits. `[A-Z0-9]` only, so that it is a
 * segment of a path as it stands (trap 66), and shorter than the 32 that an alert repeats (trap 64).
 */
export const newOrderReference = (now: Date, random: RandomBytes = randomBytes): string =>
  `CS${now.toISOString().slice(0, 10).replaceAll('-', '')}${randomText(random)}`
