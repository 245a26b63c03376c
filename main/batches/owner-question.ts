/**
 * The question whose an entry's account is: a person behind PPD, a business behind CCD and CTX
 * (`2-validation-and-ach-inquiry.md`, AcctOwner fields; trap 28).
 */
import { significantAccount } from '../../preload/contract/account-number.ts'
import { accountInquiry, type AccountInquiry } from '../../preload/contract/account-validation.ts'
import type { SecCode } from '../../preload/contract/ach-origination/batch.ts'
import type { TypedEntry } from '../../preload/contract/batches/entry.ts'
import { isSameName } from '../orders/ownership.ts'
import { nameOf } from '../validation/keep-validation.ts'

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

/** The question of an entry; null where it cannot be asked: no name, or an account or a bank that is none. */
export function ownerQuestion(entry: TypedEntry, secCode: SecCode): AccountInquiry | null {
  const name = entry.receiverName.trim()
  const person = secCode === 'PPD' ? personIn(name) : null
  if (secCode === 'PPD' && person === null) return null
  const read = accountInquiry.safeParse({
    apiVersion: 'v1',
    routingNumber: entry.routingNumber,
    accountNumber: entry.accountNumber.trim(),
    ownerKind: person ? 'person' : 'business',
    owner: person ?? { businessName: name },
  })
  return read.success ? read.data : null
}

/** Whether a check that asked about this name is about the entry's receiver. */
export function isAboutReceiver(askedName: string, entry: TypedEntry, secCode: SecCode): boolean {
  if (isSameName(askedName, entry.receiverName)) return true
  const person = secCode === 'PPD' ? personIn(entry.receiverName) : null
  return person !== null && isSameName(askedName, nameOf({ ownerKind: 'person', owner: person }))
}

/** Tells questions apart: two with the same key ask the same. */
export const ownerKey = ({ routingNumber, accountNumber, ownerKind, owner }: AccountInquiry) =>
  [
    routingNumber,
    significantAccount(accountNumber),
    nameOf({ ownerKind, owner }).toLowerCase(),
  ].join('\u0000')
