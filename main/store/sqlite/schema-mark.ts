import { knownVersion, refusalOfSchema, schemaHash, type Migration } from '../schema/migrations.ts'
import type { StoreRefusal } from '../store-error.ts'
import { markOf, type StoreVersion } from './file-header.ts'
import { Refused } from './refused.ts'

/** Returns what a store at the newest of these versions says in its header. */
export const newestOf = (migrations: readonly Migration[]): StoreVersion => ({
  version: knownVersion(migrations),
  mark: markOf(schemaHash(migrations, 'sqlite')),
})

/** Returns why a program with these versions cannot use a store of another schema. */
export function schemaRefusal(
  { version, mark }: StoreVersion,
  migrations: readonly Migration[],
): StoreRefusal | undefined {
  const newest = newestOf(migrations)
  return refusalOfSchema(
    { version, hash: mark === 0 ? null : mark },
    { version: newest.version, hash: newest.mark },
  )
}

/** @throws {Refused} `store-newer` or `store-earlier`. */
export function refuseOtherSchema(found: StoreVersion, migrations: readonly Migration[]): void {
  const refusal = schemaRefusal(found, migrations)
  if (refusal) throw new Refused(refusal)
}
