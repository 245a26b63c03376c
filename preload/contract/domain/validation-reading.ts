/**
 * Reads a validation answer in the prescribed order: error code, account status, condition, score,
 * then the match fields (bank note 38). Screen, list and exports all use this reading, so the two
 * meanings of 000 (bank note 34) cannot be mixed up.
 */
import type { AccountAnswer, AccountReading, MatchField } from '../bank/account-validation.ts'
import { matchFields, ownerRules } from '../bank/account-validation.ts'
import {
  accountValidationTables,
  validationFamilyIds,
  type CodeFamilyId,
  type Tone,
} from '../bank/codes/index.ts'

/** The document's guidance; the client decides, so a setting may change it (bank note 33). */
export const guidanceThreshold = 81

/** Result classes in the list. Never a decision: the texts state what the bank knows. */
export const resultClasses = [
  'owner-matches',
  'owner-matches-in-part',
  'owner-differs',
  'owner-not-checked',
  'account-closed',
  'account-not-found',
  'cannot-tell',
  'request-refused',
  'call-refused',
  'access-refused',
  'pause-after-429',
  'bank-unavailable',
  'not-understood',
  'not-answered',
] as const
export type ResultClass = (typeof resultClasses)[number]

/** One line of the reading: the exact code, the document's name for it, and the consequence. */
export interface ReadingStep {
  readonly name: string
  /** Exact text from the bank; null if absent from the answer. */
  readonly code: string | null
  readonly title: string
  readonly meaning: string
  readonly tone: Tone
  readonly source: string
  /** Family that explains the code; null if it is not a code, such as the score. */
  readonly family: CodeFamilyId | null
}

const source = 'Account Validation and ACH Inquiry Specification, Account validation response'

function step(
  name: string,
  code: string | null,
  table: keyof typeof accountValidationTables,
): ReadingStep {
  const family = validationFamilyIds[table]
  if (code === null) {
    return {
      name,
      code,
      title: 'Not in the answer',
      meaning: 'The bank sent nothing here, so nothing can be read from it.',
      tone: 'unknown',
      source,
      family,
    }
  }
  const entry = accountValidationTables[table].find(code)
  if (entry) return { name, code, family, ...pick(entry) }
  return {
    name,
    code,
    title: `Code ${code} is not in the document`,
    meaning: 'Shown as received. Ask the bank what it means before relying on this answer.',
    tone: 'unknown',
    source,
    family,
  }
}

const pick = (entry: { title: string; meaning: string; tone: Tone; source: string }) => ({
  title: entry.title,
  meaning: entry.meaning,
  tone: entry.tone,
  source: entry.source,
})

/** Returns the score as a whole number from 0 to 100; null if absent or invalid (bank note 33). */
export function scoreOf(reading: AccountReading): number | null {
  const text = reading.overallMatchScore
  if (text === null || !/^\d{1,3}$/.test(text)) return null
  const score = Number(text)
  return score <= 100 ? score : null
}

function scoreStep(reading: AccountReading, threshold: number): ReadingStep {
  const name = 'Match score'
  const code = reading.overallMatchScore
  const score = scoreOf(reading)
  if (score === null) {
    return {
      name,
      code,
      title: code === null ? 'No score' : `\u201c${code}\u201d is not a score of 0 to 100`,
      meaning: 'Nothing was scored. This is not a score of 0.',
      tone: 'unknown',
      source,
      family: null,
    }
  }
  const meets = score >= threshold
  return {
    name,
    code,
    title: meets
      ? `At or above the threshold of ${String(threshold)}`
      : `Below the threshold of ${String(threshold)}`,
    meaning: `The bank\u2019s guidance is ${String(guidanceThreshold)} or above; how to weigh it is for you to decide.`,
    tone: meets ? 'good' : 'warning',
    source,
    family: null,
  }
}

