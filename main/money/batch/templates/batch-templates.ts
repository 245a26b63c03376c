/** Templates of batches. Recurring ones are prepared as drafts and never sent automatically. */
import { sql } from 'kysely'
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type {
  Recurrence,
  TemplateLine,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { whyNoTemplate } from '../../../../preload/contract/domain/batches/saved-as-template.ts'
import { totalsOfTyped } from '../../../../preload/contract/domain/batches/read-batch.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { repeatedWork } from '../../../platform/repeated-work.ts'
import { idleTimer, type StartTimer } from '../../../platform/timer.ts'
import { dutyWork } from '../../../store/duty-work.ts'
import { makersOf } from '../../order/approval/approvals.ts'
import type { OrderRow } from '../../order/types.ts'
import { findOrder } from '../../order/order-records.ts'
import type { BatchContext, BatchDraftStore, BatchTemplates } from '../types.ts'
import { batchFormIn, findBatch, typedEntriesOf } from '../batch-records.ts'
import { draftDetail } from '../drafts/batch-rows.ts'
import { refusalOf } from '../../order/refusals.ts'
import { isPreparedFromOthers } from '../tracking/reversal-rules.ts'
import { isReckonable } from '../../../../preload/contract/kernel/recurrence.ts'
import { restoredOccurrence } from './restored-occurrence.ts'
import { isDue, prepareDue, prepareNext } from './template-preparing.ts'
import {
  authorsOf,
  draftedEntries,
  entriesText,
  findTemplate,
  formIn,
  nextDateOf,
  templateLineOf,
  templateNamed,
  todayOf,
} from './template-records.ts'
import { isMissed, templateHeads, templateName } from '../../batch-facts.ts'

/** Days also begin while the computer sleeps, so the date is checked at this interval. */
const checkEveryMs = 60 * 60_000

const notFound: Result<never, Failure<'not-found'>> = { ok: false, error: { code: 'not-found' } }
const noSuchDate: Result<never, Failure<'invalid-input'>> = {
  ok: false,
  error: {
    code: 'invalid-input',
    fields: [{ path: 'recurrence.from', message: 'A date as YYYY-MM-DD', source: null }],
  },
}

export function createBatchTemplates(
  context: BatchContext,
  drafts: BatchDraftStore,
  startTimer: StartTimer = idleTimer,
): BatchTemplates {
  const { store, emitEvent } = context
  const preparing = createPreparing(context, startTimer)
  const shown = async (id: string): Promise<Result<TemplateLine, Failure<'not-found'>>> => {
    const row = await findTemplate(store.read, id)
    return row ? ok(templateLineOf(row, context)) : notFound
  }
  const changed = async (id: string): ReturnType<typeof shown> => {
    emitEvent('batches', 'templatesChanged', {})
    return shown(id)
  }

  return {
    ...preparing,
    handlers: {
      async saveTemplate({ id, name, recurrence }, { operator }) {
        if (recurrence !== null && !isReckonable(recurrence)) return noSuchDate
        const order = await findOrder(store.read, id)
        const batch = order && (await findBatch(store.read, id))
        if (!batch) return notFound
        const why = whyNoTemplate({
          state: order.state,
          isPreparedFromOthers: isPreparedFromOthers(batch),
        })
        if (why === 'may-be-paid') return err({ code: 'order-state', state: order.state })
        if (why === 'follows-others')
          return err(refusalOf({ code: 'not-copied', why: 'follows-entries' }))
        const saved = await save(context, { order, name, recurrence, owner: operator.id })
        return changed(saved)
      },

      async changeRecurrence({ id, recurrence }, { operator }) {
        if (recurrence !== null && !isReckonable(recurrence)) return noSuchDate
        const before = await findTemplate(store.read, id)
        if (!before) return notFound
        const missed = isMissed(before, todayOf(context)) ? before.next_date : null
        const next_date = await nextDateOf(context, id, recurrence)
        const detail = {
          recurrence: recurrence && { ...recurrence },
          next: next_date,
          ...(missed !== null && { missed }),
        }
        const act = { actor: operator.id, kind: 'batch-template.recurs', subject: id, detail }
        await store.record(act, (tx) =>
          tx
            .updateTable('batch_templates')
            .set({ recurrence: textOf(recurrence), next_date })
            .where('id', '=', id)
            .execute(),
        )
        return changed(id)
      },

      async listTemplates({ cursor, limit }) {
        const behind = templateHeads(store.read).orderBy(templateName).limit(limit)
        const rows = await (
          cursor === null ? behind : behind.where(templateName, '>', sql<string>`lower(${cursor})`)
        ).execute()
        const { total } = await store.read
          .selectFrom('batch_templates')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .where('removed_at', 'is', null)
          .executeTakeFirstOrThrow()
        const items = rows.map((row) => templateLineOf(row, context))
        return ok({ items, total, next: rows.length < limit ? null : (items.at(-1)?.name ?? null) })
      },

      async useTemplate({ id }, { operator }) {
        const row = await findTemplate(store.read, id)
        if (!row) return notFound
        // A due occurrence that waits for a person becomes this draft, with no other beside it.
        const due = isDue(row, todayOf(context)) && (row.next_date ?? '') >= todayOf(context)
        const prepared = due ? await prepareNext(context, row, operator.id) : undefined
        if (prepared !== undefined) return ok(prepared)
        const entries = await draftedEntries(store.read, id)
        const restored = await restoredOccurrence(context, row)
        const origin = { templateId: id, restored, authors: await authorsOf(store.read, row) }
        const plan = { form: formIn(row), entries, origin }
        return ok(await drafts.createAll([plan], operator.id))
      },

      async removeTemplate({ id }, { operator }) {
        if (!(await findTemplate(store.read, id))) return notFound
        const act = { actor: operator.id, kind: 'batch-template.removed', subject: id, detail: {} }
        const removed = { ...nothingStored, removed_at: context.clock.now().toISOString() }
        await store.record(act, (tx) =>
          tx.updateTable('batch_templates').set(removed).where('id', '=', id).execute(),
        )
        emitEvent('batches', 'templatesChanged', {})
        return ok(undefined)
      },
    },
  }
}

/** A removed template keeps its name, but no account. */
const nothingStored = {
  entries: '[]',
  entry_count: 0,
  credits: 0,
  debits: 0,
  recurrence: null,
  next_date: null,
} as const

const textOf = (recurrence: Recurrence | null): string | null =>
  recurrence && JSON.stringify(recurrence)

/** Removes the fields that belong to one batch only. */
const withoutDates = (form: BatchForm): BatchForm => ({
  ...form,
  effectiveDate: '',
  companyDescriptiveDate: '',
  reversalOf: null,
})

/** Saves a batch under a name, replacing a template of that name under its id. Returns that id. */
async function save(
  context: BatchContext,
  {
    order,
    name,
    recurrence,
    owner,
  }: {
    readonly order: OrderRow
    readonly name: string
    readonly recurrence: Recurrence | null
    readonly owner: string
  },
): Promise<string> {
  const { store, clock, newId } = context
  const before = await templateNamed(store.read, name)
  const id = before?.id ?? newId()
  const entries = await typedEntriesOf(store.read, order.id)
  const form = withoutDates(batchFormIn(order).form)
  const sums = draftDetail(form, totalsOfTyped(entries))
  const next_date = await nextDateOf(context, id, recurrence)
  const columns = {
    name,
    form: JSON.stringify(form),
    entries: entriesText(entries),
    entry_count: entries.length,
    credits: sums.credits,
    debits: sums.debits,
    recurrence: textOf(recurrence),
    next_date,
    owner,
    at: clock.now().toISOString(),
    removed_at: null,
  }
  const detail = {
    ...sums,
    orderId: order.id,
    replaced: before?.removed_at === null,
    recurrence: recurrence && { ...recurrence },
    next: next_date,
    authors: [...new Set([owner, ...(await makersOf(store.read, order))])],
  }
  const act = { actor: owner, kind: 'batch-template.saved', subject: id, detail }
  await store.record(act, (tx) =>
    tx
      .insertInto('batch_templates')
      .values({ id, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute(),
  )
  return id
}

/** Checks for due templates, one check after another, on the workstation with the duty. */
function createPreparing(
  context: BatchContext,
  startTimer: StartTimer,
): Pick<BatchTemplates, 'start' | 'rest'> {
  let missedBefore = ''
  const checks = repeatedWork({
    startTimer,
    everyMs: checkEveryMs,
    async work() {
      const callBlock = context.callBlockFor('ach-origination')
      if (callBlock?.ok === false && callBlock.error.code === 'profile-retired') return
      const missed = (await prepareDue(context)).join(' ')
      if (missed !== missedBefore) context.emitEvent('batches', 'templatesChanged', {})
      missedBefore = missed
    },
    failed: (problem) => context.report('batches.prepare', problem),
  })
  const preparing = dutyWork(context, 'follower', 'batches.prepare', {
    start: () => checks.start(),
    stop: () => checks.rest(),
  })
  return { start: () => preparing.start(), rest: () => preparing.stop() }
}
