/** Reads the stored data of forwarding: the state, the log of posts and the parked alerts. */
import type { Selectable } from 'kysely'
import { z } from '../../../preload/contract/kernel/zod.ts'
import type {
  ForwardingTry,
  ParkedAlert,
} from '../../../preload/contract/api/forwarding/forwarding.ts'
import type { ForwardTriesTable } from '../../store/tables/forwarding.ts'
import type { Reader, Store } from '../../store/store.ts'
import type { ForwardRow } from './forwarding-jobs.ts'

type Read = Pick<Store, 'read'>

/** Counting stops here. */
const mostCounted = 100_001
const firstState: ForwardRow = {
  enabled: 0,
  url: null,
  cursor_seq: 0,
  tries: 0,
  stuck_since: null,
  next_at: null,
  last_taken_at: null,
}

/** The settings and the progress; off and empty before anyone set them. */
export async function readState(reader: Reader): Promise<ForwardRow> {
  const found = await reader.selectFrom('forward_state').selectAll().executeTakeFirst()
  if (!found) return firstState
  const { id: _id, ...state } = found
  return state
}

/** The number of alerts after a seq. */
export async function countBehind({ read }: Read, seq: number): Promise<number> {
  const { total } = await read
    .selectFrom((from) =>
      from
        .selectFrom('alerts')
        .select('seq')
        .where('seq', '>', seq)
        .limit(mostCounted)
        .as('behind'),
    )
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The number of parked alerts. */
export async function countParked({ read }: Read): Promise<number> {
  const { total } = await read
    .selectFrom('forward_parked')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

interface Wanted {
  readonly cursor: string | null
  readonly limit: number
}

/** A page of the log, newest first. */
export async function pageOfTries({ read }: Read, { cursor, limit }: Wanted) {
  const tries = read.selectFrom('forward_tries')
  const [{ total }, rows] = await Promise.all([
    tries.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    tries
      .selectAll()
      .$if(cursor !== null, (query) => query.where('seq', '<', Number(cursor)))
      .orderBy('seq', 'desc')
      .limit(limit + 1)
      .execute(),
  ])
  const items = rows.slice(0, limit)
  const next = rows.length > limit ? String(items.at(-1)?.seq ?? 0) : null
  return { items: items.map(tryOf), next, total }
}

const tryOf = (row: Selectable<ForwardTriesTable>): ForwardingTry => {
  const { seq, at, kind, alerts, outcome, status, problem, ms, bytes } = row
  return { id: String(seq), at, kind, alerts, outcome, status, problem, ms, bytes }
}

/** A page of the parked alerts, oldest first, without any value that identifies an account. */
export async function pageOfParked(store: Read, { cursor, limit }: Wanted) {
  const [total, rows] = await Promise.all([
    countParked(store),
    store.read
      .selectFrom('forward_parked as p')
      .innerJoin('alerts as a', 'a.seq', 'p.alert_seq')
      .select(['p.alert_seq', 'p.at', 'p.why', 'p.status', 'p.problem'])
      .select(['a.id', 'a.at as received_at', 'a.kind', 'a.code'])
      .$if(cursor !== null, (query) => query.where('p.alert_seq', '>', Number(cursor)))
      .orderBy('p.alert_seq')
      .limit(limit + 1)
      .execute(),
  ])
  const items = rows.slice(0, limit).map((row): ParkedAlert => ({
    id: String(row.alert_seq),
    alertId: row.id,
    receivedAt: row.received_at,
    kind: row.kind,
    code: row.code,
    parkedAt: row.at,
    why: row.why,
    answer: row.status,
    problem: row.problem,
  }))
  const next = rows.length > limit ? (items.at(-1)?.id ?? null) : null
  return { items, next, total }
}

const hostIn = z.object({ host: z.string() })

/** Returns the host before `present`, and until when it was set; undefined: there was no other. */
export async function lastOtherHost(
  { read }: Read,
  present: string,
): Promise<{ readonly host: string; readonly until: string } | undefined> {
  const acts = await read
    .selectFrom('audit_entries')
    .select(['at', 'detail'])
    .where('kind', '=', 'forwarding.changed')
    .orderBy('seq', 'desc')
    .execute()
  let until = ''
  for (const { at, detail } of acts) {
    const { host } = hostIn.parse(JSON.parse(detail))
    // An address that was removed is no receiver.
    if (host !== '' && host !== present) return { host, until }
    if (host === present) until = at
  }
  return undefined
}

/** Those of the given alerts that are parked, in order; with an instant, those parked before it. */
export async function parkedAmong(
  { read }: Read,
  seqs: readonly number[],
  before?: string,
): Promise<number[]> {
  const rows = await read
    .selectFrom('forward_parked')
    .select('alert_seq')
    .where('alert_seq', 'in', [...seqs])
    .$if(before !== undefined, (parked) => parked.where('at', '<', before ?? ''))
    .orderBy('alert_seq')
    .execute()
  return rows.map((row) => row.alert_seq)
}
