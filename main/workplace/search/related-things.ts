/** Related things by their keys, in the order of the keys; removed things are left out. */
import { codeText } from '../../platform/code-text.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Found, RelatedThing } from '../../../preload/contract/api/search/search.ts'
import type { Store } from '../../store/store.ts'
import {
  entryFacts,
  foundEntry,
  foundOrder,
  orderFacts,
  type EntryFacts,
  type OrderFacts,
} from './sources/orders.ts'
import { alertsWith } from './sources/alerts.ts'
import { foundPayee, payeeFacts, type PayeeFacts } from './sources/payees.ts'
import { foundValidation, type ValidationFacts } from './sources/validations.ts'
import type { KeyOf } from './relations.ts'
import { detailOf } from './result-text.ts'

/** Ids, or row numbers. */
export type Keys = readonly (string | number)[]

type Read = (store: Store, keys: Keys) => Promise<readonly (Found | RelatedThing)[]>

/** Returns the rows of a statement that reads `k.value`, in the order of the keys. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the rows that come out are of this type
const rowsOf = <Row>(
  store: Store,
  keys: Keys,
  columns: RawBuilder<unknown>,
  joined: RawBuilder<unknown>,
) =>
  store.read
    .selectFrom(
      sql<Row>`(SELECT ${columns} FROM json_each(${JSON.stringify(keys)}) AS k CROSS JOIN ${joined}
        ORDER BY CAST(k.key AS bigint))`.as('rows'),
    )
    .selectAll()
    .execute()

const orders: Read = async (store, keys) => {
  const joined = sql`orders AS o ON o.id = k.value LEFT JOIN batches AS b ON b.order_id = o.id`
  return (await rowsOf<OrderFacts>(store, keys, orderFacts, joined)).map(foundOrder)
}
const entries: Read = async (store, keys) => {
  const joined = sql`batch_entries AS e ON e.id = k.value CROSS JOIN orders AS o ON o.id = e.order_id`
  return (await rowsOf<EntryFacts>(store, keys, entryFacts, joined)).map(foundEntry)
}
const validations: Read = async (store, keys) => {
  const columns = sql`v.id, v.at, v.owner_name, v.account_number, v.routing_number, v.result_class, v.score`
  const joined = sql`validations AS v ON v.id = k.value`
  return (await rowsOf<ValidationFacts>(store, keys, columns, joined)).map(foundValidation)
}
const payees: Read = async (store, keys) => {
  const joined = sql`payees AS y ON y.id = k.value`
  return (await rowsOf<PayeeFacts>(store, keys, payeeFacts, joined)).map(foundPayee)
}
const alerts: Read = (store, keys) => alertsWith(store, keys.map(Number))

interface CallFacts {
  readonly id: string
  readonly at: string
  readonly purpose: string
  readonly status: number | null
  readonly outcome: string
}
const calls: Read = async (store, keys) => {
  const columns = sql`c.id, c.at, c.purpose, c.status, c.outcome`
  const rows = await rowsOf<CallFacts>(store, keys, columns, sql`bank_calls AS c ON c.id = k.value`)
  return rows.map(({ id, at, purpose, status, outcome }) => ({
    id,
    at,
    title: codeText(purpose),
    address: `/traffic/${id}`,
    detail: detailOf(status === null ? 'no answer' : `status ${String(status)}`, outcome),
  }))
}

interface InquiryFacts {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly title: string
}
/** The screen of each kind of inquiry. */
const inquiryScreens: Readonly<Record<string, string>> = { ach: '/ach-inquiry', report: '/reports' }
const inquiries: Read = async (store, keys) => {
  const joined = sql`inquiries AS i ON i.id = k.value`
  const rows = await rowsOf<InquiryFacts>(store, keys, sql`i.id, i.at, i.kind, i.title`, joined)
  return rows.map(({ id, at, kind, title }) => {
    const screen = inquiryScreens[kind]
    return { id, at, title, detail: '', address: screen === undefined ? null : `${screen}/${id}` }
  })
}

interface RecoveredFacts {
  readonly id: string
  readonly at: string
  readonly event: string
  readonly event_day: string | null
  readonly trace_number: string | null
  readonly return_code: string | null
}
const recovered: Read = async (store, keys) => {
  const columns = sql`r.id, r.at, r.event, r.event_day, r.trace_number, r.return_code`
  const joined = sql`recovered_items AS r ON r.seq = CAST(k.value AS bigint)`
  const rows = await rowsOf<RecoveredFacts>(store, keys, columns, joined)
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    title: `${row.event}, by inquiry`,
    // The list of that day is short, so the line is on its first page.
    address: `/coverage/recovered/${row.id}?day=${row.event_day ?? row.at.slice(0, 10)}`,
    detail: detailOf(
      row.event_day,
      row.return_code,
      row.trace_number && `trace ${row.trace_number}`,
    ),
  }))
}

interface ActFacts {
  readonly seq: number
  readonly at: string
}
/** The acts themselves are shown on the audit screen. */
const acts: Read = async (store, keys) => {
  const newest = keys.slice(0, 1)
  const joined = sql`audit_entries AS a ON a.seq = CAST(k.value AS bigint)`
  const rows = await rowsOf<ActFacts>(store, newest, sql`a.seq, a.at`, joined)
  return rows.map(({ seq, at }) => ({
    id: String(seq),
    at,
    title: 'The newest act',
    detail: '',
    address: `/audit/${String(seq)}`,
  }))
}

/** The reader of each kind of thing. */
export const relatedByKey: Readonly<Record<KeyOf, Read>> = {
  order: orders,
  entry: entries,
  alert: alerts,
  validation: validations,
  payee: payees,
  call: calls,
  inquiry: inquiries,
  recovered,
  audit: acts,
}
