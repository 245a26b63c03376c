/** Validations as search results. Accounts and owners are masked. */
import { sql } from 'kysely'
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import { maskedName } from '../../../../preload/contract/domain/owner-name.ts'
import type { Found } from '../../../../preload/contract/api/search/search.ts'
import { scoredClasses } from '../../../../preload/contract/domain/validation-reading.ts'
import { hasWords } from '../../../store/dialect.ts'
import type { Reader } from '../../../store/store.ts'
import { detailOf, titleOf } from '../result-text.ts'

/** The fields of a validation in a result. */
export interface ValidationFacts {
  readonly id: string
  readonly at: string
  readonly owner_name: string
  readonly account_number: string
  readonly routing_number: string
  readonly result_class: string
  readonly score: number | null
}

const scored: readonly string[] = scoredClasses

/** Returns the result of a validation, its owner as the history shows it. */
export const foundValidation = (row: ValidationFacts): Found => ({
  kind: 'validation',
  id: row.id,
  at: row.at,
  title: titleOf('No owner named', maskedName(row.owner_name), maskedAccount(row.account_number)),
  detail: detailOf(
    `routing ${row.routing_number}`,
    row.score === null ? '' : `score ${String(row.score)}`,
    // The score is shown beside the class, because the match depends on the current threshold.
    scored.includes(row.result_class) ? 'account open' : row.result_class.replaceAll('-', ' '),
  ),
  address: `/validation/history/${row.id}`,
})

/** Returns the newest validations that the word index finds. */
export async function validationsOf(
  reader: Reader,
  match: string,
  atMost: number,
): Promise<Found[]> {
  const rows = await reader
    .selectFrom(
      sql<ValidationFacts>`(SELECT v.id, v.at, v.owner_name, v.account_number, v.routing_number, v.result_class,
          v.score
        FROM (SELECT rowid AS seq FROM validation_text WHERE ${hasWords('validation_text', match)}
          ORDER BY rowid DESC LIMIT ${atMost}) AS w
        CROSS JOIN search_places AS p ON p.seq = w.seq CROSS JOIN validations AS v ON v.id = p.id
        ORDER BY w.seq DESC)`.as('found'),
    )
    .selectAll()
    .execute()
  return rows.map(foundValidation)
}
