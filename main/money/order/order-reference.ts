/**
 * The reference of a payment is its only name at the bank until the bank assigns an id. With the
 * debit account, it must be unique forever (bank document 3, Payment request body; bank note 65).
 */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { randomBytes } from 'node:crypto'

/** 28 letters and digits that people do not confuse. */
const alphabet = 'ABCDEFGHJKLMNPQRTUVWXY346789'
const randomLength = 16

/** Returns that many random bytes; tests pass their own. */
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
 * Returns a new reference of 26 characters: `CS`, the UTC date, and 76 random bits. `[A-Z0-9]`
 * only, so that it needs no escaping in a path (bank note 66), and shorter than the 32 characters
 * that an alert repeats (bank note 64).
 */
export const newOrderReference = (now: Date, random: RandomBytes = randomBytes): string =>
  `CS${utcDay(now).replaceAll('-', '')}${randomText(random)}`
