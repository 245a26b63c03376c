/**
 * Announces what other workstations record, as if it had been done here: windows show it, and
 * services plan anew. An act has no payload of its own, so the events are made of what the store has.
 */
import { newestSeq } from '../alerts/alerts.records.ts'
import type { Announced } from '../platform/announce.ts'
import type { Emit } from '../platform/events.ts'
import type { Background } from '../platform/in-flight.ts'
import { throttle } from '../platform/throttle.ts'
import type { AchInquiryService } from '../inquiry/ach-inquiry-types.ts'
import type { Inquiry } from '../inquiry/inquiry.ts'
import { moneyKinds } from '../money/money.ts'
import type { PolicyService } from '../profile/policy.service.ts'
import { hearOthers } from '../store/follow.ts'
import type { OthersAct } from '../store/others-acts.ts'
import type { Store } from '../store/store.ts'
import { savedKinds } from '../../preload/contract/api/saved.ts'
import type { AuditService } from '../workplace/audit.service.ts'

export interface OthersEvents extends Announced {
  /** Another workstation has changed the settings. */
  'settings.changed': Record<string, never>
}

export interface OthersEventsDeps {
  readonly store: Pick<Store, 'read' | 'others'>
  readonly emit: Emit<OthersEvents>
  readonly background: Background
  readonly report: (where: string, problem: unknown) => void
  readonly policy: Pick<PolicyService, 'current'>
  readonly audit: Pick<AuditService, 'grownElsewhere'>
  readonly bulk: { readonly runs: Pick<Inquiry['bulk']['runs'], 'get'> }
  readonly inquiry: Pick<AchInquiryService, 'get'>
  readonly payments: {
    readonly participants: Pick<Inquiry['payments']['participants'], 'state'>
  }
}

/** Emits the events of some acts: each of them once, however many acts there are. */
type Teller = (acts: readonly OthersAct[], deps: OthersEventsDeps) => void | Promise<void>

const subjectsOf = (acts: readonly OthersAct[]): string[] => [
  ...new Set(acts.map(({ subject }) => subject)),
]

/** Payments and batches, by the acts' subjects. */
const orders: Teller = async (acts, { store, emit }) => {
  const rows = await store.read
    .selectFrom('orders')
    .select(['id', 'state', 'service'])
    .where('id', 'in', subjectsOf(acts))
    .execute()
  for (const { id, state, service } of rows) {
    emit('orders.changed', { id, state })
    if (moneyKinds.of({ service }).vocabulary === 'batch') emit('batches.changed', { id })
  }
  if (rows.length > 0) emit('orders.countsChanged', {})
}

const payees: Teller = (acts, { emit }) => {
  for (const id of subjectsOf(acts)) emit('payees.changed', { id })
}

const bulkRuns: Teller = async (acts, { bulk, emit }) => {
  for (const id of subjectsOf(acts)) {
    const run = await bulk.runs.get(id)
    if (run.ok) emit('bulk.changed', run.value)
  }
}

const achInquiries: Teller = async (acts, { inquiry, emit }) => {
  for (const id of subjectsOf(acts)) {
    const found = await inquiry.get(id)
    if (found.ok) emit('achInquiry.changed', found.value)
  }
}

const alerts: Teller = async (_acts, { store, emit }) => {
  const latestSeq = await newestSeq(store)
  if (latestSeq > 0) emit('alerts.changed', { latestSeq })
}

const participants: Teller = async (_acts, { payments, emit }) => {
  emit('paymentInquiry.participantsChanged', await payments.participants.state())
}

const saved: Teller = (_acts, { emit }) => {
  // A removed request has left nothing that says its kind.
  for (const kind of savedKinds) emit('saved.changed', { kind })
}

const calls: Teller = (acts, { emit }) => {
  emit('traffic.changed', { latestId: acts.at(-1)?.subject ?? '' })
}

