import {
  matchFields,
  type MatchField,
  type OwnerField,
} from '../../../preload/contract/bank/account-validation.ts'
import {
  compareAddress,
  compareBirthDate,
  compareBusiness,
  compareExactly,
  compareGivenName,
  compareIdNumber,
  comparePhone,
  compareSsn,
  compareText,
  compareZip,
  type Compare,
} from './compare-fields.ts'
import { bare, different, similarity, near, same, type Similarity } from './similarity.ts'

/** Non-empty owner fields. */
export type Owner = Readonly<Partial<Record<OwnerField, string>>>

/**
 * The result for a match field: its letter and its score value; null where nothing was compared.
 */
export interface Judged {
  readonly letter: string
  readonly worth: number | null
}

const notSent: Judged = { letter: '', worth: null }
const noInformation: Judged = { letter: 'U', worth: null }

/** Returns Y for close or exact, C for near where the document allows it, else N (bank note 32). */
function judged(field: MatchField, found: Similarity): Judged {
  if (found.kind === 'same') return { letter: 'Y', worth: found.worth }
  const conditional = found.kind === 'near' && matchFields[field].includes('C')
  return conditional ? { letter: 'C', worth: found.worth } : { letter: 'N', worth: 0 }
}

const joined = (owner: Owner, fields: readonly OwnerField[]): string =>
  fields.map((field) => owner[field] ?? '').join(' ')

const has = (owner: Owner, fields: readonly OwnerField[]): boolean =>
  fields.some((field) => owner[field] !== undefined)

const oneToOne: Readonly<Partial<Record<MatchField, readonly [OwnerField, Compare]>>> = {
  firstNameMatch: ['firstName', compareGivenName],
  middleNameMatch: ['middleName', compareGivenName],
  lastNameMatch: ['lastName', compareText],
  businessNameMatch: ['businessName', compareBusiness],
  cityMatch: ['city', compareText],
  stateMatch: ['state', compareExactly],
  zipCodeMatch: ['zipCode', compareZip],
  homePhoneMatch: ['homePhone', comparePhone],
  workPhoneMatch: ['workPhone', comparePhone],
  ssnMatch: ['ssn', compareSsn],
  dobMatch: ['dob', compareBirthDate],
  idTypeMatch: ['idType', compareExactly],
  idNoMatch: ['idNo', compareIdNumber],
  idStateMatch: ['idState', compareExactly],
}

/**
 * Compares first, middle and last name together; the middle name counts only when sent and known.
 */
function compareFullName(sent: Owner, known: Owner): Similarity {
  const middle = sent.middleName !== undefined && known.middleName !== undefined
  const fields: OwnerField[] = middle
    ? ['firstName', 'middleName', 'lastName']
    : ['firstName', 'lastName']
  const apart = fields.filter((field) => {
    const compare = field === 'lastName' ? compareText : compareGivenName
    return compare(sent[field] ?? '', known[field] ?? '').kind !== 'same'
  })
  if (apart.length === 0) return same
  const found = similarity(bare(joined(sent, fields)), bare(joined(known, fields)))
  if (found.kind !== 'different') return near(Math.min(found.worth, 0.95))
  const [one, other] = [bare(sent.firstName ?? ''), bare(known.firstName ?? '')]
  const shortened = one.length > 1 && (other.startsWith(one) || one.startsWith(other))
  return shortened && !apart.includes('lastName') ? near(0.75) : different
}

function judgeName(sent: Owner, known: Owner): Judged {
  if (!has(sent, ['firstName', 'middleName', 'lastName'])) return notSent
  if (!has(known, ['firstName', 'lastName'])) return noInformation
  return judged('nameMatch', compareFullName(sent, known))
}

/** Compares the two lines together; if only the first was sent, only the first is compared. */
function judgeAddress(sent: Owner, known: Owner): Judged {
  if (!has(sent, ['addressLine1', 'addressLine2'])) return notSent
  if (known.addressLine1 === undefined) return noInformation
  const lines: OwnerField[] =
    sent.addressLine2 === undefined ? ['addressLine1'] : ['addressLine1', 'addressLine2']
  return judged('addressMatch', compareAddress(joined(sent, lines), joined(known, lines)))
}

function judge(field: MatchField, sent: Owner, known: Owner): Judged {
  if (field === 'nameMatch') return judgeName(sent, known)
  if (field === 'addressMatch') return judgeAddress(sent, known)
  if (field === 'namePrefixMatch') return sent.namePrefix === undefined ? notSent : noInformation
  if (field === 'nameSuffixMatch') return sent.nameSuffix === undefined ? notSent : noInformation
  const [source, compare] = oneToOne[field] ?? []
  if (!source || !compare) return notSent
  const [value, record] = [sent[source], known[source]]
  if (value === undefined) return notSent
  if (record === undefined) return noInformation
  return judged(field, compare(value, record))
}

/**
 * Matches an owner against the account's record: a letter for each sent field, blank for the others
 * (bank note 30), U where the record has nothing, always U for prefix and suffix.
 */
export function matchOwner(sent: Owner, known: Owner): Record<MatchField, Judged> {
  const fields = Object.keys(matchFields) as MatchField[]
  const entries = fields.map((field) => [field, judge(field, sent, known)] as const)
  return Object.fromEntries(entries) as Record<MatchField, Judged>
}

/** Returns the result without matching: every field blank. */
export function noMatching(): Record<MatchField, Judged> {
  const fields = Object.keys(matchFields) as MatchField[]
  return Object.fromEntries(fields.map((field) => [field, notSent])) as Record<MatchField, Judged>
}
