/**
 * An owner's name: shown by its initials until somebody asks for it, which is recorded; told apart into the parts that
 * the bank asks for of a person; and what its legal form tells of whose it is.
 */
import type { AccountInquiry } from '../bank/account-validation.ts'
import type { PayeeKind } from './payees/payee.ts'

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

const suffix = /^(?:jr|sr|ii|iii|iv|v|esq|md|phd)\.?$/i
const prefix = /^(?:mr|mrs|ms|miss|dr|prof|rev)\.?$/i
/** The longest prefix and suffix that the bank takes. */
const longestAffix = 4

type Person = Pick<
  AccountInquiry['owner'],
  'firstName' | 'middleName' | 'lastName' | 'namePrefix' | 'nameSuffix'
>

/**
 * A person's name as its parts: `Margaret A. Alder Jr`, or with a comma `Alder Jr, Margaret A.`. Null where there is
 * no first and last name to tell apart. Which of two words is the family's is not known where no comma tells it: the
 * last one is taken, and the bank's answer shows how well that fits.
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

/** `family`: the words of the family's name, where a comma told them. */
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

/** Legal forms, and words that no person is called by. */
const legalForms = new Set(
  [
    'llc llp lllp lp pllc pc inc incorporated corp corporation co company ltd limited plc gmbh ag sa sas sarl nv bv',
    'pty na fsb trust bank foundation association assn partners partnership holdings group enterprises industries',
    'services solutions supply university college school church county city and',
  ].flatMap((words) => words.split(' ')),
)

/**
 * Whether a name is a person's or a business's, as its legal form tells it: a guess, which a person decides. One without
 * a first and a last name is no person's.
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
