/** The columns of entry lists; sortable ones have the names that main uses. */
import type { EntryLine } from '../../../preload/contract/domain/batches/batch.ts'
import type { ExceptionLine } from '../../../preload/contract/domain/batches/exceptions.ts'
import { meaningOf, type CodeFamilyId } from '../../../preload/contract/bank/codes/index.ts'
import { amountText, minorUnits } from '../../../preload/contract/kernel/money.ts'
import { verdictOf } from '../../../preload/contract/domain/validation-reading.ts'
import { returnReported } from '../../../preload/contract/text/bank-status.ts'
import { amountUnit, sideOf } from '../../text/amount-unit.ts'
import {
  centsText,
  entryStateBadge,
  entryStateBadges,
  entryVerdictBadges,
  exceptionBadge,
  exceptionBadges,
  sentAnywayText,
} from '../../text/batch-badges.ts'
import type { Badge } from '../../text/outcome-text.ts'
import { flagTexts } from '../../text/order-badges.ts'
import type { Column } from '../../ui/table/columns.ts'
import { holderName } from './entry-holder.ts'
import { localMinute, localTime, zoned } from '../../text/times.ts'
import { formats, labelsOf } from '../../text/formats.ts'

const meaning = (family: CodeFamilyId, code: string | null): string =>
  code === null || code === '' ? '' : `${code} ${meaningOf(family, code)?.meaning ?? ''}`.trim()

/** The first reason of the bank for not accepting an entry. */
const bankReason = ([first]: EntryLine['errorMessages']): string =>
  [first?.code, first?.moreInfo].filter(Boolean).join(' ')

/** The state of an entry; without one, the answer if it is not simply accepted. */
export function entryStatusBadge(line: EntryLine): Badge | undefined {
  const { state, verdict, returnReportedAt } = line
  if (state !== 'not-reported' || returnReportedAt !== null) return entryStateBadge(line)
  return verdict === null || verdict === 'accepted' ? undefined : entryVerdictBadges[verdict]
}

const columns = {
  number: {
    id: 'number',
    header: 'No.',
    width: 64,
    align: 'right',
    sortable: true,
    holds: 'number',
    text: ({ number }) => String(number),
  },
  receiver: {
    id: 'receiver',
    header: 'Receiver',
    width: 150,
    least: 102,
    grow: 5,
    sortable: true,
    fixed: true,
    text: ({ receiverName }) => receiverName,
  },
  routing: {
    id: 'routing',
    header: 'Routing',
    width: 92,
    fits: formats.routing,
    mono: true,
    text: ({ routingNumber }) => routingNumber,
  },
  account: {
    id: 'account',
    header: 'Account',
    width: 92,
    fits: formats.account,
    text: ({ account }) => account,
  },
  type: { id: 'type', header: 'Type', width: 52, text: ({ accountType }) => accountType },
  direction: {
    id: 'direction',
    header: 'C/D',
    width: 48,
    text: ({ creditDebitCode }) => creditDebitCode,
  },
  amount: {
    id: 'amount',
    header: 'Amount',
    width: 146,
    fits: formats.amount,
    align: 'right',
    sortable: true,
    text: ({ amount }) => centsText(amount),
    sum: ({ amount, creditDebitCode }) => ({
      amount: amount === null ? null : amountText(minorUnits(amount), 'USD'),
      unit: amountUnit(sideOf(creditDebitCode), 'USD'),
    }),
  },
  identification: {
    id: 'identification',
    header: 'Identification',
    width: 110,
    grow: 1,
    text: ({ identificationNumber }) => identificationNumber,
  },
  verdict: {
    id: 'verdict',
    header: 'Answer',
    width: 126,
    fits: labelsOf(entryVerdictBadges),
    hasSign: true,
    sortable: true,
    copy: ({ verdict }) => (verdict === null ? '' : entryVerdictBadges[verdict].label),
  },
  state: {
    id: 'state',
    header: 'Status',
    width: 108,
    fits: [...labelsOf({ ...entryStateBadges, ...entryVerdictBadges }), returnReported],
    fitsRows: true,
    hasSign: true,
    least: 84,
    sortable: true,
    hideEmpty: true,
    copy: (row) => entryStatusBadge(row)?.label ?? '',
  },
  trace: {
    id: 'trace',
    header: 'Trace number',
    width: 144,
    fits: formats.trace,
    mono: true,
    sortable: true,
    text: ({ traceNumber }) => traceNumber ?? '',
  },
  returned: {
    id: 'return',
    header: 'Reason',
    width: 150,
    grow: 3,
    sortable: true,
    text: ({ returnCode, errorMessages }) =>
      meaning('return-reason', returnCode) || bankReason(errorMessages),
  },
  change: {
    id: 'change',
    header: 'Change',
    width: 150,
    grow: 2,
    text: ({ changeCode }) => meaning('change-code', changeCode),
  },
  owner: {
    id: 'owner',
    header: 'Owner',
    width: 110,
    copy: ({ ownership }) => (ownership === null ? '' : verdictOf(ownership).label),
  },
  problems: {
    id: 'problems',
    header: 'Problems',
    width: 104,
    text: ({ problemCount, sentAnyway }) =>
      [problemCount === 0 ? '' : String(problemCount), sentAnywayText(sentAnyway)]
        .filter((part) => part !== '')
        .join(', '),
  },
  payee: {
    id: 'payee',
    header: 'Payee',
    width: 150,
    grow: 2,
    text: ({ payeeFlags, holder }) =>
      [payeeFlags.map((flag) => flagTexts[flag].label).join(', '), holderName(holder)]
        .filter((part) => part !== '')
        .join(': '),
  },
  addenda: {
    id: 'addenda',
    header: 'Addenda',
    width: 76,
    align: 'right',
    holds: 'number',
    text: ({ addenda }) => String(addenda),
  },
  par: {
    id: 'par',
    header: 'PAR number',
    width: 150,
    mono: true,
    hidden: true,
    text: ({ parNumber }) => parNumber ?? '',
  },
  stateAt: {
    id: 'stateAt',
    header: zoned('Status since'),
    width: 150,
    fits: formats.instant,
    hidden: true,
    text: ({ stateAt }) => (stateAt === null ? '' : localTime(stateAt)),
  },
} as const satisfies Readonly<Record<string, Column<EntryLine>>>

