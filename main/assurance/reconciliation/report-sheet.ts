/**
 * A report on paper. The paper alone proves nothing: the hash of the newest audit entry links it to
 * a chain that can be verified.
 */
import { environmentWords, type Environment } from '../../../preload/contract/domain/environment.ts'
import { amountForReading, minorUnits } from '../../../preload/contract/kernel/money.ts'
import type {
  DayCoverage,
  ReconciliationLine,
  ReportTotals,
} from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import {
  printedSheet,
  sheetNote,
  sheetSection,
  sheetTable,
  sheetWarning,
  type SheetRow,
} from '../../platform/print/printed-sheet.ts'
import {
  flowWords,
  kindWords,
  matchWords,
  reasonWords,
} from '../../../preload/contract/text/reconciliation.ts'
import type { MadeReport } from './sign-offs.ts'

/** Facts that the sheet shows beside the report. */
export interface SheetFacts {
  readonly made: Pick<MadeReport, 'report' | 'lines'>
  readonly profileName: string
  readonly environment: Environment
  readonly by: string
  readonly at: Date
  /** The newest entry of the audit chain. */
  readonly entry: { readonly seq: number; readonly hash: string; readonly at: string }
}

/** Nobody reads more lines on paper; the exported file holds them all. */
export const mostPrinted = 2_000

const amount = (value: number | null, currency: string): string =>
  value === null
    ? 'not known'
    : `${currency} ${amountForReading(minorUnits(value), currency)}`.trim()

/** Returns the document. */
export function reportSheet({ made, profileName, ...facts }: SheetFacts): string {
  const { report, lines } = made
  const environment = environmentWords[facts.environment]
  const printed = lines.slice(0, mostPrinted)
  return printedSheet({
    title: `Reconciliation ${report.day}, ${environment}`,
    heading: 'Reconciliation',
    environment,
    style,
    parts: [
      coverageNote(report.coverage),
      ...report.otherAccounts.map(({ title, debited, asked, entries }) =>
        sheetWarning(
          `${title}: the bank debits ${debited}, not ${asked}. Entries: ${String(entries)}.`,
        ),
      ),
      sheetSection('Day and account', [
        ['Day', report.day],
        ['Account', `${report.accountName} ${report.account}`.trim()],
        ['Profile', profileName],
        ['Made', `${report.madeAt}, printed by ${facts.by}`],
      ]),
      sheetTable('Sums', sumTitles, sumRows(report.totals)),
      sheetTable('Outcomes', outcomeTitles, outcomeRows(report.totals)),
      sheetTable('Lines', lineTitles, printed.map(lineRow)),
      lines.length > printed.length
        ? sheetNote(
            `The first ${String(printed.length)} of ${String(lines.length)} lines. All of them stand in the exported file.`,
          )
        : '',
      sheetSection('Signed off', signOffRows(report.signOff)),
      sheetSection('Audit', [
        ['Newest entry', String(facts.entry.seq)],
        ['Of', facts.entry.at],
        ['SHA-256', facts.entry.hash, 'code'],
      ]),
      sheetNote(
        'A payment stands on the local day on which it left, an entry on the day of its collection where the bank has told it, else on its effective date.',
      ),
    ],
    footer: `Written ${facts.at.toISOString()} by Countersign. Account numbers are masked. Times are UTC.`,
  })
}

const style = `
table { width: 100%; border-collapse: collapse; font-size: 8.5pt }
th, td { text-align: left; vertical-align: top; padding: .6mm 1.5mm; border-bottom: .3pt solid #bbb; overflow-wrap: anywhere }
thead { display: table-header-group }
tr { break-inside: avoid }
section:has(table) { break-inside: auto }
`

function coverageNote({ state, minutes }: DayCoverage): string {
  switch (state) {
    case 'complete':
      return sheetNote('The listener was there all day: the alerts of this day are here.')
    case 'swept':
      return sheetNote(
        `Alerts were not received for ${String(minutes)} min of this day; the bank was asked for what was missed.`,
      )
    case 'may-be-missing':
      return sheetWarning(
        `Alerts of this day may be missing: for ${String(minutes)} min nothing was received.`,
      )
    case 'unknown':
      return sheetWarning('Nothing is kept of whether the listener was there on this day.')
  }
}

const sumTitles = ['Currency', 'Direction', 'Originated', 'By the bank', 'Difference', 'Unreadable']
const sumRows = ({ flows }: ReportTotals): string[][] =>
  flows.map(({ currency, flow, here, bank, difference, unreadable }) => [
    currency,
    flowWords[flow],
    `${amount(here.amount, currency)} (${String(here.count)})`,
    `${amount(bank.amount, currency)} (${String(bank.count)})`,
    amount(difference, currency),
    String(unreadable),
  ])

const outcomeTitles = ['Outcome', 'Why', 'Direction', 'Lines', 'Originated', 'By the bank']
const outcomeRows = ({ outcomes }: ReportTotals): string[][] =>
  outcomes.map(({ match, reason, currency, flow, lines, here, bank }) => [
    matchWords[match],
    reason === null ? '' : reasonWords[reason],
    flowWords[flow],
    String(lines),
    amount(here.amount, currency),
    amount(bank.amount, currency),
  ])

const lineTitles = ['Outcome', 'What', 'Party', 'Reference', 'Originated', 'By the bank', 'Status']
const side = (of: ReconciliationLine['here'] | ReconciliationLine['bank']): string =>
  of === null ? '' : amount(of.amount, of.currency)
const lineRow = (line: ReconciliationLine): string[] => [
  [matchWords[line.match], ...line.reasons.map((reason) => reasonWords[reason])].join(', '),
  `${kindWords[line.kind]}, ${flowWords[line.flow].toLowerCase()}`,
  line.party,
  line.reference,
  side(line.here),
  side(line.bank),
  line.bank?.word ?? '',
]

function signOffRows(signOff: MadeReport['report']['signOff']): SheetRow[] {
  if (signOff === null) return [['By', 'Nobody']]
  return [
    ['By', `${signOff.by}, ${signOff.at}`],
    ...(signOff.note === '' ? [] : [['Note', signOff.note] as const]),
    ['Since then', signOff.isChanged ? 'Lines have changed' : 'Nothing has changed'],
  ]
}
