/**
 * Imports a file of payments: held in memory only, few at a time, discarded when the profile is
 * left. The window gets masked values; the drafts contain the values of the file.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { maskedAccount, sameAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import {
  amountForReading,
  amountFrom,
  type MinorUnits,
  totalOf,
} from '../../../preload/contract/kernel/money.ts'
import {
  senderOf,
  type PaymentForm,
  type TypedParty,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { PaymentImport } from '../../../preload/contract/domain/orders/payment-import.ts'
import { readPaymentForm } from '../../../preload/contract/domain/orders/read-payment-form.ts'
import {
  paymentParties,
  paymentPartyNames,
} from '../../../preload/contract/bank/payments/payment-rules.ts'
import { abaWarning } from '../../../preload/contract/bank/payments/payment-warnings.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { StoredAccount } from '../../profile/profile-records.ts'
import { readSpreadsheet } from '../../platform/spreadsheets/read-spreadsheet.ts'
import type { SheetRow } from '../../platform/spreadsheets/spreadsheet.ts'
import { SerialQueue } from '../../platform/serial.ts'
import { debitableAccounts } from './draft-row.ts'
import type { DraftStore } from './draft-store.ts'
import { duplicateKey, duplicateText, duplicatesOf } from './duplicate-checks.ts'
import { importColumns, typedRow, type ImportColumn } from './import-columns.ts'
import { maxPage } from '../../../preload/contract/kernel/paging.ts'
import { withPayee, type PayeeBook } from './import-payee.ts'
import type { OrderContext } from '../order/types.ts'

/** The most payments in one file. */
export const mostImportedRows = 1_000
const mostImports = 2

type Problem = PaymentImport['rows'][number]['problems'][number]

interface ReadRow {
  readonly row: number
  readonly form: PaymentForm
  readonly problems: readonly Problem[]
  /** The form cannot hold a value of the file, so the row becomes no draft. */
  readonly isHeldBack: boolean
  readonly notes: readonly string[]
}

interface StagedImport {
  readonly file: string
  /** The operator who chose the file; nobody else may use it. */
  readonly actor: string
  readonly sha256: string
  readonly rows: readonly ReadRow[]
  /** Drafts created so far, by row; a second attempt creates only the rest. */
  readonly created: Map<number, string>
  /** Two clicks at once create each draft once. */
  readonly commits: SerialQueue
}

/** The imports of one open store. */
export interface OrderImports {
  read(
    file: { readonly name: string; readonly bytes: Uint8Array },
    actor: string,
  ): Promise<Result<PaymentImport, Failure<'file-not-understood'> | Failure<'too-many-rows'>>>
  commit(
    draftId: string,
    rows: readonly number[],
    maker: string,
  ): Promise<Result<{ created: string[] }, Failure<'draft-gone'>>>
  forget(): void
}

export function createPaymentImports(context: OrderContext, drafts: DraftStore): OrderImports {
  const held = new Map<string, StagedImport>()

  return {
    async read({ name, bytes }, actor) {
      const sheet = await readSpreadsheet(name, bytes)
      if (!sheet.ok) {
        return err({ code: 'file-not-understood', file: name, detail: sheet.error.detail })
      }
      const { rows: lines, oddities } = sheet.value
      if (lines.length > mostImportedRows) {
        return err({ code: 'too-many-rows', atMost: mostImportedRows })
      }
      const { columns, unused } = importColumns(sheet.value)
      const why = whyNoPayments(columns, lines)
      if (why !== undefined) return err({ code: 'file-not-understood', file: name, detail: why })
      const read: ReadRow[] = []
      const book = rememberingBook(context)
      for (const line of lines) {
        read.push(
          await readRow(line, columns, {
            book,
            accounts: debitableAccounts(context.profile().accounts),
          }),
        )
      }
      const rows = await withNotes(context, read)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const draftId = context.newId()
      const staged = { rows, created: new Map<number, string>(), commits: new SerialQueue() }
      held.set(draftId, { file: name, actor, sha256, ...staged })
      const [oldest] = held.keys()
      if (held.size > mostImports && oldest !== undefined) held.delete(oldest)
      return ok({
        draftId,
        file: name,
        rows: rows.map(shownRow),
        importedBefore: await importedBefore(context, sha256),
        unusedColumns: unused.map(shownHeader),
        oddities,
        totals: totalsOf(rows),
      })
    },

    async commit(draftId, wanted, maker) {
      const before = held.get(draftId)
      if (before?.actor !== maker) return err({ code: 'draft-gone' })
      const created = await before.commits.run(() => makeDrafts(drafts, before, wanted, maker))
      held.delete(draftId)
      return ok({ created })
    },

    forget: () => held.clear(),
  }
}

