/** Templates of batches. Recurring ones are prepared as drafts and never sent automatically. */
import { sql, type Insertable, type Transaction } from 'kysely'
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
import type { BatchContext, BatchTemplates } from '../types.ts'
import { batchFormIn, findBatch, typedEntriesOf } from '../batch-records.ts'
import { draftDetail } from '../drafts/batch-rows.ts'
import { refusalOf } from '../../order/refusals.ts'
import { isPreparedFromOthers } from '../tracking/reversal-rules.ts'
import { isReckonable, nextOccurrence } from '../../../../preload/contract/kernel/recurrence.ts'
import { recordUnlessRefused } from '../../../store/record-unless-refused.ts'
import type { BatchTemplatesTable } from '../../../store/tables/recurring.ts'
import type { Tables } from '../../../store/store.ts'
import { draftByHand, prepareDue, prepareNext } from './template-preparing.ts'
import {
  changeTemplate,
  entriesText,
  findTemplate,
  keepPrepared,
  nextOf,
  templateLineOf,
  templateNamed,
  todayOf,
  type TemplateHead,
} from './template-records.ts'
import { isDue, isMissed, templateHeads, templateName } from '../../batch-facts.ts'
import { isAlive } from '../../may-bank-have.ts'
import { draftsEveryMs } from '../../due-drafts.ts'

const notFound: Result<never, Failure<'not-found'>> = { ok: false, error: { code: 'not-found' } }
const changedMeanwhile: Result<never, Failure<'changed-meanwhile'>> = {
  ok: false,
  error: { code: 'changed-meanwhile' },
}
const noSuchDate: Result<never, Failure<'invalid-input'>> = {
  ok: false,
  error: {
    code: 'invalid-input',
    fields: [{ path: 'recurrence.from', message: 'A date as YYYY-MM-DD', source: null }],
  },
}

