/** What the documents say of each field of an alert, and in which section of its body a field stands. */
import {
  achMeanings,
  headerMeanings,
  paymentMeanings,
  type FieldMeaning,
} from '../../text/alert-field-meanings.ts'

const meanings = new Map<string, FieldMeaning>(
  [headerMeanings, achMeanings, paymentMeanings].flatMap((of) => Object.entries(of)),
)

/** In one sentence with its source; undefined: the documents say nothing of it. */
export const meaningOf = (name: string): FieldMeaning | undefined => meanings.get(name)

const sections: readonly (readonly [RegExp, string])[] = [
  [/^(?:cr|db)[A-Z]|^requestReferenceNumber$/, 'Credit and debit'],
  [/^benefit/, 'Beneficiary'],
  [/^intrmdry/, 'Intermediary banks'],
  [/^orgntng/, 'Originators'],
  [/^receiving/, 'Receiver'],
  [/^originating/, 'Originator'],
]
/** The section of a field; empty: what the alert is about itself. */
export const sectionOf = (name: string): string =>
  sections.find(([names]) => names.test(name))?.[1] ?? ''
