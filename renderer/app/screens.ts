/** The list of all screens, which the rail, the palette and the shortcuts read. */
import type { Component } from 'vue'
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { ScreenId } from '../../preload/contract/api/help/help-page.ts'
import IconTraffic from '~icons/lucide/arrow-left-right'
import IconOverview from '~icons/lucide/layout-dashboard'
import IconInbox from '~icons/lucide/inbox'
import IconCoverage from '~icons/lucide/shield-check'
import IconReconciliation from '~icons/lucide/scale'
import IconBatches from '~icons/lucide/layers'
import IconBatchCompose from '~icons/lucide/table-2'
import IconReturns from '~icons/lucide/undo-2'
import IconApprovals from '~icons/lucide/stamp'
import IconAudit from '~icons/lucide/scroll-text'
import IconCompose from '~icons/lucide/square-pen'
import IconSchedules from '~icons/lucide/calendar-clock'
import IconOperators from '~icons/lucide/users'
import IconOrders from '~icons/lucide/send'
import IconPayees from '~icons/lucide/contact'
import IconPayments from '~icons/lucide/banknote'
import IconConnection from '~icons/lucide/cable'
import IconCodeBook from '~icons/lucide/book-text'
import IconPractice from '~icons/lucide/flask-conical'
import IconHistory from '~icons/lucide/history'
import IconBulk from '~icons/lucide/list-checks'
import IconInquiry from '~icons/lucide/file-search'
import IconAlerts from '~icons/lucide/bell'
import IconReports from '~icons/lucide/file-text'
import IconSettings from '~icons/lucide/settings'
import IconTools from '~icons/lucide/wrench'
import IconValidation from '~icons/lucide/badge-check'
import IconUnknownOutcome from '../parts/UnknownOutcomeIcon.vue'

/** The groups of the rail in order, and the heading of each, shown if there is room. */
export const railGroups = {
  today: '',
  pay: 'Pay',
  check: 'Check',
  watch: 'Watch',
  foot: '',
} as const
export type RailGroupId = keyof typeof railGroups

/** One item of the rail. Its screens are shown as tabs beside the heading. */
interface Place {
  readonly label: string
  readonly icon: Component
  readonly group: RailGroupId
}

/** The items of the rail in order. */
export const places = {
  overview: { label: 'Overview', icon: IconOverview, group: 'today' },
  inbox: { label: 'Inbox', icon: IconInbox, group: 'today' },
  approvals: { label: 'Approvals', icon: IconApprovals, group: 'today' },
  // Always there, so that nothing below it moves when there is one.
  'unknown-outcomes': { label: 'Unknown outcomes', icon: IconUnknownOutcome, group: 'today' },
  orders: { label: 'Payments', icon: IconOrders, group: 'pay' },
  batches: { label: 'ACH batches', icon: IconBatches, group: 'pay' },
  payees: { label: 'Payees', icon: IconPayees, group: 'pay' },
  validation: { label: 'Validation', icon: IconValidation, group: 'check' },
  inquiry: { label: 'Inquiry', icon: IconInquiry, group: 'check' },
  alerts: { label: 'Alerts', icon: IconAlerts, group: 'watch' },
  reconciliation: { label: 'Reconciliation', icon: IconReconciliation, group: 'watch' },
  tools: { label: 'Tools', icon: IconTools, group: 'foot' },
  setup: { label: 'Setup', icon: IconSettings, group: 'foot' },
  practice: { label: 'Practice bank', icon: IconPractice, group: 'foot' },
} as const satisfies Readonly<Record<string, Place>>
export type PlaceId = keyof typeof places
export const placeIds = Object.keys(places) as readonly PlaceId[]

/** One screen: its name, its place in the rail and its shortcut. */
export interface Screen {
  /** Each screen has a page of help. */
  readonly id: ScreenId
  readonly path: string
  readonly label: string
  /** One line under the heading. */
  readonly purpose: string
  readonly icon: Component
  readonly shortcut: string
  readonly place: PlaceId
  /** Its name as a tab of its place; empty if a button of the list opens it. */
  readonly tab: string
  /** Has tabs of its own below the heading: beside the heading are only the other screens. */
  readonly hasTabs?: boolean | undefined
  /** The screen that the list's button for a new record opens. */
  readonly composeScreen?: ScreenId | undefined
  /** The screen scrolls inside itself. */
  readonly fill: boolean
  readonly keywords: string
}

