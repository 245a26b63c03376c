/**
 * Imports files of entries: tables and NACHA files. At most two are kept, in memory only, until the
 * profile is closed. The window gets masked values; the drafts contain the values of the file.
 */
import { createHash } from 'node:crypto'
import type { BatchForm } from '../../../../preload/contract/domain/batches/batch-form.ts'
import type {
  AskedField,
  BatchImport,
  BatchImportOptions,
  BatchMapping,
  ImportedReturn,
  ImportedRowFilter,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { nextCursor, placeOfCursor } from '../../../../preload/contract/kernel/paging.ts'
import { err, ok, type Result } from '../../../../preload/contract/kernel/result.ts'
import { newBatchId } from '../../../platform/identifiers.ts'
import type { ReadingOptions } from '../../../platform/spreadsheets/read-spreadsheet.ts'
import { SerialQueue } from '../../../platform/serial.ts'
import type { Store } from '../../../store/store.ts'
import type { BatchContext, BatchDraftStore, BatchImports } from '../types.ts'
import {
  hasNeededColumns,
  suggestedMapping,
  suggestedOptions,
  unusedColumns,
} from './column-mapping.ts'
import {
  readImportFile,
  type FileContent,
  type NamedBytes,
  type FileRefusal,
  foundInNacha,
  foundInTable,
  typedOf,
  type FileEntries,
  type FileBatch,
} from './file-entries.ts'
import { returnsWithEntries } from './import-returns.ts'
import { draftCountOf, shownBatch, shownRow, shownUnread } from './shown-file.ts'
import { payeeLinks } from '../entries/payee-links.ts'

/** Each file may have tens of megabytes. */
const mostStagedFiles = 2

interface Reading {
  readonly content: FileContent
  readonly mapping: BatchMapping
  readonly options: BatchImportOptions
  readonly found: FileEntries
}

interface StagedFile extends NamedBytes {
  readonly id: string
  /** The operator who chose the file; nobody else may use it. */
  readonly actor: string
  readonly sha256: string
  /** The returns in the file, each with our entry that it is about. */
  readonly returns: readonly ImportedReturn[]
  reading: Reading
  /** Number of the newest reading; the result of an older one is dropped. */
  round: number
  /** Drafts created so far, by batch and part; a second attempt creates only the rest. */
  readonly created: Map<string, string>
  /** The reading and head used when the first draft was created; null if none was. */
  settingsOfCreated: string | null
  /** A double click must not create a draft twice. */
  readonly commits: SerialQueue
}

export function createBatchImports(
  context: BatchContext,
  drafts: BatchDraftStore,
  options?: ReadingOptions,
): BatchImports {
  const { clock, newId, ach } = context
  const stagedFiles = new Map<string, StagedFile>()
  const mostEntries = (): number => ach.current().settings.mostEntries
  const monotonicMs = (): number => clock.monotonicMs()
  const read = (
    file: NamedBytes,
    sheet: string | null,
  ): Promise<Result<FileContent, FileRefusal>> => readImportFile(file, sheet, monotonicMs, options)

  async function readAs(
    content: FileContent,
    chosen?: { readonly mapping: BatchMapping; readonly options: BatchImportOptions },
  ): Promise<Reading> {
    const columns = content.kind === 'table' ? content.columns : []
    const mapping = chosen?.mapping ?? suggestedMapping(columns).mapping
    const options = chosen?.options ?? suggestedOptions(columns)
    const found =
      content.kind === 'table'
        ? await foundInTable(content.sheet, mapping, options, monotonicMs)
        : await foundInNacha(content.read, monotonicMs)
    return { content, mapping, options, found }
  }
  const shown = async (one: StagedFile): Promise<BatchImport> =>
    shownImport(one, mostEntries(), await importedBefore(context, one.sha256))

  return {
    async readImport(file, actor) {
      const content = await read(file, null)
      if (!content.ok) return content
      const reading = await readAs(content.value)
      const one: StagedFile = {
        ...file,
        id: newId(),
        actor,
        created: new Map(),
        commits: new SerialQueue(),
        round: 0,
        settingsOfCreated: null,
        sha256: createHash('sha256').update(file.bytes).digest('hex'),
        returns: await returnsWithEntries(context.store.read, reading.found.returns),
        reading,
      }
      stagedFiles.set(one.id, one)
      const [oldest] = stagedFiles.keys()
      if (stagedFiles.size > mostStagedFiles && oldest !== undefined) stagedFiles.delete(oldest)
      return ok(await shown(one))
    },

    handlers: {
      async mapImport({ draftId, sheet, mapping, options }, { operator }) {
        const one = stagedFiles.get(draftId)
        if (one?.actor !== operator.id) return err({ code: 'draft-gone' })
        const round = (one.round += 1)
        const { content: before } = one.reading
        const isOther = before.kind === 'table' && sheet !== null && sheet !== before.sheet.sheet
        const content = isOther ? await read(one, sheet) : ok(before)
        if (!content.ok) return content
        // Another sheet has headers of its own.
        const reading = await readAs(content.value, isOther ? undefined : { mapping, options })
        if (round === one.round) one.reading = reading
        return ok(await shown(one))
      },

      listImportRows({ draftId, only, cursor, limit }, { operator }) {
        const one = stagedFiles.get(draftId)
        if (one?.actor !== operator.id) return ok({ items: [], next: null, total: 0 })
        const wanted = placesOf(one.reading.found.batches, only)
        const from = placeOfCursor(cursor)
        const { places, total } = wanted(from, limit)
        const items = places.flatMap(({ batch, at }) => shownRow(batch, at))
        return ok({ items, next: nextCursor(from, limit, total), total })
      },

      listImportReturns({ draftId, only, cursor, limit }, { operator }) {
        const one = stagedFiles.get(draftId)
        if (one?.actor !== operator.id) return ok({ items: [], next: null, total: 0 })
        const wanted = one.returns.filter(
          ({ entry }) => only === 'all' || (entry !== null) === (only === 'ours'),
        )
        const from = placeOfCursor(cursor)
        const items = wanted.slice(from, from + limit)
        return ok({ items, next: nextCursor(from, limit, wanted.length), total: wanted.length })
      },

      async commitImport({ draftId, batches, form }, { operator }) {
        const one = stagedFiles.get(draftId)
        if (one?.actor !== operator.id) return err({ code: 'draft-gone' })
        if (one.reading.found.hasOnlyReturns) return err(nothingToOriginate)
        const unanswered = unansweredFailure(one.reading)
        if (unanswered) return err(unanswered)
        const wanted = { numbers: new Set(batches), form, mostEntries: mostEntries() }
        const created = await one.commits.run(async () =>
          hasDraftsWithOtherSettings(one, wanted)
            ? null
            : makeDrafts(context.store, drafts, one, wanted),
        )
        if (created === null) return err(otherSettingsFailure(one))
        stagedFiles.delete(draftId)
        return ok({ created })
      },

      discardImport({ draftId }, { operator }) {
        if (stagedFiles.get(draftId)?.actor === operator.id) stagedFiles.delete(draftId)
        return ok(undefined)
      },
    },

    rest: () => stagedFiles.clear(),
  }
}

/** Returns when drafts were last created from this same file; null if never. */
async function importedBefore({ store }: BatchContext, sha256: string): Promise<string | null> {
  const { at } = await store.read
    .selectFrom('batches')
    .innerJoin('orders', 'orders.id', 'batches.order_id')
    .select(({ fn }) => fn.max<string | null>('orders.created_at').as('at'))
    .where('source_sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return at
}

function shownImport(
  { id, name, reading, returns }: StagedFile,
  mostEntries: number,
  importedBefore: string | null,
): BatchImport {
  const { content, mapping, options, found } = reading
  const table = content.kind === 'table' ? content.sheet : undefined
  const columns = content.kind === 'table' ? content.columns : []
  const unused = unusedColumns(columns, mapping, options)
  const batches = found.batches.map((batch) => shownBatch(batch, mostEntries))
  return {
    draftId: id,
    file: name,
    kind: content.kind,
    importedBefore,
    sheets: [...(table?.sheets ?? [])],
    sheet: table?.sheet ?? null,
    headers: columns.map(({ header }) => header),
    mapping,
    options,
    unusedColumns: unused,
    asks: [...found.asks],
    isPlain:
      importedBefore === null &&
      (!table || (table.sheets.length < 2 && hasNeededColumns(mapping))) &&
      unused.every(({ kind }) => kind === 'harmless') &&
      found.asks.length === 0 &&
      batches.length === 1 &&
      batches.every(
        ({ entries, parts, remarks }) => entries > 0 && parts === 1 && remarks.length === 0,
      ) &&
      found.unreadCount + found.returnCount + found.remarkCount === 0,
    batches,
    unread: shownUnread(found.unread),
    unreadCount: found.unreadCount,
    returnCount: found.returnCount,
    changeCount: returns.filter(({ kind }) => kind === 'change').length,
    ownReturnCount: returns.filter(({ entry }) => entry !== null).length,
    hasOnlyReturns: found.hasOnlyReturns,
    remarks: [...found.remarks],
    remarkCount: found.remarkCount,
  }
}

/** Returns the places of the rows that pass a filter; null means all. */
const picked = (
  { problemRows, warningRows }: FileBatch,
  only: ImportedRowFilter,
): readonly number[] | null => ({ all: null, problems: problemRows, warnings: warningRows })[only]

/** Returns a function that pages through the matching rows of all batches. */
const placesOf =
  (batches: readonly FileBatch[], only: ImportedRowFilter) => (from: number, limit: number) => {
    const places: { batch: FileBatch; at: number }[] = []
    let total = 0
    for (const batch of batches) {
      const those = picked(batch, only)
      const count = those?.length ?? batch.rows.length
      const first = Math.max(0, from - total)
      const last = Math.min(count, from + limit - total)
      for (let nth = first; nth < last; nth += 1) {
        places.push({ batch, at: those === null ? nth : (those[nth] ?? -1) })
      }
      total += count
    }
    return { places, total }
  }

/** Header fields of the file are used; empty ones take the typed values. */
const mergedHeader = (found: BatchForm, typed: BatchForm): BatchForm => ({
  secCode: found.secCode,
  accountId: typed.accountId,
  effectiveDate: found.effectiveDate || typed.effectiveDate,
  companyDescriptiveDate: found.companyDescriptiveDate || typed.companyDescriptiveDate,
  companyEntryDescription: found.companyEntryDescription || typed.companyEntryDescription,
  reversalOf: null,
})

interface Wanted {
  readonly numbers: ReadonlySet<number>
  readonly form: BatchForm
  readonly mostEntries: number
}

/**
 * Returns a key of every setting that changes the drafts of a file, to notice that a second attempt
 * uses other ones.
 */
const settingsKeyOf = ({ reading }: StagedFile, { form, mostEntries }: Wanted): string => {
  const { content, mapping, options } = reading
  const sheet = content.kind === 'table' ? content.sheet.sheet : null
  const columns = Object.entries(mapping).sort(([one], [other]) => (one < other ? -1 : 1))
  const { secCode: _, ...head } = mergedHeader(form, form)
  return JSON.stringify([sheet, columns, options, head, mostEntries])
}

/** Returns whether an earlier failed attempt created drafts with other settings. */
const hasDraftsWithOtherSettings = (one: StagedFile, wanted: Wanted): boolean =>
  one.created.size > 0 && one.settingsOfCreated !== settingsKeyOf(one, wanted)

const otherSettingsFailure = ({ created }: StagedFile): Failure<'invalid-input'> => {
  const drafts = created.size === 1 ? '1 draft was' : `${String(created.size)} drafts were`
  const message = `${drafts} created from this file with other columns, options or header before the import failed. Choose the same ones again, or discard the drafts and choose the file again`
  return { code: 'invalid-input', fields: [{ path: 'draftId', message, source: 'workstation' }] }
}

const askedTexts: Readonly<Record<AskedField, string>> = {
  creditDebitCode: 'The file does not say whether its entries are credits or debits. Choose one',
  accountType: 'The file does not say whether its accounts are checking or savings. Choose one',
}

/** Returns the refusal to create drafts while a person has not said what the file leaves open. */
function unansweredFailure({ found, options }: Reading): Failure<'invalid-input'> | undefined {
  const open = found.asks.filter((field) => options[field] === '')
  return open.length === 0
    ? undefined
    : {
        code: 'invalid-input',
        fields: open.map((path) => ({ path, message: askedTexts[path], source: 'workstation' })),
      }
}

const nothingToOriginate: Failure<'invalid-input'> = {
  code: 'invalid-input',
  fields: [
    {
      path: 'draftId',
      message: 'The file has only returns and changes, no entries to send',
      source: 'Nacha, return and notification of change entries',
    },
  ],
}

/** Creates each wanted part that does not exist yet, with new ids. */
async function makeDrafts(
  store: Store,
  drafts: BatchDraftStore,
  one: StagedFile,
  wanted: Wanted,
): Promise<string[]> {
  const { name, sha256, actor, reading, created } = one
  one.settingsOfCreated = settingsKeyOf(one, wanted)
  const { mostEntries } = wanted
  const { batches } = reading.found
  const of = batches.reduce((sum, batch) => sum + draftCountOf(batch, mostEntries), 0)
  const chosen = batches.filter(({ number }) => wanted.numbers.has(number))
  const payeeOf = await payeeLinks(
    store,
    chosen.flatMap(({ rows }) => rows.map(({ entry }) => entry)),
  )
  const ids: string[] = []
  let part = 0
  for (const batch of batches) {
    for (let from = 0; from < batch.rows.length; from += mostEntries) {
      part += 1
      if (!wanted.numbers.has(batch.number)) continue
      const key = `${String(batch.number)}/${String(part)}`
      const entries = batch.rows
        .slice(from, from + mostEntries)
        .map(({ entry }) => ({ ...typedOf(entry, newBatchId()), payeeId: payeeOf(entry) }))
      const origin = { file: { name, sha256, part, of } }
      const form = mergedHeader(batch.form, wanted.form)
      const id = created.get(key) ?? (await drafts.create(form, entries, actor, origin))
      created.set(key, id)
      ids.push(id)
    }
  }
  return ids
}