/** Returns the four codes of the answer in the prescribed order; the match fields follow them. */
export function readingSteps(reading: AccountReading, threshold: number): readonly ReadingStep[] {
  const status = step('Account status', reading.accountStatus.code, 'primaryStatusCode')
  return [
    step('Error code', reading.errorCode, 'errorCode'),
    status,
    step('Condition', reading.conditionCode, 'conditionCode'),
    scoreStep(reading, threshold),
  ]
}

/** One match field with its explanation. */
export interface MatchExplanation {
  readonly field: MatchField
  readonly letter: string
  readonly title: string
  readonly meaning: string
  readonly tone: Tone
}

const alwaysU = 'This field is always answered U when it was sent.'
const fullNumberC = 'C is the good answer when all nine digits were sent.'
const noBusinessName = 'The account may have been found without a business name.'

/**
 * Explains a letter in its field: some letters have another meaning in some fields (bank notes
 * 30-32).
 */
export function explainMatch(
  field: MatchField,
  letter: string,
  ssnDigits: number | null,
): MatchExplanation {
  const entry = accountValidationTables.match.find(letter)
  const allowed: string = matchFields[field]
  if (!entry || !allowed.includes(letter)) {
    return {
      field,
      letter,
      title: `\u201c${letter}\u201d is not an answer the document lists here`,
      meaning: 'Shown as received.',
      tone: 'unknown',
    }
  }
  const base = { field, letter, title: entry.title, meaning: entry.meaning, tone: entry.tone }
  if (letter === 'U' && (field === 'namePrefixMatch' || field === 'nameSuffixMatch')) {
    return { ...base, meaning: alwaysU }
  }
  if (letter === 'U' && field === 'businessNameMatch') return { ...base, meaning: noBusinessName }
  if (letter === 'C' && field === 'ssnMatch' && ssnDigits === 9) {
    return { ...base, title: 'Match on all nine digits', meaning: fullNumberC, tone: 'good' }
  }
  return base
}

/**
 * Explains every match field of the answer: differing names first, then in the document's order.
 */
export function explainMatches(
  reading: AccountReading,
  ssnDigits: number | null,
): readonly MatchExplanation[] {
  const first: readonly MatchField[] = differingNames(reading)
  const others = (Object.keys(matchFields) as MatchField[]).filter((one) => !first.includes(one))
  return [...first, ...others].flatMap((field) => {
    const letter = reading.matches[field]
    return letter === undefined ? [] : [explainMatch(field, letter, ssnDigits)]
  })
}

/** Labels of the match fields, by the compared field. */
export const matchLabels: Readonly<Record<MatchField, string>> = {
  nameMatch: 'Whole name',
  firstNameMatch: ownerRules.firstName.label,
  middleNameMatch: 'Middle name',
  lastNameMatch: ownerRules.lastName.label,
  namePrefixMatch: 'Name prefix',
  nameSuffixMatch: 'Name suffix',
  businessNameMatch: ownerRules.businessName.label,
  addressMatch: 'Address, both lines',
  cityMatch: ownerRules.city.label,
  stateMatch: ownerRules.state.label,
  zipCodeMatch: ownerRules.zipCode.label,
  homePhoneMatch: ownerRules.homePhone.label,
  workPhoneMatch: ownerRules.workPhone.label,
  ssnMatch: ownerRules.ssn.label,
  dobMatch: ownerRules.dob.label,
  idTypeMatch: ownerRules.idType.label,
  idNoMatch: ownerRules.idNo.label,
  idStateMatch: 'Id issued in',
}

/** Fields of the owner's name, most significant first. */
export const nameFields = [
  'firstNameMatch',
  'lastNameMatch',
  'middleNameMatch',
  'namePrefixMatch',
  'nameSuffixMatch',
  'businessNameMatch',
  'nameMatch',
] as const satisfies readonly MatchField[]
export type NameField = (typeof nameFields)[number]

/**
 * Returns the name fields whose letter is not Y or U. A blank means that the field was not sent
 * (bank note 30); an undocumented letter is not a match.
 */
