/** The ACH origination settings while they are typed. */
import {
  achSettings,
  defaultAchSettings,
  type AchSettings,
} from '../../../../preload/contract/domain/batches/batch-form.ts'

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

/** Returns the typed settings, or null and the problem of each field. */
export function achProblems(typed: TypedAch) {
  const read = achSettings.safeParse({
    amountUnit: typed.amountUnit,
    receivingDfiDigits: count(typed.receivingDfiDigits),
    collectionApplicationId: typed.collectionApplicationId.trim(),
    point: typed.point.trim(),
    collectionApplicationType: typed.collectionApplicationType.trim(),
    mostEntries: count(typed.mostEntries),
  })
  const words: Readonly<Record<string, string>> = {
    mostEntries: 'A whole number from 1 to 10,000',
  }
  const wrong = new Set((read.error?.issues ?? []).map(({ path }) => String(path[0])))
  return {
    settings: read.success ? read.data : null,
    problemOf: (name: keyof TypedAch): string =>
      wrong.has(name) ? (words[name] ?? 'At most 255 characters') : '',
  }
}