export function createBatchTemplates(
  context: BatchContext,
  startTimer: StartTimer = idleTimer,
): BatchTemplates {
  const { store, emitEvent } = context
  const { checkNow, ...preparing } = createPreparing(context, startTimer)
  const shown = async (id: string): Promise<Result<TemplateLine, Failure<'not-found'>>> => {
    const row = await findTemplate(store.read, id)
    return row ? ok(templateLineOf(row, context)) : notFound
  }
  const changed = async (id: string): ReturnType<typeof shown> => {
    emitEvent('batches', 'templatesChanged', {})
    return shown(id)
  }

  /** Returns the template if it is as the operator saw it. */
  async function findSeen(seen: {
    readonly id: string
    readonly version: number
  }): Promise<Result<TemplateHead, Failure<'not-found'> | Failure<'changed-meanwhile'>>> {
    const row = await findTemplate(store.read, seen.id)
    if (!row) return notFound
    return row.version === seen.version ? ok(row) : changedMeanwhile
  }

  return {
    ...preparing,
    handlers: {
      async saveTemplate({ id, name, recurrence, replaces }, { operator }) {
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
        const owner = operator.id
        const saved = await save(context, { order, name, recurrence, owner, replaces })
        return saved.ok ? changed(saved.value) : saved
      },

      async changeRecurrence({ recurrence, ...seen }, { operator }) {
        if (recurrence !== null && !isReckonable(recurrence)) return noSuchDate
        const found = await findSeen(seen)
        if (!found.ok) return found
        const before = found.value
        const missed = isMissed(before, todayOf(context)) ? before.next_date : null
        const next_date = (await nextOf(context, before.id, recurrence))?.day ?? null
        const detail = {
          recurrence: recurrence && { ...recurrence },
          next: next_date,
          ...(missed !== null && { missed }),
        }
        const columns = { recurrence: textOf(recurrence), next_date, owner: operator.id }
        const done = await recordUnlessRefused(
          store,
          { actor: operator.id, kind: 'batch-template.recurs', subject: before.id, detail },
          async (tx) => ((await changeTemplate(tx, before, columns)) ? ok(null) : changedMeanwhile),
        )
        if (!done.ok) return done
        await checkNow()
        return changed(before.id)
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

      async useTemplate(seen, { operator }) {
        const found = await findSeen(seen)
        if (!found.ok) return found
        const row = found.value
        // A due occurrence that waits for a person becomes this draft, with no other beside it.
        const isNext = isDue(row, todayOf(context)) && !isMissed(row, todayOf(context))
        const prepare = isNext ? prepareNext : draftByHand
        const created = await prepare(context, row, operator.id)
        if (created && isNext) emitEvent('batches', 'templatesChanged', {})
        return created ? ok(created) : changedMeanwhile
      },

      async removeTemplate(seen, { operator }) {
        const found = await findSeen(seen)
        if (!found.ok) return found
        const removed = { ...nothingStored, removed_at: context.clock.now().toISOString() }
        const done = await recordUnlessRefused(
          store,
          { actor: operator.id, kind: 'batch-template.removed', subject: seen.id, detail: {} },
          async (tx) =>
            (await changeTemplate(tx, found.value, removed)) ? ok(undefined) : changedMeanwhile,
        )
        if (done.ok) emitEvent('batches', 'templatesChanged', {})
        return done
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

/** Returns false if the name is taken. */
async function insertTemplate(
  tx: Transaction<Tables>,
  row: Insertable<BatchTemplatesTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('batch_templates')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Saves a batch under a name, replacing a template of that name under its id if it is as the operator
 * saw it. A batch of the next date is itself that occurrence. Returns that id.
 */
async function save(
  context: BatchContext,
  {
    order,
    name,
    recurrence,
    owner,
    replaces,
  }: {
    readonly order: OrderRow
    readonly name: string
    readonly recurrence: Recurrence | null
    readonly owner: string
    /** The version of the template that it replaces; null: a new name. */
    readonly replaces: number | null
  },
): Promise<Result<string, Failure<'changed-meanwhile'>>> {
  const { store, clock, newId } = context
  const before = await templateNamed(store.read, name)
  const replaced = before?.removed_at === null ? before : undefined
  if ((replaced?.version ?? null) !== replaces) return changedMeanwhile
  const id = before?.id ?? newId()
  const entries = await typedEntriesOf(store.read, order.id)
  const typed = batchFormIn(order).form
  const form = withoutDates(typed)
  const sums = draftDetail(form, totalsOfTyped(entries))
  const next = await nextOf(context, id, recurrence)
  const isNext = next?.day === typed.effectiveDate && (await isAlive(store.read, order.id))
  const own = isNext ? next : null
  const later = recurrence && own && nextOccurrence(recurrence, { notBefore: own.day, last: own })
  const next_date = (later ?? next)?.day ?? null
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
    replaced: replaced !== undefined,
    recurrence: recurrence && { ...recurrence },
    next: next_date,
    authors: [...new Set([owner, ...(await makersOf(store.read, order))])],
  }
  const act = { actor: owner, kind: 'batch-template.saved', subject: id, detail }
  return recordUnlessRefused(store, act, async (tx) => {
    const isSaved = before
      ? await changeTemplate(tx, before, columns)
      : await insertTemplate(tx, { id, ...columns })
    if (!isSaved) return changedMeanwhile
    if (own) await keepPrepared(tx, own, { template_id: id, order_id: order.id })
    return ok(id)
  })
}

/** Checks for due templates, one check after another, on the workstation with the duty. */
function createPreparing(
  context: BatchContext,
  startTimer: StartTimer,
): Pick<BatchTemplates, 'start' | 'wake' | 'rest'> & { readonly checkNow: () => Promise<void> } {
  /** Announced by the first check too: the inbox lists what is due once it was tried. */
  let waitingBefore: string | undefined
  const checks = repeatedWork({
    startTimer,
    everyMs: draftsEveryMs,
    async work() {
      const callBlock = context.callBlockFor('ach-origination')
      if (callBlock?.ok === false && callBlock.error.code === 'profile-retired') return
      const { isAnyPrepared, waiting } = await prepareDue(context)
      const ids = waiting.join(' ')
      if (isAnyPrepared || ids !== waitingBefore)
        context.emitEvent('batches', 'templatesChanged', {})
      waitingBefore = ids
    },
    failed: (problem) => context.report('batches.prepare', problem),
  })
  const preparing = dutyWork(context, 'follower', 'batches.prepare', {
    start: () => checks.start(),
    stop: () => checks.rest(),
  })
  return {
    start: () => preparing.start(),
    wake() {
      if (preparing.isHeld()) void checks.run()
    },
    rest: () => preparing.stop(),
    checkNow: () => checks.run(),
  }
}
