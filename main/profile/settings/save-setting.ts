import type { Transaction } from 'kysely'
import type { Tables } from '../../store/store.ts'

/** One setting: its value as JSON, when it was set and by whom. */
export interface SettingRow {
  readonly name: string
  readonly value: string
  readonly at: string
  readonly actor: string
}

/** Writes a setting in the act's own transaction, replacing any earlier value. */
export const saveSetting = async (tx: Transaction<Tables>, row: SettingRow): Promise<void> => {
  await tx
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}
