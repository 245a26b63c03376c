/** Drafts of batches, stored exactly as typed, right or wrong. Nothing here sends money. */
import { orderKindOf } from '../../../../preload/contract/domain/orders/order.ts'
import {
  bytesAtOnce,
  entriesAtOnce,
  type PossibleDuplicate,
  type EntryPayee,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import type { AmountOutlier } from '../../../../preload/contract/domain/batches/batch.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { newBatchId } from '../../../platform/identifiers.ts'
import { copyOriginOf } from '../../order/copies.ts'
import { whyNotCopied } from '../../order/copying.ts'
import { refusalOf } from '../../order/refusals.ts'
import type { OrderRow } from '../../order/types.ts'
import { findOrder } from '../../order/order-records.ts'
import { compareWithLast } from './compare-runs.ts'
import { duplicateEntries } from './duplicate-checks.ts'
import { amountOutliers } from './outlier-checks.ts'
import { createDraftWriting } from './batch-draft-writing.ts'
import { storedFigures } from './batch-rows.ts'
import type { BatchContext, BatchDraftStore, BatchDrafts } from '../types.ts'
import { batchFormIn, findBatch, typedEntriesOf } from '../batch-records.ts'
import type { EntrySentAnyway } from '../../../../preload/contract/domain/batches/drafts.ts'
import { payeesOfEntries } from '../entries/entry-payees.ts'
import { gatheredReader } from '../../../store/gathered-reader.ts'
import { ListSnapshots } from '../../../store/list-snapshots.ts'
import { sendAnyway, sentAnywayOf } from './sent-anyway.ts'
import { readEntryPage } from './entry-pages.ts'

type NotFound = Failure<'not-found'>
type NotOwn = NotFound | Failure<'order-state'> | Failure<'not-maker'>

const notFound: Result<never, NotFound> = { ok: false, error: { code: 'not-found' } }

export function createBatchDrafts(context: BatchContext, drafts: BatchDraftStore): BatchDrafts {
  const { store } = context
  const writing = createDraftWriting(context)
  const duplicates = new ListSnapshots<PossibleDuplicate>(context.newId)
  const outliers = new ListSnapshots<AmountOutlier>(context.newId)
  const payeeLists = new ListSnapshots<EntryPayee>(context.newId)
  const anyway = new ListSnapshots<EntrySentAnyway>(context.newId)
  /**
   * Who has opened which draft since the store was opened; nobody else receives full account
   * numbers.
   */
  const opened = new Set<string>()
  const key = (id: string, operator: string): string => JSON.stringify([id, operator])
  const find = async (id: string, read = store.read): Promise<OrderRow | undefined> => {
    const row = await findOrder(read, id)
    return row && orderKindOf(row.service) === 'batch' ? row : undefined
  }
  // If two people wrote a draft, one of them could approve work that is partly their own (Promise
  // P3).
  const own = async (
    id: string,
    maker: string,
    read = store.read,
  ): Promise<Result<OrderRow, NotOwn>> => {
    const row = await find(id, read)
    if (!row) return notFound
    if (row.state !== 'draft') return err({ code: 'order-state', state: row.state })
    return row.maker === maker ? ok(row) : err({ code: 'not-maker' })
  }
  const mostEntries = (): number => context.ach.current().settings.mostEntries

  return {
    handlers: {
      async create({ form, entries }, { operator }) {
        const atMost = mostEntries()
        if (entries.length > atMost) return err({ code: 'too-many-rows', atMost })
        return ok({ id: await drafts.create(form, entries, operator.id) })
      },

      async openDraft({ id }, { operator }) {
        const read = gatheredReader(store)
        const [found, batch] = await Promise.all([own(id, operator.id, read), findBatch(read, id)])
        if (!found.ok) return found
        const act = { actor: operator.id, kind: 'order.draft-opened', subject: id, detail: {} }
        await store.note(act)
        opened.add(key(id, operator.id))
        const { form } = batchFormIn(found.value)
        return ok({ id, uuid: found.value.reference, form, entries: batch?.entries ?? 0 })
      },

      async readDraftEntries({ id, after }, { operator }) {
        const read = gatheredReader(store)
        const atOnce = { entries: entriesAtOnce, bytes: bytesAtOnce }
        // Read together with the draft; returned only to an operator who has opened it.
        const [found, taken] = await Promise.all([
          own(id, operator.id, read),
          readEntryPage({ read }, id, after, atOnce),
        ])
        if (!found.ok) return found
        return opened.has(key(id, operator.id)) ? ok(taken) : notFound
      },

      listFigures: async ({ id }) => ok(await storedFigures(store.read, id)),

      async saveForm({ id, form }, { operator }) {
        const found = await own(id, operator.id)
        return found.ok ? writing.saveForm(found.value, form) : found
      },

      async saveEntries(changes, { operator }) {
        const found = await own(changes.id, operator.id)
        return found.ok ? writing.saveEntries(found.value, changes, mostEntries()) : found
      },

      async sendAnyway({ id, ...choice }, { operator }) {
        const found = await own(id, operator.id)
        return found.ok ? sendAnyway(context, found.value, choice) : found
      },

      listSentAnyway: async ({ id, ...wanted }) =>
        ok(await anyway.page(id, wanted, () => sentAnywayOf(store.read, id))),

      async findDuplicates({ id, ...wanted }) {
        if (!(await find(id))) return notFound
        return ok(await duplicates.page(id, wanted, () => duplicateEntries(context, id)))
      },

      async findOutliers({ id, ...wanted }) {
        if (!(await find(id))) return notFound
        return ok(
          await outliers.page(id, wanted, () =>
            amountOutliers(store.read, id, context.clock.now()),
          ),
        )
      },

      async compareWithLast({ id }) {
        return (await find(id)) ? ok(await compareWithLast(store.read, id)) : notFound
      },

      listPayees: async ({ id, ...wanted }) =>
        ok(await payeeLists.page(id, wanted, () => payeesOfEntries(store.read, id))),

      async copy({ id }, { operator }) {
        const row = await find(id)
        const batch = row && (await findBatch(store.read, id))
        if (!batch) return notFound
        const why = await whyNotCopied(store.read, row, context, context.waits.earliest())
        if (why) return err(why.code === 'order-state' ? why : refusalOf(why))
        // Dates are left out, so that nothing is sent twice unnoticed.
        const form = {
          ...batchFormIn(row).form,
          effectiveDate: '',
          companyDescriptiveDate: '',
        }
        const entries = await typedEntriesOf(store.read, id)
        const copies = entries.map((entry) => ({ ...entry, id: newBatchId() }))
        const origin = await copyOriginOf(store.read, row)
        return ok(await drafts.createAll([{ form, entries: copies, origin }], operator.id))
      },
    },
  }
}
