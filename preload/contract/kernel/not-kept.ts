/** What is stored in place of a secret or a personal number (bank note 39). */

/** The beginning of every text that replaces what is not stored. */
const notKept = '[not kept'

/** The replacement for a removed value: it shows that a value was sent, without the value. */
export const removed = `${notKept}]`

/** The replacement for a body that could not be searched safely. */
export const leftOut = `${notKept}: what must not be kept could not be told from the rest]`

/** Whether a stored text is what was sent: nothing was removed from it. */
export const isKeptWhole = (text: string): boolean => !text.includes(notKept)

/** The rule of a text for the bank: a replacement in it would be sent as if somebody had meant it. */
export const keptWholeRule = 'A value was not stored: [not kept]. Type it again, or take it out'