async function makeDrafts(
  drafts: DraftStore,
  { rows, created, sha256 }: StagedImport,
  wanted: readonly number[],
  maker: string,
): Promise<string[]> {
  const chosen = new Set(wanted)
  const ids: string[] = []
  for (const { row, form, isHeldBack } of rows) {
    if (!chosen.has(row) || isHeldBack) continue
    const origin = { importedRow: row, importSha256: sha256 }
    const id = created.get(row) ?? (await drafts.create(form, maker, origin)).id
    created.set(row, id)
    ids.push(id)
  }
  return ids
}

/** Returns when drafts were last created from this same file; null if never. */
async function importedBefore({ store }: OrderContext, sha256: string): Promise<string | null> {
  const { at } = await store.read
    .selectFrom('audit_entries')
    .select((select) => select.fn.max<string | null>('at').as('at'))
    .where('kind', '=', 'order.drafted')
    .where(sql`json_extract(detail, '$.importSha256')`, '=', sha256)
    .executeTakeFirstOrThrow()
  return at
}

/** Adds duplicates to each row: recent orders, and other rows of the file. */
async function withNotes(
  { store, waits }: OrderContext,
  rows: readonly ReadRow[],
): Promise<ReadRow[]> {
  const duplicates = Map.groupBy(rows, ({ form }) => duplicateKey(form))
  const noted: ReadRow[] = []
  for (const row of rows) {
    const key = duplicateKey(row.form)
    const others = key === null ? [] : (duplicates.get(key) ?? [])
    const beside = others.filter((one) => one !== row).map((one) => String(one.row))
    const before = duplicateText(await duplicatesOf(store.read, row.form, null, waits.earliest()))
    const inFile =
      beside.length === 0
        ? []
        : [`The same amount to the same account in row ${beside.slice(0, maxNamed).join(', ')}`]
    noted.push({ ...row, notes: [...row.notes, ...(before === null ? [] : [before]), ...inFile] })
  }
  return noted
}
const maxNamed = 5

function whyNoPayments(
  columns: readonly ImportColumn[],
  lines: readonly SheetRow[],
): string | undefined {
  if (lines.length === 0) return 'The file has no rows below the headers.'
  const has = (target: string): boolean => columns.some((column) => column.target === target)
  const names = has('creditParty.accountNumber') || has('creditParty.name') || has('payee')
  return has('amount') && names
    ? undefined
    : 'The file needs a column Amount, and a column Beneficiary name, Beneficiary account or Payee.'
}

/** Queries the payee book for each name once. */
function rememberingBook({ payees }: OrderContext): PayeeBook {
  const known = new Map<string, ReturnType<PayeeBook>>()
  const lookup: PayeeBook = async (name) => {
    const same = (text: string): boolean => text.trim().toLowerCase() === name.toLowerCase()
    const request = { search: name, view: 'usable', limit: maxPage } as const
    let page = await payees.list({ ...request, cursor: null })
    const lines = [...page.items]
    while (page.next !== null) {
      page = await payees.list({ ...request, cursor: page.next })
      lines.push(...page.items)
    }
    const statuses = await Promise.all(
      lines.filter((line) => same(line.name)).map(({ id }) => payees.statusOf(id)),
    )
    return statuses.flatMap((one) =>
      one?.approved && !one.isRemoved && same(one.approved.details.name) ? [one] : [],
    )
  }
  return (name) => {
    const before = known.get(name.toLowerCase())
    if (before) return before
    const reading = lookup(name)
    known.set(name.toLowerCase(), reading)
    return reading
  }
}

