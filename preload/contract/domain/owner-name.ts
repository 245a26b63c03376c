/**
 * Owner names: masking by initials until an operator requests the full name, which is recorded;
 * splitting into the parts that the bank requires for a person; and guessing from the legal form
 * whether the owner is a person or a business.
 */
import type { AccountInquiry } from '../bank/account-validation.ts'
import type { PayeeKind } from './payees/payee.ts'

/** Letters and digits with combining marks, and the apostrophe of O'Brien. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019]*/gu
const dots = '\u2022\u2022\u2022'

/**
 * Returns the name as shown by default: the first letter of each word and three dots, `A••• A•••`.
 * The dots hide the length, and a word of one letter becomes dots only, so no part of a name is
 * ever complete.
 */
export const maskedName = (name: string): string =>
  name.replace(word, (whole) => {
    const [first = '', ...rest] = whole
    return rest.length === 0 ? dots : `${first}${dots}`
  })

const suffix = /^(?:jr|sr|ii|iii|iv|v|esq|md|phd)\.?$/i
const prefix = /^(?:mr|mrs|ms|miss|dr|prof|rev)\.?$/i
/** Longest prefix and suffix that the bank accepts. */
const longestAffix = 4

type Person = Pick<
  AccountInquiry['owner'],
  'firstName' | 'middleName' | 'lastName' | 'namePrefix' | 'nameSuffix'
>

/**
 * Splits a person's name: `Margaret A. Alder Jr`, or with a comma `Alder Jr, Margaret A.`. Returns
 * null without a first and a last name. Without a comma the family name is not certain: the last
 * word is used, and the bank's answer shows how well it fits.
 */
export function personIn(name: string): Person | null {
  const [before = '', ...after] = name.split(',').map((part) => part.trim())
  const given = after.filter((part) => part !== '' && !suffix.test(part))
  const titles = after.filter((part) => suffix.test(part))
  const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
  const turned =
    given.length === 0
      ? [...words(before), ...titles]
      : [...words(given.join(' ')), ...words(before), ...titles]
  return partsOf(turned, given.length === 0 ? null : words(before))
}

/** `family`: the words of the family name, if a comma separated them. */
function partsOf(words: readonly string[], family: readonly string[] | null): Person | null {
  const isAffix = (word: string, shape: RegExp): boolean =>
    shape.test(word) && word.length <= longestAffix
  const rest = [...words]
  const namePrefix = isAffix(rest[0] ?? '', prefix) ? rest.shift() : undefined
  let nameSuffix: string | undefined
  while (rest.length > 2 && isAffix(rest.at(-1) ?? '', suffix)) nameSuffix = rest.pop()
  const known = family?.filter((word) => !isAffix(word, suffix)).length ?? 1
  const lastName = rest.slice(-Math.max(1, known)).join(' ')
  const [firstName, ...middle] = rest.slice(0, -Math.max(1, known))
  if (firstName === undefined || lastName === '') return null
  return {
    firstName,
    ...(middle.length > 0 && { middleName: middle.join(' ') }),
    lastName,
    ...(namePrefix !== undefined && { namePrefix }),
    ...(nameSuffix !== undefined && { nameSuffix }),
  }
}

/** Legal forms, and words that are not used as names of persons. */
const legalForms = new Set(
  [
    'llc llp lllp lp pllc pc inc incorporated corp corporation co company ltd limited plc gmbh ag sa sas sarl nv bv',
    'pty na fsb trust bank foundation association assn partners partnership holdings group enterprises industries',
    'services solutions supply university college school church county city and',
  ].flatMap((words) => words.split(' ')),
)

/**
 * Guesses from the legal form whether a name is a person's or a business's; a person decides. A
 * name without first and last name is not a person's.
 */
export function guessedKind(name: string): PayeeKind {
  const words = name
    .toLowerCase()
    .replaceAll('.', '')
    .split(/[^\p{L}\p{N}&']+/u)
    .filter((one) => one !== '')
  const isFirm = words.some((one) => legalForms.has(one) || one.includes('&') || /\d/.test(one))
  return isFirm || personIn(name) === null ? 'business' : 'person'
}
