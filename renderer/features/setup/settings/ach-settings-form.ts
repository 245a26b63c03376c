/** The ACH origination settings while they are typed. */
import {
  achSettings,
  defaultAchSettings,
  type AchSettings,
} from '../../../../preload/contract/domain/batches/batch-form.ts'
import {
  readInput,
  type FieldNote,
  type FormProblem,
  type FormRead,
} from '../../../state/use-form.ts'

/** Every field as in its control. */
export interface TypedAch {
  amountUnit: string
  receivingDfiDigits: string
  collectionApplicationId: string
  point: string
  collectionApplicationType: string
  mostEntries: string
}

/** Returns the settings as an operator edits them; null: the defaults. */
export function typedAch(settings: AchSettings | null): TypedAch {
  const { amountUnit, receivingDfiDigits, mostEntries, ...constants } =
    settings ?? defaultAchSettings
  return {
    amountUnit,
    receivingDfiDigits: String(receivingDfiDigits),
    collectionApplicationId: constants.collectionApplicationId,
    point: constants.point,
    collectionApplicationType: constants.collectionApplicationType,
    mostEntries: String(mostEntries),
  }
}

const count = (text: string): number =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN

/** Parses the input: returns the settings, or their problems by field. */
export const readAch = (typed: TypedAch): FormRead<AchSettings> =>
  readInput(achSettings, {
    amountUnit: typed.amountUnit,
    receivingDfiDigits: count(typed.receivingDfiDigits),
    collectionApplicationId: typed.collectionApplicationId.trim(),
    point: typed.point.trim(),
    collectionApplicationType: typed.collectionApplicationType.trim(),
    mostEntries: count(typed.mostEntries),
  })

/** The message of a problem; the schema has none of its own. */
export const achNote = ({ message, code }: FormProblem, field: string): FieldNote => {
  const rule =
    field === 'mostEntries' ? 'A whole number from 1 to 10,000' : 'At most 255 characters'
  return { text: code === undefined ? message : rule, source: '' }
}
