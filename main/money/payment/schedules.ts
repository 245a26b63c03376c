/**
 * Scheduled payments. On each planned day a draft is created, once, even if the program ends in
 * between or the clock is set back, by the workstation with the duty of the follower; a day that passed while the program was off is drafted late,
 * without a date. Only drafts are created: people submit, approve and release.
 */
import { sql, type Selectable } from 'kysely'
import { isAllowed } from '../../../preload/contract/api/may-use.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { schedules as channels } from '../../../preload/contract/api/schedules/channels.ts'
import {
  paymentFormSchema,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import {
  mostListedDrafts,
  mostPlanned,
  plannedDays,
  scheduleProblems,
  scheduleRule,
  type ScheduleAct,
  type ScheduleLine,
  type ScheduleRule,
  type ScheduleState,
} from '../../../preload/contract/domain/orders/payment-schedule.ts'
import { maskedAccount } from '../../../preload/contract/kernel/account-number.ts'
import { networkDay } from '../../../preload/contract/kernel/banking-days.ts'
import { daysLater } from '../../../preload/contract/kernel/calendar.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { repeatedWork } from '../../platform/repeated-work.ts'
import { idleTimer, type StartTimer } from '../../platform/timer.ts'
import { dutyWork } from '../../store/duty-work.ts'
import { Superseded, unlessSuperseded } from '../../store/superseded.ts'
import { sortedPage } from '../../store/sorted-page.ts'
import type { PaymentSchedulesTable } from '../../store/schema/money-tables.ts'
import { makersOf } from '../order/approval/approvals.ts'
import { whyNotCopied } from '../order/copying.ts'
import { findOrder } from '../order/order-records.ts'
import { refusalOf } from '../order/refusals.ts'
import { markOfOccurrence } from '../order/restore-hold.ts'
import type { OrderContext } from '../order/types.ts'
import type { NotifyOrder } from '../order/services.ts'
import { bodyOf, columnsOf, debitAccountOf, draftDetail, formOf } from './draft-row.ts'
import { copyOf, createDraftStore, type DraftStore } from './draft-store.ts'

/** Days also begin while the computer sleeps, so the day is checked at this interval. */
const checkEveryMs = 60 * 60_000
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

  const due = repeatedWork({
    startTimer,
    everyMs: checkEveryMs,
    async work() {
      const callBlock = context.callBlockFor('wire')
      if (callBlock?.ok === false && callBlock.error.code === 'profile-retired') return
      await draftDue(context, drafts, notify)
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
   * Changes a schedule as it is when the change is stored; `not-found` if it has ended. `to` returns
   * the new columns, or why they are refused.
   */
  async function update<E extends Failure>(
    id: string,
    { actor, kind }: { readonly actor: string; readonly kind: string },
    to: (row: Row) => Promise<Result<Partial<Row>, E>>,
  ): Promise<Result<ScheduleLine, Failure<'not-found'> | E>> {
    const row = await find(id)
    if (!row || row.state === 'ended') return notFound
    const columns = await to(row)
    if (!columns.ok) return columns
    const { next_on: next, rule } = { ...row, ...columns.value }
    const detail = { next, rule: { ...ruleOf({ rule }) } }
    try {
      await store.record({ actor, kind, subject: id, detail }, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('payment_schedules')
          .set(columns.value)
          .where('id', '=', id)
          .where('state', '=', row.state)
          .where('next_on', 'is', row.next_on)
          .where('rule', '=', row.rule)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) throw new Superseded()
      })
    } catch (problem) {
      if (problem instanceof Superseded) return update(id, { actor, kind }, to)
      throw problem
    }
    return changed(id)
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
          await store.record(act, async (tx) => {
            if (isDraft) {
              const { numUpdatedRows } = await tx
                .updateTable('orders')
                .set({ state: 'withdrawn', updated_at: clock.now().toISOString() })
                .where('id', '=', orderId)
                .where('state', '=', 'draft')
                .where('form', '=', source.form)
                .executeTakeFirst()
              if (numUpdatedRows !== 1n) throw new Superseded()
            }
            await tx
              .insertInto('payment_schedules')
              .values({
                id,
                form: JSON.stringify(form),
                rule: JSON.stringify(rule),
                state: 'active',
                next_on: first,
                made_from: orderId,
                owner: operator.id,
                at: clock.now().toISOString(),
              })
              .execute()
          })
        } catch (problem) {
          if (!(problem instanceof Superseded)) throw problem
          const state = (await findOrder(store.read, orderId))?.state ?? 'draft'
          return err({ code: 'order-state', state })
        }
        if (isDraft) {
          await store.note({
            actor: operator.id,
            kind: 'order.scheduled',
            subject: orderId,
            detail: { scheduleId: id },
          })
          notify(orderId, 'withdrawn')
        }
        return changed(id)
      },

      change: ({ id, rule }, { operator }) =>
        update(id, { actor: operator.id, kind: 'payment-schedule.changed' }, async (row) => {
          const refused = refusedRule(rule, { service: contentOf(row).service, today: today() })
          if (refused) return refused
          const next_on = await nextDayOf(context, row, rule)
          const state = stateWith(row.state === 'missed' ? 'active' : row.state, next_on)
          return ok({ rule: JSON.stringify(rule), next_on, owner: operator.id, state })
        }),

      act: ({ id, act }, { operator }) =>
        update(id, { actor: operator.id, kind: `payment-schedule.${actKinds[act]}` }, async (row) =>
          ok(await afterAct(context, row, act, operator.id)),
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
  { store, clock }: OrderContext,
  { id }: Row,
  rule: ScheduleRule,
): Promise<string | null> {
  const { last } = await store.read
    .selectFrom('payment_schedule_drafts')
    .select(({ fn }) => fn.max<string | null>('planned_on').as('last'))
    .where('schedule_id', '=', id)
    .executeTakeFirstOrThrow()
  const now = networkDay(clock.now())
  const from = last !== null && last >= now ? daysLater(last, 1) : now
  return plannedDays(rule, from, 1)[0] ?? null
}

const mayDraft = ({ operatorOf }: Pick<OrderContext, 'operatorOf'>, owner: string): boolean => {
  const known = operatorOf(owner)
  return known !== undefined && !known.disabled && isAllowed(channels.create.allowed, known.roles)
}

/** Drafts everything that is due. A failure is reported and does not stop the others. */
async function draftDue(
  context: OrderContext,
  drafts: DraftStore,
  notify: NotifyOrder,
): Promise<void> {
  const { store, clock, report, emitEvent } = context
  const rows = await store.read
    .selectFrom('payment_schedules')
    .selectAll()
    .where('state', '=', 'active')
    .where('next_on', '<=', networkDay(clock.now()))
    .orderBy('next_on')
    .execute()
  for (const row of rows) {
    // Nobody becomes the maker of a draft that they may not make; it waits until another resumes it.
    if (!mayDraft(context, row.owner)) continue
    try {
      await draftDays(context, drafts, notify, row)
    } catch (problem) {
      report('schedules.draft', problem)
    }
  }
  if (rows.length > 0) emitEvent('schedules', 'changed', {})
}

async function draftDays(
  context: OrderContext,
  drafts: DraftStore,
  notify: NotifyOrder,
  row: Row,
): Promise<void> {
  const { store, clock } = context
  const rule = ruleOf(row)
  const now = networkDay(clock.now())
  const [first = now] = [row.next_on ?? undefined]
  const days = plannedDays(rule, first, mostLate + 2).filter((day) => day <= now)
  const passed = days.filter((day) => day < now)
  if (passed.length > mostLate) {
    const detail = { from: first, until: passed.at(-1) ?? first }
    const act = { actor: 'system', kind: 'payment-schedule.missed', subject: row.id, detail }
    await unlessSuperseded(() =>
      store.record(act, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('payment_schedules')
          .set({ state: 'missed' })
          .where('id', '=', row.id)
          .where('state', '=', 'active')
          .where('next_on', 'is', row.next_on)
          .executeTakeFirst()
        if (numUpdatedRows !== 1n) throw new Superseded()
      }),
    )
    return
  }
  for (const day of days) {
    const id = await draftDay(context, drafts, { row, rule, day })
    if (id === undefined) return
    notify(id, 'draft')
  }
}

