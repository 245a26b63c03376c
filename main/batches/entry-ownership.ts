/** Whose the accounts of entries are, by the newest check of the same account, bank and name. One reading for many. */
import { sql } from 'kysely'
import { validationOutcome } from '../../preload/contract/account-validation.ts'
import type { EntryLine } from '../../preload/contract/batches/batch.ts'
import { resultClassOf } from '../../preload/contract/validation-reading.ts'
import { isSameName } from '../orders/ownership.ts'
import type { BatchContext } from './batch-parts.ts'

/** What an entry's check is found by. */
export interface OwnedEntry {
  readonly id: string
  readonly account: string
  readonly routingNumber: string
  readonly receiverName: string
}

const hourMs = 3_600_000

/** The newest check of each entry that has one, by the entry's id. */
export async function ownershipOf(
  { store, clock, settings }: Pick<BatchContext, 'store' | 'clock' | 'settings'>,
  entries: readonly OwnedEntry[],
): Promise<ReadonlyMap<string, NonNullable<EntryLine['ownership']>>> {
  if (entries.length === 0) return new Map()
  const pairs = JSON.stringify(
    entries.map(({ id, account, routingNumber }) => [id, account, routingNumber]),
  )
  const rows = await store.read
    .selectFrom('validations as v')
    .innerJoin(sql<{ value: string }>`json_each(${pairs})`.as('j'), (join) =>
      join.on(sql<boolean>`v.account_significant = j.value ->> 1
          AND v.routing_number = j.value ->> 2 AND v.account_significant <> ''`),
    )
    .select([
      sql<string>`j.value ->> 0`.as('entryId'),
      ...(['v.id', 'v.at', 'v.owner_name', 'v.outcome', 'v.score'] as const),
    ])
    .orderBy('v.at', 'desc')
    .execute()
  const names = new Map(entries.map(({ id, receiverName }) => [id, receiverName]))
  const threshold = settings.current().scoreThreshold
  const found = new Map<string, NonNullable<EntryLine['ownership']>>()
  for (const row of rows) {
    if (found.has(row.entryId)) continue
    if (!isSameName(row.owner_name, names.get(row.entryId) ?? '')) continue
    const parsed = validationOutcome.safeParse(JSON.parse(row.outcome))
    const age = (clock.now().getTime() - Date.parse(row.at)) / hourMs
    found.set(row.entryId, {
      ...{ validationId: row.id, score: row.score, at: row.at, ageHours: Math.max(0, age) },
      resultClass: parsed.success ? resultClassOf(parsed.data, threshold) : 'not-understood',
    })
  }
  return found
}
