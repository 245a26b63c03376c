/**
 * Maps the columns of a file of payments by obvious header names; nothing is guessed from cells.
 */
import {
  emptyForm,
  emptyParty,
  type PaymentForm,
  type TypedParty,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { SheetHead } from '../../platform/spreadsheets/spreadsheet.ts'
import { hasTotalsLabel, isTotalsLabel } from '../../platform/spreadsheets/totals-row.ts'
import {
  maxAddressLines,
  paymentRules,
  paymentTypes,
} from '../../../preload/contract/bank/payments/payment-rules.ts'

/** A form field that a column fills, or a key by which a row is looked up. */
export type ImportTarget = string

const banks = ['intermediaryBank1', 'intermediaryBank2', 'intermediaryBank3'] as const
type Party =
  | 'debitParty'
  | 'debitPartyBank'
  | 'ultimateDebitParty'
  | 'creditParty'
  | 'creditPartyBank'
  | (typeof banks)[number]

const creditor = '(?:beneficiary|bene|creditor|recipient|receiver|payee|creditparty)'
const creditorBank =
  '(?:beneficiarybank|benebank|creditorbank|recipientbank|payeebank|receivingbank|receiverbank|creditpartybank|bank)'
const debtor = '(?:sender|debtor|debitparty|orderingparty|orderingcustomer)'
const debtorBank = '(?:senderbank|sendersbank|debtorbank|debitpartybank)'
const ultimate = '(?:ultimatedebtor|ultimatedebitparty|onbehalfof)'
const number = '(?:number|num|no|nbr)?'
const routing = `(?:aba|abanumber|abano|routing|routing${number}|rtn|abarouting${number})`
const address = (of: string): string =>
  `${of}(?:postal)?(?:address|addr|addressline|adrline|street)([1-9]\\d?)?`

/** Returns the patterns of one party: name, account, routing number, address lines. */
const party = (field: Party, of: string): readonly (readonly [string, RegExp])[] => [
  [`${field}.name`, new RegExp(`^${of}name$`)],
  [`${field}.accountNumber`, new RegExp(`^${of}(?:account|acct|acc)${number}$`)],
  [`${field}.aba`, new RegExp(`^${of}${routing}$`)],
  [`${field}.address`, new RegExp(`^${address(of)}$`)],
]
const intermediary = (at: number): string =>
  at === 1 ? 'intermediary(?:bank)?1?' : `intermediary(?:bank)?${String(at)}`

const patterns: readonly (readonly [ImportTarget, RegExp])[] = [
  ['service', /^(?:requested)?service$|^(?:payment)?(?:method|rail|network)$/],
  ['type', /^(?:payment)?type$/],
  ['amount', /^(?:transfer|payment)?(?:amount|amt)$/],
  ['currency', /^(?:transfer|payment)?(?:currency|ccy|cur)(?:code)?$/],
  ['valueDate', /^(?:requested)?(?:value|payment|pay)date$|^date$/],
  ['debit', /^(?:from|debit|our|own|source|funding)(?:account|acct)(?:number|name|no)?$|^from$/],
  ['payee', /^payee(?:name)?$|^payeeinbook$/],
  ['creditParty.name', new RegExp(`^${creditor}$`)],
  ['creditParty.accountNumber', /^(?:to)?(?:account|acct)(?:number|num|no)?$/],
  ['creditPartyBank.name', new RegExp(`^${creditorBank}$`)],
  ['creditPartyBank.aba', new RegExp(`^${routing}$|^${creditor}${routing}$`)],
  ...party('creditPartyBank', creditorBank),
  ...party('creditParty', creditor),
  ...party('debitPartyBank', debtorBank),
  ...party('debitParty', debtor),
  ...party('ultimateDebitParty', ultimate),
  ['ultimateDebitParty.name', new RegExp(`^${ultimate}$`)],
  ...banks.flatMap((field, at) => [
    [`${field}.name`, new RegExp(`^${intermediary(at + 1)}$`)] as const,
    ...party(field, intermediary(at + 1)),
  ]),
  ['sendersReference', /^senders?(?:reference|ref)$/],
  ['originatorReference', /^(?:originators?|our|internal)(?:reference|ref)$/],
  [
    'receiversReference',
    /^(?:receivers?|beneficiary|invoice|remittance)?(?:reference|ref)(?:number|no)?$|^(?:invoice|remittance)(?:number|no|information|info)?$|^memo$/,
  ],
  ['bankToBankInstructions', /^banktobank(?:instructions?|information|info)?$/],
  ['externalTemplateName', /^(?:external)?template(?:name)?$/],
  ['customData', /^custom(?:data)?$/],
]

/** Returns a header in lower case without separators. */
const joined = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[\u2019']/g, '')
    .replace(/[^a-z0-9]/g, '')

export interface ImportColumn {
  readonly column: number
  readonly target: ImportTarget
  /** The line of an address, from 0. */
  readonly line: number
}

/** Returns the mapped columns, each target once except address lines, and the others with values. */
export function importColumns({ headers, filled }: Pick<SheetHead, 'headers' | 'filled'>): {
  readonly columns: readonly ImportColumn[]
  readonly unused: readonly string[]
} {
  const columns: ImportColumn[] = []
  const unused: string[] = []
  const taken = new Set<string>()
  for (const [column, header] of headers.entries()) {
    const name = joined(header)
    const fit = patterns
      .map(([target, pattern]) => ({ target, match: pattern.exec(name) }))
      .find(({ match }) => match !== null)
    const line = Number(fit?.match?.[1] ?? 1) - 1
    const isAddress = fit?.target.endsWith('.address') ?? false
    const key = fit && (isAddress ? `${fit.target}.${String(line)}` : fit.target)
    if (!fit || key === undefined || taken.has(key) || line >= maxAddressLines) {
      if ((filled[column] ?? 0) > 0) unused.push(header)
      continue
    }
    taken.add(key)
    columns.push({ column, target: fit.target, line })
  }
  return { columns, unused }
}

/** The content of a row, before its payee and own account are looked up. */
export interface TypedRow {
  readonly form: PaymentForm
  /** An own account by its name or its last four digits; empty if none. */
  readonly debit: string
  /** A payee of the book by name; empty if none. */
  readonly payee: string
  /** Values that a form cannot hold; a row with such a problem becomes no draft. */
  readonly problems: readonly { readonly path: string; readonly message: string }[]
}

/** Puts the cells of a row into a form unchanged, leading zeros included. */
export function typedRow(cells: readonly string[], columns: readonly ImportColumn[]): TypedRow {
  const form: Record<string, unknown> = { ...emptyForm, service: '', type: '', currency: '' }
  const row = { debit: '', payee: '' }
  for (const { column, target, line } of columns) {
    const written = (cells[column] ?? '').trim().slice(0, 2_000)
    // A plus says nothing; any other sign is a problem of the amount.
    const cell = target === 'amount' ? written.replace(/^\+\s*(?=\d)/, '') : written
    if (cell === '') continue
    const [field = '', part] = target.split('.')
    if (target === 'debit' || target === 'payee') row[target] = cell
    else if (part === undefined) form[field] = cell
    else
      form[field] = withPart(
        (form[field] as TypedParty | undefined) ?? emptyParty,
        part,
        line,
        cell,
      )
  }
  const typed = { ...row, ...settled(form as PaymentForm) }
  const { name, accountNumber } = typed.form.creditParty
  const receiver = name || row.payee
  const isTotal =
    accountNumber === '' && (receiver === '' ? hasTotalsLabel(cells) : isTotalsLabel(receiver))
  return isTotal ? { ...typed, problems: [{ path: 'creditParty.name', message: total }] } : typed
}
const total = 'A total, not a payment'

function withPart(of: TypedParty, part: string, line: number, cell: string): TypedParty {
  if (part !== 'address') return { ...of, [part]: cell }
  const lines = Array.from(
    { length: Math.max(of.address.length, line + 1) },
    (_, at) => of.address[at] ?? '',
  )
  return { ...of, address: lines.map((before, at) => (at === line ? cell : before)) }
}

const services: readonly (readonly [PaymentForm['service'], RegExp])[] = [
  ['WIRE', /^(?:fed ?)?wire(?: transfer| payment)?$/i],
  ['RTP', /^rtp(?: payment)?$|^real[- ]time payments?$/i],
]

/**
 * Sets service and type. An unknown word is reported and never guessed, because it decides how
 * money leaves.
 */
function settled(form: PaymentForm): Pick<TypedRow, 'form' | 'problems'> {
  const typed = { service: form.service as string, type: form.type as string }
  const service = services.find(([, spelling]) => spelling.test(typed.service))?.[0]
  const byService = service === 'RTP' ? 'PAYMENT' : 'DRAFT'
  const type =
    typed.type === '' ? byService : paymentTypes.find((one) => one === typed.type.toUpperCase())
  return {
    form: {
      ...form,
      service: service ?? emptyForm.service,
      type: type ?? byService,
      currency: form.currency.toUpperCase(),
    },
    problems: [
      ...(service ? [] : [{ path: 'service', message: paymentRules.requestedService.rule }]),
      ...(type ? [] : [{ path: 'type', message: paymentRules.type.rule }]),
    ],
  }
}