export const differingNames = ({ matches }: Pick<AccountReading, 'matches'>): NameField[] =>
  nameFields.filter((field) => {
    const letter = matches[field] ?? ''
    return letter.trim() !== '' && letter !== 'Y' && letter !== 'U'
  })

/** Returns the differing name fields of a validation; empty without an answer. */
export const namesOf = (answer: AccountAnswer): NameField[] =>
  answer.kind === 'answered' ? differingNames(answer.reading) : []

/**
 * Classes of an open account with a scored owner; the current threshold decides between them (bank
 * note 33).
 */
export const scoredClasses: readonly ResultClass[] = [
  'owner-matches',
  'owner-matches-in-part',
  'owner-differs',
]

/** Returns the class at a threshold for an answer stored with its class at threshold 0. */
export function classAt(stored: ResultClass, score: number | null, threshold: number): ResultClass {
  if (score === null || !scoredClasses.includes(stored)) return stored
  if (score < threshold) return 'owner-differs'
  return stored === 'owner-differs' ? 'owner-matches' : stored
}

/**
 * Classes that satisfy a policy that requires a match; a partial match needs a reason at approval.
 */
export const matchingClasses: readonly ResultClass[] = ['owner-matches', 'owner-matches-in-part']

/** Classes without a result about the account: another query may bring a result. */
export const failedClasses: readonly ResultClass[] = [
  'call-refused',
  'bank-unavailable',
  'not-understood',
  'pause-after-429',
  'not-answered',
]

/** Classes that need a reason at approval. */
export const unclearClasses: readonly ResultClass[] = [
  'owner-matches-in-part',
  'owner-differs',
  'account-closed',
  'account-not-found',
]

const open = new Set(['099', '699'])
const bankUnavailable = new Set(['997', '998', '999'])
/** Codes about the client's ids and the form of the call: any account would get the same. */
const callRefused = new Set(['103', '105', '106', '107'])

function classOfErrorCode(errorCode: string): ResultClass {
  if (bankUnavailable.has(errorCode)) return 'bank-unavailable'
  return callRefused.has(errorCode) ? 'call-refused' : 'request-refused'
}

function classOfReading(reading: AccountReading, threshold: number): ResultClass {
  const { errorCode, conditionCode } = reading
  const status = reading.accountStatus.code
  if (errorCode === null || !accountValidationTables.errorCode.find(errorCode))
    return 'not-understood'
  if (errorCode !== '000') return classOfErrorCode(errorCode)
  if (status !== null && !accountValidationTables.primaryStatusCode.find(status))
    return 'not-understood'
  if (status === '000') return 'account-not-found'
  if (status === '012') return 'account-closed'
  if (conditionCode !== null && !accountValidationTables.conditionCode.find(conditionCode))
    return 'not-understood'
  if (status === null || !open.has(status)) return 'cannot-tell'
  const score = scoreOf(reading)
  if (conditionCode !== '000' || score === null) return 'owner-not-checked'
  if (score < threshold) return 'owner-differs'
  return differingNames(reading).length === 0 ? 'owner-matches' : 'owner-matches-in-part'
}

type Refusal = Extract<AccountAnswer, { kind: 'refused' }>

/**
 * Returns whether the bank itself declined: a page or damaged text from a gateway says nothing
 * about the request. A 400 without a body is a refusal.
 */
export const isBanksRefusal = ({ unreadable }: Refusal): boolean =>
  unreadable === null || unreadable === 'empty'

/** An error code in a refusal is more specific than the status (bank notes 23 and 38). */
function classOfRefusal({ reading, trace: { status } }: Refusal): ResultClass {
  const code = reading?.errorCode
  if (code && code !== '000' && accountValidationTables.errorCode.find(code))
    return classOfErrorCode(code)
  if (status < 300) return 'not-understood'
  if (status === 429) return 'pause-after-429'
  if (status === 404 || status === 405 || status === 415) return 'call-refused'
  if (status === 401 || status === 403) return 'access-refused'
  return status >= 500 ? 'bank-unavailable' : 'request-refused'
}

