/** Open work, next deadlines, the calls of the day, and what was last done at each workstation. */
import { sql } from 'kysely'
import type { Known } from '../../../preload/contract/api/overview/overview.ts'
import { midnightIn } from '../../../preload/contract/kernel/calendar.ts'
import { headOf } from '../../store/audit.ts'
import { homeKey } from '../../store/others-acts.ts'
import type { Store } from '../../store/store.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { changeDeadline } from '../../money/network-deadlines.ts'
import type { BankingDays } from './order-figures.ts'
import { isCorrected, templateName } from '../../money/batch-facts.ts'

type Reading = Pick<Store, 'read'>
const soonest = 5

const typedName = z.object({ receiverName: z.string() })

/** The open notifications of change, by the deadline of the network rules. */
export async function deadlineFigures({ read }: Reading): Promise<Known<'deadlines'>> {
  const rows = await read
    .selectFrom('batch_entries as e')
    .select(['e.id', 'e.order_id', 'e.typed', 'e.change_code', 'e.changed_at'])
    .where('e.changed_at', 'is not', null)
    .where(sql<boolean>`NOT ${isCorrected}`)
    .orderBy('e.changed_at')
    .limit(soonest)
    .execute()
  return rows.flatMap(({ changed_at: at, ...row }) =>
    at === null
      ? []
      : [
          {
            orderId: row.order_id,
            entryId: row.id,
            code: row.change_code,
            receiver: typedName.parse(JSON.parse(row.typed)).receiverName.trim(),
            day: changeDeadline(at),
          },
        ],
  )
}

/** How many of the newest acts are looked through for those of people. */
const newestActs = 1_000

/** The workstations of a team by their names, each with the newest act of a person there. */
export async function teamFigures(
  store: Store,
  operatorOf: (id: string) => { readonly name: string } | undefined,
): Promise<Known<'team'>> {
  const { read, membership } = store
  if (membership.home === null) return []
  const { seq: end } = await headOf(store)
  const home = sql<string | null>`detail ->> ${sql.lit(`$.${homeKey}`)}`
  const acts = await read
    .selectFrom('audit_entries')
    .select(['seq', 'at', 'kind', 'actor', home.as('home')])
    .where(
      'seq',
      'in',
      sql<number>`(SELECT max(seq) FROM audit_entries WHERE seq > ${end - newestActs}
        AND actor <> 'system' AND kind <> 'bank.called' GROUP BY ${home})`,
    )
    .execute()
  const byName = membership
    .workstations()
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
  return byName.map(({ id, name }) => {
    const act = acts.find((one) => one.home === id)
    return {
      id,
      name,
      act: act
        ? {
            seq: act.seq,
            at: act.at,
            kind: act.kind,
            actorName: operatorOf(act.actor)?.name ?? act.actor,
          }
        : null,
    }
  })
}

/** The calls since midnight, by outcome. */
export async function callFigures(
  { read }: Reading,
  { zone, now }: BankingDays,
): Promise<Known<'calls'>> {
  const rows = await read
    .selectFrom('bank_calls')
    .select([
      'outcome',
      sql<0 | 1>`outcome = 'answered' AND coalesce(status, 0) NOT BETWEEN 200 AND 299`.as(
        'isRefused',
      ),
      sql<number>`count(*)`.as('count'),
    ])
    .where('at', '>=', midnightIn(zone, now).toISOString())
    .groupBy(['outcome', 'isRefused'])
    .execute()
  const groups = new Map<Known<'calls'>[number]['group'], number>()
  for (const { outcome, isRefused, count } of rows) {
    const group = isRefused === 1 ? 'refused' : groupOf(outcome)
    groups.set(group, (groups.get(group) ?? 0) + count)
  }
  return [...groups].map(([group, count]) => ({ group, count }))
}

const groupOf = (outcome: string): Known<'calls'>[number]['group'] =>
  outcome === 'answered' || outcome === 'no-answer' || outcome === 'not-sent'
    ? outcome
    : 'outcome-unknown'

/** The templates that create the next drafts. */
export async function templateFigures({ read }: Reading): Promise<Known<'templates'>> {
  const rows = await read
    .selectFrom('batch_templates')
    .select(['id', 'name', 'next_date', 'entry_count', 'credits', 'debits'])
    .where('removed_at', 'is', null)
    .where('recurrence', 'is not', null)
    .where('next_date', 'is not', null)
    .orderBy('next_date')
    .orderBy(templateName)
    .limit(soonest)
    .execute()
  return rows.flatMap(({ next_date: day, entry_count: entries, ...row }) =>
    day === null ? [] : [{ ...row, day, entries }],
  )
}
