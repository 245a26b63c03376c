/**
 * Payees, templates, schedules, alarms, quarantine and sweeps that need a person. Each item ends
 * with its thing.
 */
import { sql } from 'kysely'
import {
  conflictItem,
  notDraftedItem,
  stoppedScheduleItem,
  templateItem,
  type NotDrafted,
  payeeItems,
  quarantinedItem,
  scheduledItem,
  manualCheckItem,
} from '../../../preload/contract/text/inbox.ts'
import { problemSetting } from '../backups/backup-settings.ts'
import { isDue, isMissed, templateHeads } from '../../money/batch-facts.ts'
import { isOwnerGone, triedDay } from '../../money/due-drafts.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import { readDetails } from '../../money/payee-details.ts'
import type { Store } from '../../store/store.ts'
import type { SourceFindings } from './inbox-jobs.ts'
import type { InboxContext } from './inbox-list.ts'

/** Most items of one kind. */
const most = 500

/** Returns payees that wait for a second person. */
export async function noticedPayees(store: Store): Promise<readonly SourceFindings[]> {
  const rows = await store.read
    .selectFrom('payees as p')
    .innerJoin('payee_versions as v', (join) =>
      join.onRef('v.payee_id', '=', 'p.id').onRef('v.version', '=', 'p.proposed_version'),
    )
    .select(['p.id', 'p.approved_version', 'v.details', 'v.proposed_at'])
    .where('p.proposed_version', 'is not', null)
    .execute()
  const found = rows.map(({ id, details, approved_version, proposed_at: at }) => ({
    subject: `payee/${id}`,
    at,
    amount: null,
    currency: null,
    deadline: null,
    title:
      details === null
        ? payeeItems.removal
        : payeeItems[approved_version === 0 ? 'added' : 'changed'](readDetails(details).name),
    address: `/payees/${id}`,
  }))
  return [{ kind: 'awaiting-me', prefix: 'payee/', found, isWhole: true }]
}

type DueContext = Pick<InboxContext, 'store' | 'clock' | 'operatorOf' | 'operatorName'>

/**
 * Returns templates whose next draft is due and could not be prepared, until it was, and those whose
 * next date passed, until a person chooses the next one: another item, so that it is notified again.
 */
export async function noticedTemplates(context: DueContext): Promise<readonly SourceFindings[]> {
  const rows = await templateHeads(context.store.read).where('next_date', 'is not', null).execute()
  const now = context.clock.now()
  const found = rows
    .filter((row) => isDue(row, triedDay(now)))
    .map((row) => {
      const { id, name, next_date } = row
      const date = next_date ?? ''
      const why = whyNotDrafted(context, row.owner, isMissed(row, networkDay(now)))
      return {
        subject: `template/${id}${why.state === 'missed' ? '/missed' : ''}`,
        at: now.toISOString(),
        title: templateItem(name, date, why),
        amount: null,
        currency: null,
        deadline: date,
        address: '/batches/new?templates',
      }
    })
  return [{ kind: 'missed-template', prefix: 'template/', found, isWhole: true }]
}

const whyNotDrafted = (context: DueContext, owner: string, isMissed: boolean): NotDrafted => {
  if (isMissed) return { state: 'missed' }
  return isOwnerGone(context, owner)
    ? { state: 'owner-gone', owner: context.operatorName(owner) }
    : { state: 'failed' }
}

/**
 * Returns schedules with drafts that are not submitted yet, those whose planned day has begun without
 * a draft, and those that wait to be resumed.
 */
export async function noticedSchedules(context: DueContext): Promise<readonly SourceFindings[]> {
  const { read } = context.store
  const now = context.clock.now()
  const tried = triedDay(now)
  const [waiting, missed] = await Promise.all([
    read
      .selectFrom('payment_schedule_occurrences as d')
      .innerJoin('orders as o', 'o.id', 'd.order_id')
      .select(['d.schedule_id as id', 'd.order_id', 'd.planned_on', 'o.created_at as at'])
      .select(['o.service', 'o.beneficiary'])
      .where('o.state', '=', 'draft')
      .execute(),
    read
      .selectFrom('payment_schedules as s')
      .innerJoin('orders as o', 'o.id', 's.source_order_id')
      .select(['s.id', 's.next_on', 's.owner', 's.state'])
      // The order that a schedule was created from may have been edited since.
      .select([
        sql<string>`coalesce(s.form ->> '$.service', o.service)`.as('service'),
        sql<string>`coalesce(s.form ->> '$.creditParty.name', o.beneficiary)`.as('beneficiary'),
      ])
      // One that a wrong clock stopped waits for a person, although its day is still ahead.
      .where((is) =>
        is.or([
          is('s.state', '=', 'missed'),
          is.and([is('s.state', '=', 'active'), is('s.next_on', '<=', tried)]),
        ]),
      )
      .execute(),
  ])
  const none = { amount: null, currency: null }
  const found = [
    ...waiting.map((draft) => ({
      subject: `schedule/${draft.id}/draft/${draft.order_id}`,
      at: draft.at,
      ...none,
      title: scheduledItem(draft.service, draft.beneficiary, draft.planned_on),
      deadline: null,
      address: `/schedules/${draft.id}`,
    })),
    ...missed.map(({ id, service, beneficiary, next_on: deadline, ...row }) => ({
      subject: `schedule/${id}/missed`,
      at: now.toISOString(),
      ...none,
      title:
        deadline !== null && deadline <= tried
          ? notDraftedItem(
              service,
              beneficiary,
              deadline,
              whyNotDrafted(context, row.owner, row.state === 'missed'),
            )
          : stoppedScheduleItem(service, beneficiary),
      deadline,
      address: `/schedules/${id}`,
    })),
  ]
  return [{ kind: 'scheduled', prefix: 'schedule/', found, isWhole: true }]
}