const policies: Teller = (_acts, { policy, emit }) => emit('policy.changed', policy.current())
const settings: Teller = (_acts, { emit }) => emit('settings.changed', {})
const achSettings: Teller = (_acts, { emit }) => emit('batches.settingsChanged', {})
const templates: Teller = (_acts, { emit }) => emit('batches.templatesChanged', {})
const schedules: Teller = (_acts, { emit }) => emit('schedules.changed', {})
const coverage: Teller = (_acts, { emit }) => emit('coverage.changed', {})
const forwarding: Teller = (_acts, { emit }) => emit('forwarding.changed', {})
const inbox: Teller = (_acts, { emit }) => emit('inbox.changed', {})
const backups: Teller = (_acts, { emit }) => emit('backups.changed', {})
const bankNames: Teller = (_acts, { emit }) => emit('bankNames.changed', {})

/** Acts that no window shows, but for the audit. */
const nobody: readonly Teller[] = []

/** Who tells of a kind: of itself, or else of its noun. */
const tellers: Readonly<Record<string, readonly Teller[]>> = {
  ach: nobody,
  'ach.settings-changed': [achSettings],
  alerts: nobody,
  'alerts.conflict-noted': [alerts],
  'alerts.read': [alerts],
  'alerts.read-again': [alerts],
  audit: nobody,
  backup: [backups],
  bank: [calls],
  'bank-directory': [bankNames],
  batch: [orders],
  'batch.entry-revealed': nobody,
  'batch.exported': nobody,
  // Several a second while accounts are verified; the end is told.
  'batch.owner-checked': nobody,
  'batch-template': [templates],
  bulk: [bulkRuns],
  'bulk.draft-revealed': nobody,
  'bulk.exported': nobody,
  'bulk.revealed': nobody,
  // Told by its service, with the workstation.
  change: nobody,
  coverage: [coverage],
  diagnostics: nobody,
  forwarding: [forwarding],
  'forwarding.tried': nobody,
  inbox: [inbox],
  inquiry: [achInquiries],
  'inquiry.receiver-taken': nobody,
  'inquiry.revealed': nobody,
  notices: nobody,
  // Told by its service, with the workstation.
  operator: nobody,
  order: [orders],
  'order.draft-opened': nobody,
  'order.file-saved': nobody,
  'order.prepared': [orders, templates, schedules],
  'order.receipt-written': nobody,
  'order.refused': nobody,
  'order.revealed': nobody,
  'order.scheduled': [orders, schedules],
  'order.viewed': nobody,
  orders: nobody,
  participants: [participants],
  'participants.page-stored': nobody,
  payee: [payees],
  'payee.refused': nobody,
  'payee.revealed': nobody,
  payment: nobody,
  'payment-schedule': [schedules],
  policy: [policies],
  practice: nobody,
  // Told by its service, with the profile.
  profile: nobody,
  reconciliation: nobody,
  report: nobody,
  saved: [saved],
  'saved.taken': nobody,
  settings: [settings],
  store: nobody,
  'store.restore-confirmed': [backups],
  table: nobody,
  traffic: nobody,
  updates: nobody,
  validation: nobody,
  workstation: nobody,
}

/** Returns who tells of a kind of act; undefined for a noun that this file does not know. */
export const tellersOf = (kind: string): readonly Teller[] | undefined =>
  tellers[kind] ?? tellers[kind.split('.')[0] ?? '']

/** Limits the events of a burst of acts, since windows read their lists again for each. */
const everyMs = 100

/** Announces the acts of other workstations from now on. */
export function announceOthers(deps: OthersEventsDeps): void {
  const { store, emit, background, report, audit } = deps
  let heard: OthersAct[] = []
  async function tell(): Promise<void> {
    const acts = heard
    heard = []
    const told = new Map<Teller, OthersAct[]>()
    for (const act of acts)
      for (const teller of tellersOf(act.kind) ?? nobody)
        told.set(teller, [...(told.get(teller) ?? []), act])
    for (const [teller, some] of told)
      try {
        await teller(some, deps)
      } catch (problem) {
        report('others.told', problem)
      }
    audit.grownElsewhere()
  }
  const notifier = throttle(
    everyMs,
    () => {
      if (!background.isClosing) background.add('others.told', tell())
    },
    () => false,
  )
  hearOthers(store, (acts) => {
    heard.push(...acts)
    notifier.notify()
  })
  store.others.onTable((table) => {
    if (table === 'inbox_items') emit('inbox.changed', {})
  })
}
