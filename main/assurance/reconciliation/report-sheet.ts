/**
 * A report on paper. The paper alone proves nothing: the hash of the newest audit entry links it to
 * a chain that can be verified.
 */
import {
  environmentLabels,
  type Environment,
} from '../../../preload/contract/domain/environment.ts'
import { placeOf } from '../../../preload/contract/kernel/banking-days.ts'
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
  accountsMasked,
  auditSection,
  timesUtc,
  writtenBy,
} from '../../../preload/contract/text/prints.ts'
import {
  coverageTexts,
  flowLabels,
  kindLabels,
  matchLabels,
  reasonTexts,
  reconciliationColumns as column,
  reconciliationSheet as texts,
  wireEvidenceText,
} from '../../../preload/contract/text/reconciliation.ts'
import type { BuiltReport } from './sign-offs.ts'

/** Facts that the sheet shows beside the report. */
export interface SheetFacts {
  readonly built: Pick<BuiltReport, 'report' | 'lines'>
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
    ? texts.unknownAmount
    : `${currency} ${amountForReading(minorUnits(value), currency)}`.trim()

/** Returns the document. */
export function reportSheet({ built, profileName, ...facts }: SheetFacts): string {
  const { report, lines } = built
  const environment = environmentLabels[facts.environment]
  const printed = lines.slice(0, mostPrinted)
  return printedSheet({
    title: `${texts.heading} ${report.day}, ${environment}`,
    heading: texts.heading,
    environment,
    style,
    sections: [
      ...coverageNotes(report.coverage),
      ...report.otherAccounts.map(({ title, debited, queried, entries }) =>
        sheetWarning(texts.otherAccount(title, debited, queried, entries)),
      ),
      sheetSection(texts.dayAndAccount, [
        [column.day, `${report.day}, ${placeOf(report.zone)}`],
        [column.account, `${report.accountName} ${report.account}`.trim()],
        [texts.profile, profileName],
        [texts.created, texts.createdAt(report.builtAt, facts.by)],
      ]),
      sheetTable(texts.totals, sumTitles, sumRows(report.totals)),
      sheetTable(texts.outcomes, outcomeTitles, outcomeRows(report.totals)),
      sheetTable(column.lines, lineTitles, printed.map(lineRow)),
      lines.length > printed.length
        ? sheetNote(texts.firstLines(printed.length, lines.length))
        : '',
      sheetSection(texts.signedOff, signOffRows(report.signOff)),
      sheetSection(auditSection.heading, [
        [auditSection.newestEntry, String(facts.entry.seq)],
        [auditSection.entryTime, facts.entry.at],
        [auditSection.hash, facts.entry.hash, 'code'],
      ]),
      sheetNote(texts.dayRule),
    ],
    footer: `${writtenBy(facts.at)}. ${accountsMasked}. ${timesUtc}.`,
  })
}

const style = `
table { width: 100%; border-collapse: collapse; font-size: 8.5pt }
th, td { text-align: left; vertical-align: top; padding: .6mm 1.5mm; border-bottom: .3pt solid #bbb; overflow-wrap: anywhere }
thead { display: table-header-group }
tr { break-inside: avoid }
section:has(table) { break-inside: auto }
`

function coverageNotes(coverage: DayCoverage): string[] {
  const { state, sinceAt } = coverage
  const since = sinceAt === null ? [] : [sheetNote(coverageTexts.since(sinceAt))]
  return state === 'complete' && sinceAt !== null ? since : [coverageNote(coverage), ...since]
}

function coverageNote({ state, minutes }: DayCoverage): string {
  switch (state) {
    case 'complete':
      return sheetNote(coverageTexts.complete)
    case 'swept':
      return sheetNote(coverageTexts.swept(`${String(minutes)} min`))
    case 'may-be-missing':
      return sheetWarning(coverageTexts['may-be-missing'](`${String(minutes)} min`))
    case 'unknown':
      return sheetWarning(coverageTexts.unknown)
  }
}

const { currency, direction, originated, atBank, outcome } = column
const sumTitles = [currency, direction, originated, atBank, column.difference, column.unreadable]
const sumRows = ({ flows }: ReportTotals): string[][] =>
  flows.map(({ currency, flow, here, bank, difference, unreadable }) => [
    currency,
    flowLabels[flow],
    `${amount(here.amount, currency)} (${String(here.count)})`,
    `${amount(bank.amount, currency)} (${String(bank.count)})`,
    amount(difference, currency),
    String(unreadable),
  ])

const outcomeTitles = [outcome, column.reason, direction, column.lines, originated, atBank]
const outcomeRows = ({ outcomes }: ReportTotals): string[][] =>
  outcomes.map(({ match, reason, currency, flow, lines, here, bank }) => [
    matchLabels[match],
    reason === null ? '' : reasonTexts[reason],
    flowLabels[flow],
    String(lines),
    amount(here.amount, currency),
    amount(bank.amount, currency),
  ])

const lineTitles = [
  outcome,
  column.item,
  column.party,
  column.reference,
  originated,
  atBank,
  column.status,
]
const side = (of: ReconciliationLine['here'] | ReconciliationLine['bank']): string =>
  of === null ? '' : amount(of.amount, of.currency)
const lineRow = (line: ReconciliationLine): string[] => [
  [matchLabels[line.match], ...line.reasons.map((reason) => reasonTexts[reason])].join(', '),
  [
    `${kindLabels[line.kind]}, ${flowLabels[line.flow].toLowerCase()}`,
    ...(line.bank?.fieldsConfirmed
      ? [wireEvidenceText(line.bank.fieldsConfirmed.by, line.bank.fieldsConfirmed.at)]
      : []),
  ].join('. '),
  line.party,
  line.reference,
  side(line.here),
  side(line.bank),
  line.bank?.statusText ?? '',
]

function signOffRows(signOff: BuiltReport['report']['signOff']): SheetRow[] {
  if (signOff === null) return [[texts.by, texts.nobody]]
  return [
    [texts.by, `${signOff.by}, ${signOff.at}`],
    ...(signOff.note === '' ? [] : [[texts.note, signOff.note] as const]),
    [texts.sinceThen, signOff.isChanged ? texts.changed : texts.unchanged],
  ]
}
