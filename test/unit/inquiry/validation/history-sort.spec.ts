/** The history sorted by each of its columns, page after page. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../../main/store/store.ts'
import {
  insertValidation,
  listValidations,
  type ValidationRow,
} from '../../../../main/inquiry/validation/validation.records.ts'
import type { ValidationListRequest } from '../../../../preload/contract/api/validation-record.ts'
import type { ResultClass } from '../../../../preload/contract/domain/validation-reading.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { bothWays, expected, idsOf, paged } from '../../store/read-pages.ts'

type Stored = readonly [
  result: ValidationRow['result_class'],
  score: number | null,
  account: string,
  owner: string,
  actor: string,
]
const stored: readonly Stored[] = [
  ['owner-matches', 95, '1000200031', 'Zo\u00eb', 'op-1'],
  ['owner-differs', 40, '31', 'alder', 'op-2'],
  ['owner-matches', 82, '', '', 'op-3'],
  ['no-answer', null, '77', '\u00c9lan', 'op-1'],
  ['account-open', null, 'ab0009', 'Bob', 'gone'],
  ['owner-differs', 0, '0000031', 'Alder', 'op-2'],
  ['owner-matches-in-part', 82, '31', 'Jon', 'op-1'],
]
/** The ids deliberately sort differently from the names. */
const names: Readonly<Record<string, string>> = {
  'op-1': 'Zo\u00eb Marsh',
  'op-2': '\u00c9va Lund',
  'op-3': 'ben Ito',
}
const operatorName = (id: string): string => names[id] ?? id

let store: Store
beforeEach(async () => {
  store = await open(newStorePath())
  await store.record({ actor: 'a', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    for (const [index, [result_class, score, account, owner, actor]] of stored.entries()) {
      await insertValidation(tx, {
        id: `v${String(index)}`,
        at: `2026-11-21T14:00:0${String(index % 3)}.000Z`,
        actor,
        api_version: 'v1',
        routing_number: `09100000${String(index % 4)}`,
        account_number: account,
        account_significant: '1',
        owner_kind: 'person',
        owner_name: owner,
        fields_sent: '[]',
        ssn_digits: null,
        user_defined: null,
        outcome: '{}',
        result_class,
        score,
        bank_call_id: null,
      })
    }
  })
})

const classAt = ({ result_class: kind, score }: ValidationRow, threshold: number): string => {
  if (score === null) return kind
  if (score < threshold) return 'owner-differs'
  return kind === 'owner-differs' ? 'owner-matches' : kind
}
type SortColumn = NonNullable<ValidationListRequest['sort']>['column']
type KeyOf = (row: ValidationRow, threshold: number) => string | number | null
const keys: Record<SortColumn, KeyOf> = {
  at: (row) => row.at,
  result: classAt,
  owner: (row) => row.owner_name,
  account: (row) => row.account_number.slice(-4),
  routing: (row) => row.routing_number,
  score: (row) => row.score,
  operator: (row) => operatorName(row.actor),
}
const all = { search: '', resultClass: null }

describe('the history, sorted', () => {
  it.each(Object.keys(keys) as SortColumn[])('by %s, has each validation once', async (column) => {
    for (const direction of bothWays) {
      for (const threshold of [0, 81, 100]) {
        const rows = await paged((page) => {
          const request = { ...all, ...page, sort: { column, direction } }
          return listValidations(store, request, threshold, operatorName)
        })
        expect(rows).toHaveLength(stored.length)
        expect(idsOf(rows), `${direction} at ${String(threshold)}`).toEqual(
          expected(rows, direction, (row) => keys[column](row, threshold)),
        )
      }
    }
  })

  it('by owner, has \u00c9 beside E', async () => {
    const request = { ...all, cursor: null, limit: 10 }
    const sort = { column: 'owner', direction: 'ascending' } as const
    const { rows } = await listValidations(store, { ...request, sort }, 81, operatorName)
    expect(rows.map((row) => row.owner_name)).toEqual([
      'alder',
      'Alder',
      'Bob',
      '\u00c9lan',
      'Jon',
      'Zo\u00eb',
      '',
    ])
  })

  it('by operator, goes by the name that is shown and not by the id', async () => {
    const request = { ...all, cursor: null, limit: 10 }
    const sort = { column: 'operator', direction: 'ascending' } as const
    const { rows } = await listValidations(store, { ...request, sort }, 81, operatorName)
    expect(rows.map(({ actor }) => actor)).toEqual([
      'op-3',
      'op-2',
      'op-2',
      'gone',
      'op-1',
      'op-1',
      'op-1',
    ])
  })

  it('by result, is narrowed to the result of a row at the threshold', async () => {
    const narrowed = async (resultClass: ResultClass, threshold: number) => {
      const request = { search: '', resultClass, cursor: null, limit: 10, sort: null }
      const { rows } = await listValidations(store, request, threshold, operatorName)
      return idsOf(rows).toSorted()
    }
    expect(await narrowed('owner-matches', 82)).toEqual(['v0', 'v2'])
    expect(await narrowed('owner-matches-in-part', 82)).toEqual(['v6'])
    expect(await narrowed('owner-matches-in-part', 83)).toEqual([])
    expect(await narrowed('owner-differs', 83)).toEqual(['v1', 'v2', 'v5', 'v6'])
  })
})