/**
 * Returns the class of an answer at a threshold, in the prescribed order, from the first code that
 * decides.
 */
export function resultClassOf(answer: AccountAnswer, threshold: number): ResultClass {
  switch (answer.kind) {
    case 'answered':
      return classOfReading(answer.reading, threshold)
    case 'refused':
      return isBanksRefusal(answer) ? classOfRefusal(answer) : 'not-understood'
    case 'nothing-found':
      return 'request-refused'
    case 'not-understood':
      return 'not-understood'
    case 'no-answer':
    case 'not-sent':
      return 'not-answered'
  }
}

/**
 * Returns a check as lists and details show it: the headline of its class, and the names that
 * differ.
 */
export function verdictOf({
  resultClass,
  differingNames: names,
}: {
  readonly resultClass: ResultClass
  readonly differingNames: readonly NameField[]
}): { readonly tone: Tone; readonly label: string } {
  const { title, tone } = resultHeadlines[resultClass]
  const isNamed = resultClass === 'owner-matches-in-part' || resultClass === 'owner-differs'
  if (!isNamed || names.length === 0) return { tone, label: title }
  const fields = names.map((field) => matchLabels[field].toLowerCase())
  return { tone, label: `${title}: ${fields.join(', ')}` }
}

/** Headline of each class on screen: what the bank knows, and what an operator may do next. */
export const resultHeadlines: Readonly<
  Record<ResultClass, { title: string; next: string; tone: Tone }>
> = {
  'owner-matches': {
    title: 'Account open, owner matches',
    next: 'The score meets the threshold and no name differs. Check the other fields below.',
    tone: 'good',
  },
  'owner-matches-in-part': {
    title: 'Account open, name differs in part',
    next: 'Compare the name with the payee\u2019s papers before relying on it.',
    tone: 'warning',
  },
  'owner-differs': {
    title: 'Account open, owner differs',
    next: 'The score is below the threshold. Compare the fields with your papers.',
    tone: 'bad',
  },
  'owner-not-checked': {
    title: 'Account open, owner not checked',
    next: 'The bank compared no owner. Its answer is only the condition and score below.',
    tone: 'unknown',
  },
  'account-closed': {
    title: 'Account closed',
    next: 'Ask the payee for another account.',
    tone: 'bad',
  },
  'account-not-found': {
    title: 'Account not found',
    next: 'Check routing and account number with the payee.',
    tone: 'bad',
  },
  'cannot-tell': {
    title: 'The bank cannot tell',
    next: 'Nothing good and nothing bad is known. Use other evidence.',
    tone: 'unknown',
  },
  'request-refused': {
    title: 'Request refused',
    next: 'The bank declined the request. Read the reply, correct the request and send it again.',
    tone: 'bad',
  },
  'call-refused': {
    title: 'Call refused, whatever the account',
    next: 'The bank declined the ids, path or form of the call. Correct the profile with the bank, then query again.',
    tone: 'bad',
  },
  'access-refused': {
    title: 'Access refused',
    next: 'Check certificate, keys and registered address of this profile with the bank.',
    tone: 'bad',
  },
  'pause-after-429': {
    title: 'The bank asked for a pause',
    next: 'Too many requests (429). Query again when the countdown in the status bar has ended.',
    tone: 'warning',
  },
  'bank-unavailable': {
    title: 'The bank could not answer',
    next: 'Nothing is known of the account. Query again later.',
    tone: 'warning',
  },
  'not-understood': {
    title: 'Answer not understood',
    next: 'Read the raw answer and ask the bank what it means.',
    tone: 'unknown',
  },
  'not-answered': {
    title: 'No answer',
    next: 'A validation moves no money: it is safe to query again.',
    tone: 'unknown',
  },
}