/** The entries of a batch: before the answer their input, afterwards their state. */
export const entryColumns = (isAnswered: boolean): readonly Column<EntryLine>[] => [
  columns.number,
  // The answer and the state stay in view in a narrow window too.
  { ...columns.receiver, width: isAnswered ? 120 : columns.receiver.width },
  columns.amount,
  { ...columns.direction, hidden: isAnswered },
  { ...columns.routing, hidden: isAnswered },
  { ...columns.account, fixed: !isAnswered },
  { ...columns.type, hidden: isAnswered },
  { ...columns.identification, hidden: true },
  { ...columns.owner, hidden: isAnswered },
  { ...columns.problems, hidden: isAnswered },
  { ...columns.payee, hidden: isAnswered },
  { ...columns.verdict, hidden: !isAnswered },
  { ...columns.state, hidden: !isAnswered },
  { ...columns.returned, hidden: !isAnswered },
  { ...columns.trace, hidden: !isAnswered },
  { ...columns.change, hidden: true },
  { ...columns.addenda, hidden: true },
  columns.par,
  columns.stateAt,
]

/**
 * The columns of the entries in the details of a batch, the most important first. The account counts
 * less once the bank has answered.
 */
export const entryColumnOrder = (isAnswered: boolean): readonly string[] => [
  'receiver',
  'amount',
  'state',
  ...(isAnswered ? ['number', 'account'] : ['account', 'number']),
  'problems',
  'verdict',
  'owner',
  'payee',
  'return',
  'direction',
  'trace',
  'routing',
  'type',
  'identification',
  'change',
  'addenda',
  'par',
  'stateAt',
]

/** Returned, to be corrected, or not accepted. */
export const exceptionColumns = (isWide: boolean): readonly Column<ExceptionLine>[] => [
  {
    id: 'at',
    header: zoned('Known since'),
    width: 142,
    fits: formats.minute,
    sortable: true,
    text: ({ at }) => (at === null ? '' : localMinute(at)),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 132,
    fits: [...labelsOf(exceptionBadges), returnReported],
    hasSign: true,
    copy: (line) => exceptionBadge(line).label,
  },
  {
    id: 'code',
    header: 'Code',
    width: 190,
    least: 150,
    grow: 4,
    sortable: true,
    text: codeOf,
  },
  {
    id: 'deadline',
    header: 'Deadline',
    width: 130,
    fits: [...formats.day, 'Prepared again'],
    hasSign: true,
    sortable: true,
    copy: ({ deadline, isPrepared }) => deadline ?? (isPrepared ? 'Prepared again' : ''),
  },
  columns.receiver,
  columns.amount,
  columns.direction,
  {
    id: 'description',
    header: 'Batch',
    width: 130,
    grow: 1,
    hidden: !isWide,
    text: ({ companyEntryDescription, secCode }) => `${companyEntryDescription}, ${secCode}`,
  },
  { ...columns.account, hidden: true },
  { ...columns.trace, hidden: !isWide },
  {
    id: 'handled',
    header: 'Handled',
    width: 110,
    hidden: true,
    text: ({ isHandled, isPrepared }) => (isHandled ? 'Yes' : isPrepared ? 'Prepared' : 'No'),
  },
]

/** A code with its meaning; otherwise the bank's message, or the problem. */
function codeOf(line: ExceptionLine): string {
  if (line.kind === 'return') return meaning('return-reason', line.returnCode)
  if (line.kind === 'change') return meaning('change-code', line.changeCode)
  if (line.kind === 'amount') return 'amount differs from the one sent'
  if (line.kind === 'unclear') return line.statusText ?? 'contradictory statuses'
  return bankReason(line.errorMessages) || 'no reason given'
}

/** The columns beside an open entry, the most important first. */
export const besideException = (isWide: boolean): readonly string[] => {
  const first = ['kind', 'amount', 'receiver', 'deadline']
  return isWide ? [...first, 'code', 'at'] : first
}
