/** An owner's name is shown by its initials until somebody asks for it, which is recorded. */

/** Letters and digits with what belongs to them: marks, and the apostrophe of O'Brien. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019]*/gu
const dots = '\u2022\u2022\u2022'

/**
 * The name as shown by default: of each word its first letter and three dots, `A••• A•••`. The dots say
 * nothing of its length, and a word of one letter is dots alone: no part of a name is ever shown whole.
 */
export const maskedName = (name: string): string =>
  name.replace(word, (whole) => {
    const [first = '', ...rest] = whole
    return rest.length === 0 ? dots : `${first}${dots}`
  })
