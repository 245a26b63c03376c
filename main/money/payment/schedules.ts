/**
 * Scheduled payments. On each planned day a draft is created, once, even if the program ends in
 * between or the clock is set back, by the workstation with the duty of the follower; a day that
 * passed while the program was off is drafted late, without a date. Only drafts are created: people submit, approve and release. A changed rule begins
 * after the last occurrence that was drafted, by its nominal and by its banking day.
 */
import { sql, type Selectable, type Transaction } from 'kysely'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import {
  paymentFormSchema,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import {
  mostListedDrafts,
  mostPlanned,
  plannedDays,
  plannedFor,
  plannedOccurrences,
  scheduleProblems,
  scheduleRule,
  type ScheduleAct,
  type ScheduleLine,
  type ScheduleRule,
  type ScheduleState,
} from '../../../preload/contract/domain/orders/payment-schedule.ts'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import type { Occurrence } from '../../../preload/contract/kernel/recurrence.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { repeatedWork } from '../../platform/repeated-work.ts'
import { idleTimer, type StartTimer } from '../../platform/timer.ts'
import { dutyWork } from '../../store/duty-work.ts'
import { recordUnlessRefused } from '../../store/record-unless-refused.ts'
import { Superseded, unlessSuperseded } from '../../store/superseded.ts'
import { sortedPage } from '../../store/sorted-page.ts'
import type { PaymentSchedulesTable } from '../../store/tables/recurring.ts'
import type { Tables } from '../../store/store.ts'
import { makersOf } from '../order/approval/approvals.ts'
import { whyNotCopied } from '../order/copying.ts'
import { factsOf, requireOrder, stateAfter } from '../order/order-facts.ts'
import { Refused, refusalOf, refuse } from '../order/refusals.ts'
import { markOfOccurrence } from '../order/restore-hold.ts'
import type { OrderContext, OrderRow } from '../order/types.ts'
import type { NotifyOrder } from '../order/services.ts'
import { draftsEveryMs, isOwnerGone } from '../due-drafts.ts'
import { bodyOf, columnsOf, debitAccountOf, draftDetail, formOf } from './draft-row.ts'
import { copyOf, createDraftStore, type DraftStore } from './draft-store.ts'

/**
 * With more days passed, none is drafted: the clock may be wrong, or the payments may have been made
 * elsewhere meanwhile, so that a person decides.
 */
export const mostLate = 5

type Row = Selectable<PaymentSchedulesTable>

/** The scheduled payments of one open store. */
export interface PaymentSchedules {
  readonly handlers: Handlers['schedules']
  /** Drafts what is due, and then after each hour. Repeatable. */
  start(): Promise<void>
  /** Drafts what is due: a day may have begun while the computer slept. */
  wake(): void
  rest(): Promise<void>
}

const ruleOf = ({ rule }: Pick<Row, 'rule'>): ScheduleRule => scheduleRule.parse(JSON.parse(rule))
const contentOf = ({ form }: Pick<Row, 'form'>): PaymentForm =>
  paymentFormSchema.parse(JSON.parse(form))
const notFound: Result<never, Failure<'not-found'>> = { ok: false, error: { code: 'not-found' } }
const changedMeanwhile: Result<never, Failure<'changed-meanwhile'>> = {
  ok: false,
  error: { code: 'changed-meanwhile' },
}

/** Returns the fields of a rule that are wrong, as a refusal; undefined if none is. */
function refusedRule(
  rule: ScheduleRule,
  about: Parameters<typeof scheduleProblems>[1],
): Result<never, Failure<'invalid-input'>> | undefined {
  const fields = scheduleProblems(rule, about).map(({ path, message }) => ({
    path: `rule.${path}`,
    message,
    source: 'workstation' as const,
  }))
  return fields.length === 0 ? undefined : err({ code: 'invalid-input', fields })
}

export function createPaymentSchedules(
  context: OrderContext,
  startTimer: StartTimer = idleTimer,
): PaymentSchedules {
  const { store, clock, newId, emitEvent, profile } = context
  const notify: NotifyOrder = (id, state) => {
    emitEvent('orders', 'changed', { id, state })
    emitEvent('orders', 'countsChanged', {})
  }
  const drafts = createDraftStore(context, notify)
  const today = (): string => networkDay(clock.now())
  const find = (id: string): Promise<Row | undefined> =>
    store.read.selectFrom('payment_schedules').selectAll().where('id', '=', id).executeTakeFirst()

  /** Announced once at least: the inbox lists what is due once it was tried. */
  let isTried = false
  const due = repeatedWork({
    startTimer,
    everyMs: draftsEveryMs,
    async work() {
      const callBlock = context.callBlockFor('wire')
      if (callBlock?.ok === false && callBlock.error.code === 'profile-retired') return
      const isAnyDue = await draftDue(context, drafts, notify)
      if (isAnyDue || !isTried) emitEvent('schedules', 'changed', {})
      isTried = true
    },
    failed: (problem) => context.report('schedules.due', problem),
  })
  const following = dutyWork(context, 'follower', 'schedules.due', {
    start: () => due.start(),
    stop: () => due.rest(),
  })

  /** Drafts what a change made due, and returns the schedule. */
  async function changed(id: string): Promise<Result<ScheduleLine, Failure<'not-found'>>> {
    await due.run()
    emitEvent('schedules', 'changed', {})
    const row = await find(id)
    return row ? ok(await lineOf(context, row)) : notFound
  }

  /**
   * Changes a schedule that is as the operator saw it; `not-found` if it has ended. `to` returns the
   * new columns, or why they are refused.
   */
  async function update<E extends Failure>(
    { id, version }: { readonly id: string; readonly version: number },
    { actor, kind }: { readonly actor: string; readonly kind: string },
    to: (row: Row) => Promise<Result<Partial<Row>, E>>,
  ): Promise<Result<ScheduleLine, Failure<'not-found'> | Failure<'changed-meanwhile'> | E>> {
    const row = await find(id)
    if (!row || row.state === 'ended') return notFound
    if (row.version !== version) return changedMeanwhile
    const columns = await to(row)
    if (!columns.ok) return columns
    const { next_on: next, rule } = { ...row, ...columns.value }
    const detail = { next, rule: { ...ruleOf({ rule }) } }
    const done = await recordUnlessRefused(
      store,
      { actor, kind, subject: id, detail },
      async (tx) => ((await changeRow(tx, row, columns.value)) ? ok(null) : changedMeanwhile),
    )
    return done.ok ? changed(id) : done
  }

  return {
    start: () => following.start(),
    wake() {
      if (following.isHeld()) void due.run()
    },
    rest: () => following.stop(),
    handlers: {
      async list({ cursor, limit }) {
        const all = store.read.selectFrom('payment_schedules')
        const { total } = await all
          .select((select) => select.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow()
        const { rows, next } = await sortedPage(
          all.selectAll(),
          { by: byNextDay, direction: 'ascending', tie: sql`id` },
          { cursor, limit },
        )
        const items = await Promise.all(rows.map((row) => lineOf(context, row)))
        return ok({ items, total, next })
      },

      async create({ orderId, rule }, { operator }) {
        const source = await drafts.find(orderId)
        if (!source) return notFound
        const isDraft = source.state === 'draft'
        if (isDraft && source.maker !== operator.id) return err({ code: 'not-maker' })
        const why = await whyNotCopied(store.read, source, context, context.waits.earliest())
        if (why) return err(why.code === 'order-state' ? why : refusalOf(why))
        const typed = formOf(source)
        const refused = refusedRule(rule, { service: typed.service, today: today() })
        if (refused) return refused
        const form = repeatedForm(typed)
        const [first = null] = plannedDays(rule, today(), 1)
        const account = debitAccountOf(form, profile().accounts)?.account_number ?? ''
        const body = bodyOf({ ...form, valueDate: first ?? '' }, account)
        if ('problems' in body) {
          const fields = body.problems.map((one) => ({ ...one }))
          return err({ code: 'invalid-input', fields })
        }
        const id = newId()
        const authors = await makersOf(store.read, source)
        const detail = {
          ...draftDetail(form, account),
          orderId,
          rule: { ...rule },
          next: first,
          authors: [...authors],
        }
        const act = { actor: operator.id, kind: 'payment-schedule.created', subject: id, detail }
        try {
          await store.record(act, async (tx, also) => {
            if (isDraft) {
              await discard(tx, context, source)
              also({
                ...act,
                kind: 'order.scheduled',
                subject: orderId,
                detail: { scheduleId: id },
              })
            }
            await tx
              .insertInto('payment_schedules')
              .values({
                id,
                form: JSON.stringify(form),
                rule: JSON.stringify(rule),
                state: 'active',
                next_on: first,
                source_order_id: orderId,
                owner: operator.id,
                at: clock.now().toISOString(),
              })
              .execute()
          })
        } catch (problem) {
          if (!(problem instanceof Refused)) throw problem
          return err(problem.failure as never)
        }
        if (isDraft) notify(orderId, 'withdrawn')
        return changed(id)
      },

      change: ({ rule, ...seen }, { operator }) =>
        update(seen, { actor: operator.id, kind: 'payment-schedule.changed' }, async (row) => {
          const refused = refusedRule(rule, { service: contentOf(row).service, today: today() })
          if (refused) return refused
          const next_on = await nextDayOf(context, row, rule)
          const state = stateWith(row.state === 'missed' ? 'active' : row.state, next_on)
          return ok({ rule: JSON.stringify(rule), next_on, owner: operator.id, state })
        }),

      act: ({ act, ...seen }, { operator }) =>
        update(
          seen,
          { actor: operator.id, kind: `payment-schedule.${actKinds[act]}` },
          async (row) => ok(await afterAct(context, row, act, operator.id)),
        ),
    },
  }
}

const actKinds: Readonly<Record<ScheduleAct, string>> = {
  pause: 'paused',
  resume: 'resumed',
  end: 'ended',
}

/** Active by their next day, then those that wait for a person, then ended ones. */
const byNextDay = sql`CASE state WHEN 'active' THEN '1' WHEN 'ended' THEN '3' ELSE '2' END || coalesce(next_on, '')`

/** A schedule without a further day has ended. */
const stateWith = (state: ScheduleState, next: string | null): ScheduleState =>
  next === null ? 'ended' : state

/** Returns the content that is repeated: all but date and references; the purpose stays. */
const repeatedForm = (form: PaymentForm): PaymentForm => ({
  ...copyOf(form),
  receiversReference: form.receiversReference,
})

/**
 * Returns the columns after an act. Resuming goes on with the first day that has not passed, unless
 * the schedule only lacked an owner: days that passed are then drafted late.
 */
async function afterAct(
  context: OrderContext,
  row: Row,
  act: ScheduleAct,
  operator: string,
): Promise<Partial<Row>> {
  if (act === 'end') return { state: 'ended', next_on: null }
  if (act === 'pause') return { state: 'paused', next_on: row.next_on }
  const next_on = row.state === 'active' ? row.next_on : await nextDayOf(context, row, ruleOf(row))
  return { state: stateWith('active', next_on), next_on, owner: operator }
}

/** Returns the first day of a rule that has neither passed nor been drafted; null if it ends before. */
async function nextDayOf(
  context: OrderContext,
  { id }: Row,
  rule: ScheduleRule,
): Promise<string | null> {
  const last = lastOf(await draftsOf(context, id, 1))
  return plannedDays(rule, networkDay(context.clock.now()), 1, last)[0] ?? null
}

/** Returns the newest occurrence with a draft, whatever became of it; null if none was drafted. */
const lastOf = ([newest]: Awaited<ReturnType<typeof draftsOf>>): Occurrence | null =>
  newest ? { nominal: newest.nominal_on, day: newest.planned_on } : null

/** Changes columns of a schedule that is as it was read; false if it changed meanwhile. */
async function changeRow(
  tx: Transaction<Tables>,
  { id, version }: Row,
  columns: Partial<Row>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_schedules')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Discards the draft whose place a schedule takes; refuses where a person could not discard it. */
async function discard(
  tx: Transaction<Tables>,
  context: OrderContext,
  { id, form }: OrderRow,
): Promise<void> {
  const row = await requireOrder(tx, id)
  if (row.form !== form) refuse({ code: 'order-state', state: row.state })
  const state = stateAfter(await factsOf(tx, row, context, []), { kind: 'discarded' })
  await tx
    .updateTable('orders')
    .set({ state, updated_at: context.clock.now().toISOString() })
    .where('id', '=', id)
    .execute()
}

/**
 * Drafts everything that is due. A failure is reported and does not stop the others. Returns whether
 * anything was due.
 */
async function draftDue(
  context: OrderContext,
  drafts: DraftStore,
  notify: NotifyOrder,
): Promise<boolean> {
  const { store, clock, report } = context
  const rows = await store.read
    .selectFrom('payment_schedules')
    .selectAll()
    .where('state', '=', 'active')
    .where('next_on', '<=', networkDay(clock.now()))
    .orderBy('next_on')
    .execute()
  for (const row of rows) {
    if (isOwnerGone(context, row.owner)) continue
    try {
      await draftDays(context, drafts, notify, row)
    } catch (problem) {
      report('schedules.draft', problem)
    }
  }
  return rows.length > 0
}

async function draftDays(
  context: OrderContext,
  drafts: DraftStore,
  notify: NotifyOrder,
  row: Row,
): Promise<void> {
  if (row.next_on === null) return
  const { store, clock } = context
  const rule = ruleOf(row)
  const now = networkDay(clock.now())
  const first = plannedFor(rule, row.next_on)
  const others = plannedOccurrences(rule, { notBefore: first.day, last: first }, mostLate + 1)
  const planned = [first, ...others]
  const due = planned.filter(({ day }) => day <= now)
  const passed = due.filter(({ day }) => day < now)
  if (passed.length > mostLate) {
    const detail = { from: first.day, until: passed.at(-1)?.day ?? first.day }
    const act = { actor: 'system', kind: 'payment-schedule.missed', subject: row.id, detail }
    await unlessSuperseded(() =>
      store.record(act, async (tx) => {
        if (!(await changeRow(tx, row, { state: 'missed' }))) throw new Superseded()
      }),
    )
    return
  }
  let current: Row | undefined = row
  for (const [at, occurrence] of due.entries()) {
    const next = planned[at + 1]?.day ?? null
    current = await draftOccurrence(context, drafts, { row: current, occurrence, next }, notify)
    if (!current) return
  }
}

/**
 * Creates the draft of an occurrence and returns the schedule after it; undefined if the schedule
 * changed meanwhile: none is created.
 */
async function draftOccurrence(
  context: OrderContext,
  drafts: DraftStore,
  {
    row,
    occurrence: { nominal, day },
    next,
  }: { readonly row: Row; readonly occurrence: Occurrence; readonly next: string | null },
  notify: NotifyOrder,
): Promise<Row | undefined> {
  const { store, clock } = context
  const isLate = day < networkDay(clock.now())
  const mark = await markOfOccurrence(store.read, day, (at) => isDraftedSince(context, row.id, at))
  const origin = {
    authors: await authorsOf(context, row),
    scheduleId: row.id,
    plannedOn: day,
    nominalOn: nominal,
  }
  // A person chooses the date of a late one, so that nobody pays on another day unnoticed.
  const form = { ...contentOf(row), valueDate: isLate ? '' : day }
  const draft = await drafts.prepare(form, row.owner, origin, mark)
  const columns = { next_on: next, state: stateWith('active', next) }
  const isDrafted = await unlessSuperseded(() =>
    store.record(draft.act, async (tx, also) => {
      if (!(await changeRow(tx, row, columns))) throw new Superseded()
      await draft.insert(tx)
      const detail = { scheduleId: row.id, plannedOn: day, next }
      also({ actor: 'system', kind: 'order.prepared', subject: draft.id, detail })
      await tx
        .insertInto('payment_schedule_occurrences')
        .values({
          schedule_id: row.id,
          planned_on: day,
          order_id: draft.id,
          nominal_on: nominal,
        })
        .execute()
      return true
    }),
  )
  if (!isDrafted) return undefined
  notify(draft.id, 'draft')
  return { ...row, ...columns, version: row.version + 1 }
}

/**
 * Returns everybody who wrote a schedule, by the audit chain: the authors of the order that it was
 * created from, and whoever created, changed or resumed it. They may not approve its drafts (Promise P3).
 */
async function authorsOf({ store }: OrderContext, { id, owner }: Row): Promise<string[]> {
  const acts = await store.read
    .selectFrom('audit_entries')
    .select(['actor', sql<string>`coalesce(detail -> '$.authors', '[]')`.as('authors')])
    .where('subject', '=', id)
    .where('kind', 'in', [
      'payment-schedule.created',
      'payment-schedule.changed',
      'payment-schedule.resumed',
    ])
    .execute()
  const wrote = acts.flatMap(({ actor, authors }) => [actor, ...(JSON.parse(authors) as string[])])
  return [...new Set([owner, ...wrote])]
}

const draftsOf = ({ store }: Pick<OrderContext, 'store'>, id: string, most: number) =>
  store.read
    .selectFrom('payment_schedule_occurrences as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .select(['d.order_id', 'd.planned_on', 'd.nominal_on', 'o.reference', 'o.state'])
    .where('d.schedule_id', '=', id)
    .orderBy('d.planned_on', 'desc')
    .limit(most)
    .execute()

const isDraftedSince = async ({ store }: OrderContext, id: string, at: string): Promise<boolean> =>
  (await store.read
    .selectFrom('payment_schedule_occurrences as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .select('o.id')
    .where('d.schedule_id', '=', id)
    .where('o.created_at', '>=', at)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns a schedule for the list, with masked accounts. */
async function lineOf(context: OrderContext, row: Row): Promise<ScheduleLine> {
  const { clock, operatorName, profile } = context
  const rule = ruleOf(row)
  const form = contentOf(row)
  const columns = columnsOf(form, profile().accounts)
  const drafted = await draftsOf(context, row.id, mostListedDrafts)
  const last = lastOf(drafted)
  const isActive = row.state === 'active'
  const isPassed = row.next_on !== null && row.next_on < networkDay(clock.now())
  return {
    id: row.id,
    version: row.version,
    service: form.service,
    beneficiary: columns.beneficiary,
    beneficiaryAccount: maskedAccount(columns.beneficiary_account),
    debitAccount: columns.debit_label,
    amount: columns.amount,
    currency: columns.currency,
    rule,
    state: row.state,
    last,
    next: isActive && row.next_on !== null ? plannedDays(rule, row.next_on, mostPlanned, last) : [],
    overdue: (isActive || row.state === 'missed') && isPassed ? row.next_on : null,
    owner: { id: row.owner, name: operatorName(row.owner) },
    isOwnerGone: isOwnerGone(context, row.owner),
    at: row.at,
    drafts: drafted.map((one) => ({
      orderId: one.order_id,
      plannedOn: one.planned_on,
      reference: one.reference,
      state: one.state,
    })),
  }
}