export const screens: readonly Screen[] = [
  {
    id: 'overview',
    path: '/overview',
    label: 'Overview',
    purpose: 'Today at a glance: open work, failures and alerts',
    icon: IconOverview,
    shortcut: 'G O',
    place: 'overview',
    tab: 'Overview',
    fill: false,
    keywords: 'dashboard home today figures charts',
  },
  {
    id: 'inbox',
    path: '/inbox',
    label: 'Inbox',
    purpose: 'Items that need a person: assign, note and mark as done',
    icon: IconInbox,
    shortcut: 'G I',
    place: 'inbox',
    tab: 'Inbox',
    fill: true,
    keywords: 'tasks todo exceptions returns rejections unmatched assign',
  },
  {
    id: 'approvals',
    path: '/approvals',
    label: 'Approvals',
    purpose: 'Payments and batches to approve or release, with the evidence',
    icon: IconApprovals,
    shortcut: 'G A',
    place: 'approvals',
    tab: 'Approvals',
    fill: true,
    keywords: 'approve checker dual control queue evidence',
  },
  {
    id: 'unknown-outcomes',
    path: '/unknown-outcomes',
    label: 'Unknown outcomes',
    purpose: 'Payments and batches with an unknown outcome, and three ways to resolve them',
    icon: IconUnknownOutcome,
    shortcut: 'G U',
    place: 'unknown-outcomes',
    tab: 'Unknown outcomes',
    fill: true,
    keywords: 'unknown outcome resend status check look up second release timeout',
  },
  {
    id: 'orders',
    path: '/orders',
    label: 'Payments',
    purpose: 'Wires and RTP payments from draft to settlement',
    icon: IconOrders,
    shortcut: 'G P',
    place: 'orders',
    tab: 'Payments',
    composeScreen: 'compose',
    fill: true,
    keywords: 'wire RTP payment order timeline release receipt follow drafts',
  },
  {
    id: 'compose',
    path: '/compose',
    label: 'New payment',
    purpose: 'A wire or an RTP payment, from sender to beneficiary',
    icon: IconCompose,
    shortcut: 'Mod+N',
    place: 'orders',
    tab: '',
    fill: true,
    keywords: 'wire RTP compose create send beneficiary template import CSV',
  },
  {
    id: 'schedules',
    path: '/schedules',
    label: 'Scheduled payments',
    purpose: 'Payments with drafts on set days; people release them',
    icon: IconSchedules,
    shortcut: 'G W',
    place: 'orders',
    tab: 'Scheduled',
    composeScreen: 'compose',
    fill: true,
    keywords: 'recurring repeat schedule monthly weekly standing order future day',
  },
  {
    id: 'batches',
    path: '/batches',
    label: 'ACH batches',
    purpose: 'CCD, CTX and PPD batches from draft to settlement, entry by entry',
    icon: IconBatches,
    shortcut: 'G B',
    place: 'batches',
    tab: 'Batches',
    composeScreen: 'batch-compose',
    fill: true,
    keywords: 'ACH batch origination entries trace number settlement addenda follow',
  },
  {
    id: 'returns',
    path: '/returns',
    label: 'Returns',
    purpose: 'Returned entries and corrections due, with their deadlines',
    icon: IconReturns,
    shortcut: 'G R',
    place: 'batches',
    tab: 'Returns',
    fill: true,
    keywords: 'ACH return NOC notification of change correction reversal return rate R01 C01',
  },
  {
    id: 'batch-compose',
    path: '/batches/new',
    label: 'New batch',
    purpose: 'Enter, paste or import entries; each is checked as it arrives',
    icon: IconBatchCompose,
    shortcut: 'Mod+B',
    place: 'batches',
    tab: '',
    fill: true,
    keywords: 'ACH batch originate grid spreadsheet import CSV XLSX NACHA payroll template',
  },
  {
    id: 'payees',
    path: '/payees',
    label: 'Payees',
    purpose: 'People and businesses this profile pays; every change needs a second person',
    icon: IconPayees,
    shortcut: 'G Y',
    place: 'payees',
    tab: 'Payees',
    fill: true,
    keywords: 'beneficiary payee book account bank address',
  },
  {
    id: 'validation',
    path: '/validation',
    label: 'Validation',
    purpose: 'Check with the bank that an account is open and who owns it',
    icon: IconValidation,
    shortcut: 'G V',
    place: 'validation',
    tab: 'One account',
    fill: true,
    keywords: 'account owner check verify',
  },
  {
    id: 'bulk',
    path: '/validation/bulk',
    label: 'Bulk validation',
    purpose: 'Validate a spreadsheet of accounts, each one once',
    icon: IconBulk,
    shortcut: 'G F',
    place: 'validation',
    tab: 'File',
    fill: true,
    keywords: 'import CSV XLSX spreadsheet file run many accounts owners',
  },
  {
    id: 'validation-history',
    path: '/validation/history',
    label: 'Validation history',
    purpose: 'Every validation answer from the bank, newest first',
    icon: IconHistory,
    shortcut: 'G H',
    place: 'validation',
    tab: 'History',
    fill: true,
    keywords: 'past results answers list search',
  },
  {
    id: 'inquiry',
    path: '/ach-inquiry',
    label: 'ACH inquiry',
    purpose: 'Status of ACH transactions: collected, settled, returned, corrected',
    icon: IconInquiry,
    shortcut: 'G Q',
    place: 'inquiry',
    tab: 'ACH',
    fill: true,
    keywords: 'ACH list detail trace PAR return NOC addenda collected settled posted status search',
  },
  {
    id: 'payment-inquiry',
    path: '/payment-status',
    label: 'Payment status',
    purpose: 'Bank status of a wire or RTP payment, and the RTP participants',
    icon: IconPayments,
    shortcut: 'G S',
    place: 'inquiry',
    tab: 'Wire and RTP',
    fill: true,
    keywords: 'wire RTP look up transaction id reference debit account participants routing',
  },
  {
    id: 'reports',
    path: '/reports',
    label: 'Reports',
    purpose: 'Previous day, intraday, wire and RTP inquiry, by account, days and rows',
    icon: IconReports,
    shortcut: 'G E',
    place: 'inquiry',
    tab: 'Reports',
    fill: true,
    keywords:
      'report previous day intraday wire inquiry RTP inquiry BAI check image stop payment JSON',
  },
  {
    id: 'alerts',
    path: '/alerts',
    label: 'Alerts',
    purpose: 'Alerts from the bank, and whether it can reach this workstation',
    icon: IconAlerts,
    shortcut: 'G L',
    place: 'alerts',
    tab: 'Alerts',
    hasTabs: true,
    fill: true,
    keywords: 'webhook notification listener return NOC incoming credit quarantine subscription',
  },
  {
    id: 'coverage',
    path: '/coverage',
    label: 'Coverage',
    purpose: 'Missed alerts, and transactions found by inquiry instead',
    icon: IconCoverage,
    shortcut: 'G C',
    place: 'alerts',
    tab: 'Coverage',
    hasTabs: true,
    fill: true,
    keywords: 'gap missed alerts sweep recovery healed listener down days',
  },
  {
    id: 'reconciliation',
    path: '/reconciliation',
    label: 'Reconciliation',
    purpose: 'One day of an account: originated here compared with the bank',
    icon: IconReconciliation,
    shortcut: 'G D',
    place: 'reconciliation',
    tab: 'Reconciliation',
    fill: true,
    keywords: 'reconcile day account missing export report',
  },
  {
    id: 'code-book',
    path: '/code-book',
    label: 'Code book',
    purpose: 'The bank’s codes with meaning and source',
    icon: IconCodeBook,
    shortcut: 'G K',
    place: 'tools',
    tab: 'Code book',
    fill: true,
    keywords: 'codes meaning explain lookup return reason BAI NOC status error SEC addenda',
  },
  {
    id: 'traffic',
    path: '/traffic',
    label: 'Traffic',
    purpose: 'Every call to the bank: its times, headers and bodies',
    icon: IconTraffic,
    shortcut: 'G T',
    place: 'tools',
    tab: 'Traffic',
    fill: true,
    keywords: 'calls requests answers log inspector curl support bundle correlation',
  },
  {
    id: 'audit',
    path: '/audit',
    label: 'Audit',
    purpose: 'Every action and every call, in a verifiable chain',
    icon: IconAudit,
    shortcut: 'G J',
    place: 'tools',
    tab: 'Audit',
    fill: true,
    keywords: 'audit chain hash checkpoint export verify signature',
  },
  {
    id: 'connection',
    path: '/connection',
    label: 'Connection',
    purpose: 'The bank of this profile, and everything a connection needs',
    icon: IconConnection,
    shortcut: 'G N',
    place: 'setup',
    tab: 'Connection',
    fill: true,
    keywords:
      'profile certificate credentials keychain recovery doctor account listener address environment',
  },
  {
    id: 'operators',
    path: '/operators',
    label: 'Operators',
    purpose: 'Operators, their roles, and the approvals that payments need',
    icon: IconOperators,
    shortcut: 'G M',
    place: 'setup',
    tab: 'Operators',
    fill: true,
    keywords: 'operator policy limits approvals roles passphrase lock',
  },
  {
    id: 'settings',
    path: '/settings',
    label: 'Settings',
    purpose: 'Appearance, thresholds and defaults of this profile',
    icon: IconSettings,
    shortcut: 'G Comma',
    place: 'setup',
    tab: 'Settings',
    fill: false,
    keywords: 'theme threshold version',
  },
  {
    id: 'practice',
    path: '/practice',
    label: 'Practice bank',
    purpose: 'Test accounts to practice with, and faults the practice bank can simulate',
    icon: IconPractice,
    shortcut: 'G X',
    place: 'practice',
    tab: 'Practice bank',
    fill: false,
    keywords: 'scenario town residents 429 misbehave breaches',
  },
]

/** Returns the screen of an id; the first one for an unknown id. */
export const screenOf = (id: string | undefined): Screen => {
  const found = screens.find((screen) => screen.id === id) ?? screens[0]
  if (!found) throw new Error('there is no screen')
  return found
}

/** Whether a screen is shown: that of the practice bank only in practice. */
export const isShown = ({ place }: Screen, environment: Environment | undefined): boolean =>
  place !== 'practice' || environment === 'practice'
