/**
 * The documents' meaning of each field of an alert, and the section of the body that contains it.
 */
import {
  achMeanings,
  headerMeanings,
  paymentMeanings,
  type FieldMeaning,
} from '../../text/alert-field-meanings.ts'

const meanings = new Map<string, FieldMeaning>(
  [headerMeanings, achMeanings, paymentMeanings].flatMap((of) => Object.entries(of)),
)

/** Returns a sentence with its source; undefined if the documents do not describe the field. */
export const meaningOf = (name: string): FieldMeaning | undefined => meanings.get(name)

const sections: readonly (readonly [RegExp, string])[] = [
  [/^(?:cr|db)[A-Z]|^requestReferenceNumber$/, 'Credit and debit'],
  [/^benefit/, 'Beneficiary'],
  [/^intrmdry/, 'Intermediary banks'],
  [/^orgntng/, 'Originators'],
  [/^receiving/, 'Receiver'],
  [/^originating/, 'Originator'],
]
/** Returns the section of a field; empty for the alert itself. */
export const sectionOf = (name: string): string =>
  sections.find(([names]) => names.test(name))?.[1] ?? ''