/** Creates the draft of one day; undefined if the schedule changed meanwhile: none is created. */
async function draftDay(
  context: OrderContext,
  drafts: DraftStore,
  { row, rule, day }: { readonly row: Row; readonly rule: ScheduleRule; readonly day: string },
): Promise<string | undefined> {
  const { store, clock } = context
  const isLate = day < networkDay(clock.now())
  const mark = await markOfOccurrence(store.read, day, (at) => isDraftedSince(context, row.id, at))
  const origin = {
    copiedFrom: row.made_from,
    authors: await authorsOf(context, row),
    scheduleId: row.id,
    plannedOn: day,
  }
  // A person chooses the date of a late one, so that nobody pays on another day unnoticed.
  const form = { ...contentOf(row), valueDate: isLate ? '' : day }
  const draft = await drafts.prepare(form, row.owner, origin, mark)
  const next = plannedDays(rule, daysLater(day, 1), 1)[0] ?? null
  const isDrafted = await unlessSuperseded(() =>
    store.record(draft.act, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('payment_schedules')
        .set({ next_on: next, state: stateWith('active', next) })
        .where('id', '=', row.id)
        .where('state', '=', 'active')
        .where('next_on', '=', day)
        .where('rule', '=', row.rule)
        .where('owner', '=', row.owner)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) throw new Superseded()
      await draft.insert(tx)
      await tx
        .insertInto('payment_schedule_drafts')
        .values({ schedule_id: row.id, planned_on: day, order_id: draft.id })
        .execute()
      return true
    }),
  )
  if (!isDrafted) return undefined
  const detail = { scheduleId: row.id, plannedOn: day, next }
  await store.note({ actor: 'system', kind: 'order.prepared', subject: draft.id, detail })
  return draft.id
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
    .selectFrom('payment_schedule_drafts as d')
    .innerJoin('orders as o', 'o.id', 'd.order_id')
    .select(['d.order_id', 'd.planned_on', 'o.reference', 'o.state', 'o.created_at'])
    .where('d.schedule_id', '=', id)
    .orderBy('d.planned_on', 'desc')
    .limit(most)
    .execute()

const isDraftedSince = async ({ store }: OrderContext, id: string, at: string): Promise<boolean> =>
  (await store.read
    .selectFrom('payment_schedule_drafts as d')
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
  const isActive = row.state === 'active'
  const isPassed = row.next_on !== null && row.next_on < networkDay(clock.now())
  return {
    id: row.id,
    service: form.service,
    beneficiary: columns.beneficiary,
    beneficiaryAccount: maskedAccount(columns.beneficiary_account),
    debitAccount: columns.debit_label,
    amount: columns.amount,
    currency: columns.currency,
    rule,
    state: row.state,
    next: isActive && row.next_on !== null ? plannedDays(rule, row.next_on, mostPlanned) : [],
    overdue: (isActive || row.state === 'missed') && isPassed ? row.next_on : null,
    owner: { id: row.owner, name: operatorName(row.owner) },
    isOwnerGone: !mayDraft(context, row.owner),
    at: row.at,
    drafts: drafted.map((one) => ({
      orderId: one.order_id,
      plannedOn: one.planned_on,
      reference: one.reference,
      state: one.state,
    })),
  }
}