const longestGuid = 200

/** Returns alerts with the same id but other content, and deliveries that could not be read. */
export async function noticedAlarms(store: Store): Promise<readonly SourceFindings[]> {
  const conflicts = await store.read
    .selectFrom('alerts')
    .select((select) => select.fn.min<number>('seq').as('seq'))
    .where('conflict', '=', 1)
    .where('conflict_seen_at', 'is', null)
    .groupBy('guid')
    .limit(most)
    .execute()
  const quarantined = await store.read
    .selectFrom('alert_deliveries')
    .select(['id', 'at'])
    .where('quarantine_reason', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(most)
    .execute()
  const alarms = await firstOf(
    store,
    conflicts.map(({ seq }) => seq),
  )
  const none = { amount: null, currency: null, deadline: null }
  return [
    {
      kind: 'conflict',
      prefix: 'conflict/',
      isWhole: conflicts.length < most,
      found: alarms.map(({ id, at, guid }) => ({
        // A bank may send an id of any length, and the index of the subjects has a limit.
        subject: `conflict/${guid === null || guid.length > longestGuid ? id : guid}`,
        at,
        ...none,
        title: conflictItem,
        address: `/alerts/list/${id}`,
      })),
    },
    {
      kind: 'quarantined',
      prefix: 'delivery/',
      isWhole: quarantined.length < most,
      found: quarantined.map(({ id, at }) => ({
        subject: `delivery/${id}`,
        at,
        ...none,
        title: quarantinedItem,
        address: `/alerts/quarantine/${id}`,
      })),
    },
  ]
}

const firstOf = (store: Store, seqs: readonly number[]) =>
  seqs.length === 0
    ? Promise.resolve([])
    : store.read
        .selectFrom('alerts')
        .select(['id', 'at', 'guid'])
        .where('seq', 'in', [...seqs])
        .execute()

/** Returns the parts of sweeps that the bank cannot be queried for and nobody has checked yet. */
export async function noticedParts(store: Store): Promise<readonly SourceFindings[]> {
  const rows = await store.read
    .selectFrom('sweep_parts as p')
    .innerJoin('sweeps as s', 's.id', 'p.sweep_id')
    .select(['p.sweep_id', 'p.seq', 'p.kind', 'p.account_label', 'p.why', 's.from_at'])
    .select(['s.until_at', 's.planned_at'])
    .where('p.state', '=', 'impossible')
    .where('p.checked_at', 'is', null)
    .limit(most)
    .execute()
  const found = rows.map((row) => {
    const what = row.kind === 'incoming' ? row.kind : 'alerts'
    const days = [row.from_at, row.until_at].map((at) => at.slice(0, 10))
    return {
      subject: `part/${row.sweep_id}/${String(row.seq)}`,
      at: row.planned_at,
      title: manualCheckItem(what, days, row.account_label),
      amount: null,
      currency: null,
      deadline: null,
      address: '/coverage',
    }
  })
  return [{ kind: 'to-check', prefix: 'part/', found, isWhole: rows.length < most }]
}

/** Returns the current problem of the backups; it ends with the next verified backup. */
export async function noticedBackups(store: Store): Promise<readonly SourceFindings[]> {
  const row = await store.read
    .selectFrom('settings')
    .select(['value', 'at'])
    .where('name', '=', problemSetting)
    .executeTakeFirst()
  const problem = row === undefined ? null : (JSON.parse(row.value) as string | null)
  const found =
    row === undefined || problem === null
      ? []
      : [
          {
            subject: 'backup/problem',
            at: row.at,
            title: problem,
            address: '/settings',
            amount: null,
            currency: null,
            deadline: null,
          },
        ]
  return [{ kind: 'backup', prefix: 'backup/', found, isWhole: true }]
}