/** Finds an own account by its name, its number, or its last four digits. */
function ownAccount(
  text: string,
  accounts: readonly StoredAccount[],
): { readonly id: string | null; readonly problem?: string } {
  if (text === '') return { id: null }
  const lastFour = /(\d{4})$/.exec(text)?.[1]
  const fits = [
    accounts.filter(({ name }) => name.toLowerCase() === text.toLowerCase()),
    accounts.filter(({ account_number }) => sameAccount(account_number, text)),
    // A longer number that matches none is another account, not the end of one of ours.
    accounts.filter(
      ({ account_number }) =>
        lastFour !== undefined && !/\d{5,}/.test(text) && account_number.endsWith(lastFour),
    ),
  ].find((found) => found.length > 0)
  if (!fits) return { id: null, problem: 'No own account has this name or these last four digits' }
  if (fits.length > 1) return { id: null, problem: 'More than one own account fits' }
  return { id: fits[0]?.id ?? null }
}

const isNamed = ({ name, address }: TypedParty): boolean =>
  [name, ...address].some((text) => text.trim() !== '')

async function readRow(
  { line, cells }: SheetRow,
  columns: readonly ImportColumn[],
  known: { readonly book: PayeeBook; readonly accounts: readonly StoredAccount[] },
): Promise<ReadRow> {
  const typed = typedRow(cells, columns)
  const account = ownAccount(typed.debit, known.accounts)
  const filled = await withPayee(typed, known.book)
  const own = known.accounts.find(({ id }) => id === account.id)
  const hasSender = isNamed(filled.form.debitParty)
  const form = {
    ...filled.form,
    debitAccountId: account.id,
    ...(own && !hasSender && { debitParty: senderOf({ ...own, legalName: own.legal_name }) }),
  }
  const found: Problem[] = [
    ...typed.problems,
    ...filled.problems,
    ...(account.problem === undefined
      ? []
      : [{ path: 'debitAccountId', message: account.problem }]),
  ]
  const reported = new Set(found.map(({ path }) => path))
  const number = own?.account_number ?? ''
  const broken = readPaymentForm(form, number).problems.filter(({ path }) => !reported.has(path))
  return {
    row: line,
    form,
    problems: [...found, ...broken.map(({ path, message }) => ({ path, message }))],
    isHeldBack: typed.problems.length > 0,
    notes: routingNotes(form),
  }
}

const routingNotes = (form: PaymentForm): string[] =>
  paymentPartyNames.flatMap((name) => {
    const warning = abaWarning(form[name].aba)
    return warning ? [`${warning.message} (${paymentParties[name].label})`] : []
  })

/** A header may be anything, even an account if the file has no header row. */
const shownHeader = (header: string): string =>
  /\d{5,}/.test(header) ? maskedAccount(header) : header.slice(0, 80)

function shownRow({
  row,
  form,
  problems,
  isHeldBack,
  notes,
}: ReadRow): PaymentImport['rows'][number] {
  const amount = amountFrom(form.amount, form.currency)
  const account = form.creditParty.accountNumber
  return {
    row,
    service: problems.some(({ path }) => path === 'service') ? '' : form.service,
    beneficiary: form.creditParty.name,
    account: account === '' ? '' : maskedAccount(account),
    amount: 'minor' in amount ? amountForReading(amount.minor, form.currency) : form.amount,
    currency: form.currency,
    valueDate: form.valueDate,
    problems: problems.map((one) => ({ ...one })),
    isHeldBack,
    notes: [...notes],
  }
}

/**
 * Sums the rows that can become drafts, where amount and currency are readable; a sum beyond exact
 * integers is left out.
 */
function totalsOf(rows: readonly ReadRow[]): PaymentImport['totals'] {
  const amounts = new Map<string, MinorUnits[]>()
  for (const { form, isHeldBack } of rows) {
    const amount = amountFrom(form.amount, form.currency)
    if (isHeldBack || !('minor' in amount) || !/^[A-Z]{3}$/.test(form.currency)) continue
    amounts.set(form.currency, [...(amounts.get(form.currency) ?? []), amount.minor])
  }
  return [...amounts].flatMap(([currency, list]) => {
    const total = totalOf(list)
    return 'minor' in total ? [{ currency, amount: total.minor, rows: list.length }] : []
  })
}
