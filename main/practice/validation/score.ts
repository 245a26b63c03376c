import type { MatchField } from '../../../preload/contract/bank/account-validation.ts'
import type { Judged } from './matching.ts'

/**
 * The weight of each field. The document gives no formula; only that Y raises the score and C and N
 * lower it.
 */
const weights: Readonly<Record<MatchField, number>> = {
  nameMatch: 40,
  firstNameMatch: 5,
  middleNameMatch: 3,
  lastNameMatch: 10,
  namePrefixMatch: 0,
  nameSuffixMatch: 0,
  businessNameMatch: 55,
  addressMatch: 6,
  cityMatch: 2,
  stateMatch: 1,
  zipCodeMatch: 3,
  homePhoneMatch: 3,
  workPhoneMatch: 3,
  ssnMatch: 16,
  dobMatch: 10,
  idTypeMatch: 1,
  idNoMatch: 8,
  idStateMatch: 1,
}

/**
 * The maximum score with a wrong name: a wrong name is a wrong owner, however well the address
 * fits.
 */
const strangerAtMost = 40

/**
 * Returns the overallMatchScore: a string, 0 to 100, always the same for the same letters. Fields
 * without data (U) and blank ones do not count; 0 when nothing can be compared (bank document 2).
 */
export function overallMatchScore(fields: Readonly<Record<MatchField, Judged>>): string {
  let weight = 0
  let worth = 0
  for (const field of Object.keys(weights) as MatchField[]) {
    const found = fields[field].worth
    if (found === null) continue
    weight += weights[field]
    worth += weights[field] * found
  }
  const score = weight === 0 ? 0 : Math.round((100 * worth) / weight)
  const names = [fields.nameMatch.letter, fields.businessNameMatch.letter]
  const stranger = names.includes('N') && !names.includes('Y')
  return String(stranger ? Math.min(score, strangerAtMost) : score)
}
