/**
 * A day of an own account on a real store: the sent orders, the bank's events, and the service that
 * compares them.
 */
import { practiceProfile } from '../../../../main/session/practice/practice-client.ts'
import { sessionContext } from '../../support/session-context.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { intakeOf } from '../../alerts/intakes.ts'
import { achAlert, deliveryOf, wireAlert } from '../../alerts/alert-samples.ts'
import { createReconciliationService } from '../../../../main/assurance/reconciliation/reconciliation.service.ts'
import { WireEvidence } from '../../../../main/assurance/wire-inquiry/wire-evidence.ts'
import type { Store } from '../../../../main/store/store.ts'
import type {
  LinesRequest,
  ReconciliationLine,
} from '../../../../preload/contract/api/reconciliation/reconciliation.ts'

export const day = '2026-11-23'
export const account = '7200450011'
export const accountId = 'practice-1'
export const mara = { id: 'mara', name: 'Mara', roles: ['maker' as const] }

type Json = Readonly<Record<string, unknown>>
const act = (subject: string) => ({ actor: 'test', kind: 'test.set', subject, detail: {} })

/** Opens the service. Every clock is at noon of the day. */
export async function openDay(profile = practiceProfile, zone?: string) {
  const store = await open(newStorePath())
  const { context, pass } = sessionContext(store)
  const requested: unknown[] = []
  const inquiry = {
    inquire: (wanted: unknown) => {
      requested.push(wanted)
      return Promise.resolve({ ok: false, error: { code: 'bank-not-running' } } as const)
    },
    readOn: () => Promise.resolve({ ok: false, error: { code: 'not-found' } } as const),
  }
  const bankingZone = (): string => zone ?? context.bankingZone()
  const blocked = { ...context, bankingZone, profile: () => profile, callBlockFor: () => undefined }
  const evidence = new WireEvidence(blocked)
  const session = createReconciliationService(blocked, inquiry, evidence)
  const intake = intakeOf(store)
  let sent = 0

  /** Accepts alerts and reads them. */
  async function take(...alerts: readonly unknown[]): Promise<void> {
    await intake.take(deliveryOf(...alerts))
    await intake.readPending()
    await intake.settled()
  }
  /** An alert of an ACH entry that the account originated. */
  const ach = (body: Json) =>
    achAlert(
      { eapAlertGUID: `EAP-${String((sent += 1))}` },
      { originatingAccountNumber: account, transactionCode: '22', ...body },
    )
  const wire = (body: Json) => wireAlert({ eapAlertGUID: `EAP-${String((sent += 1))}` }, body)

  const report = async (of = day, on = accountId) => {
    const built = await session.report({ day: of, accountId: on })
    if (!built.ok) throw new Error(built.error.code)
    return built.value
  }
  const lines = async (of = day, on = accountId): Promise<readonly ReconciliationLine[]> =>
    (await report(of, on)).lines
  const list = async (part: Partial<LinesRequest> = {}) => {
    const wanted = { day, accountId, cursor: null, limit: 100, filter: 'all' as const, ...part }
    const listed = await session.list(wanted)
    if (!listed.ok) throw new Error(listed.error.code)
    return listed.value
  }
  return {
    store,
    context: blocked,
    session,
    evidence,
    take,
    ach,
    wire,
    report,
    lines,
    list,
    requested,
    pass,
  }
}

/** The parts of a payment that a test sets. */
export interface PaymentPart {
  readonly id: string
  readonly amount?: number
  readonly currency?: string
  readonly state?: 'accepted' | 'rejected' | 'outcome-unknown' | 'sending'
  readonly bankStatus?: string
  readonly statusText?: string | null
  readonly valueDate?: string
  readonly sentAt?: string
  readonly outcome?: 'accepted' | 'not-sent' | 'unknown'
  readonly service?: string
}

/** Stores a sent payment. */
export async function putPayment(store: Store, part: PaymentPart): Promise<void> {
  const { id, amount = 1_250_000, currency = 'USD', state = 'accepted' } = part
  const at = part.sentAt ?? '2026-11-23T12:00:00.000Z'
  await store.record(act(id), async (tx) => {
    await tx
      .insertInto('orders')
      .values({
        id,
        created_at: at,
        updated_at: at,
        maker: 'mara',
        state: 'draft',
        form: '{}',
        service: part.service ?? 'WIRE',
        reference: `REF${id}`,
        currency,
        amount,
        value_date: part.valueDate ?? day,
        beneficiary: 'Ridgeway Supply',
        beneficiary_account: '',
        beneficiary_significant: '',
        beneficiary_bank: '',
        debit_account: account,
        debit_significant: account,
        debit_label: '',
        search_text: '',
        bank_status: part.bankStatus ?? 'not-reported',
        bank_status_text: part.statusText ?? null,
      } as never)
      .execute()
    await tx.updateTable('orders').set({ state: 'queued' }).where('id', '=', id).execute()
    await tx.updateTable('orders').set({ state }).where('id', '=', id).execute()
    await tx
      .insertInto('order_attempts')
      .values({
        order_id: id,
        seq: 1,
        released_by: 'theo',
        journalled_at: at,
        body_sha256: 'x',
        outcome: part.outcome ?? 'accepted',
      })
      .execute()
  })
}

/** Links an alert to an order. */
export const link = (store: Store, orderId: string, seq: number, decision: 'counts' | 'open') =>
  store.record(act(orderId), (tx) =>
    tx
      .insertInto('order_alerts')
      .values({
        order_id: orderId,
        alert_seq: seq,
        matched_by: 'reference',
        decision,
        at: '2026-11-23T14:00:00.000Z',
      })
      .execute(),
  )

/** An entry's id has 32 characters. */
export const idOf = (id: string): string => id.padEnd(32, '0')

/** The parts of an entry that a test sets. */
export interface EntryPart {
  readonly id: string
  readonly trace?: string | null
  readonly amount?: number
  readonly direction?: 'C' | 'D'
  readonly state?: 'not-reported' | 'collected' | 'settled' | 'returned' | 'unclear'
  readonly verdict?: 'accepted' | 'rejected' | null
  readonly shown?: string
  readonly returnDate?: string
  readonly follows?: string
  /** The account that the bank showed on this side. */
  readonly debited?: string
  /** The receiver's account. */
  readonly to?: string
}

/** Stores a sent batch with its entries. */
export async function putLeftBatch(
  store: Store,
  id: string,
  entries: readonly EntryPart[],
  part: {
    readonly effective?: string
    readonly bankDate?: string
    readonly state?: 'accepted' | 'rejected' | 'outcome-unknown'
    readonly reversalOf?: string
    /** The account that the batch names, and the one that an operator has it queried on. */
    readonly named?: string
    readonly used?: string
  } = {},
): Promise<void> {
  const at = '2026-11-21T12:00:00.000Z'
  await store.record(act(id), async (tx) => {
    await tx
      .insertInto('orders')
      .values({
        id,
        created_at: at,
        updated_at: at,
        maker: 'mara',
        state: 'draft',
        form: '{}',
        service: 'CCD',
        reference: `BATCH${id}`,
        currency: 'USD',
        beneficiary: 'PAYROLL',
        beneficiary_account: '',
        beneficiary_significant: '',
        beneficiary_bank: '',
        debit_account: `00${part.named ?? account}`,
        debit_label: '',
        debit_significant: part.named ?? account,
        search_text: '',
        value_date: part.effective ?? day,
      } as never)
      .execute()
    await tx
      .insertInto('batches')
      .values({
        order_id: id,
        sec_code: 'CCD',
        entries: entries.length,
        bank_effective_date: part.bankDate ?? null,
        reversal_of: part.reversalOf ?? null,
        debited_account: part.used ?? null,
        debited_significant: part.used ?? null,
      })
      .execute()
    for (const [index, one] of entries.entries())
      await tx
        .insertInto('batch_entries')
        .values({
          id: idOf(one.id),
          order_id: id,
          position: index + 1,
          typed: JSON.stringify({ receiverName: `Receiver ${one.id}` }),
          amount: one.amount ?? 12_050,
          direction: one.direction ?? 'C',
          routing_number: '021000021',
          account_significant: one.to ?? '123456789',
          receiver_folded: '',
          trace_number: one.trace ?? null,
          verdict: one.verdict ?? 'accepted',
          bank_status: one.state ?? 'not-reported',
          shown_amount: one.shown ?? null,
          debited_significant: one.debited ?? null,
          return_date: one.returnDate ?? null,
          follows_entry: one.follows === undefined ? null : idOf(one.follows),
          ...(one.state === 'returned' && { returned_at: '2026-11-25T10:00:00.000Z' }),
        })
        .execute()
    await tx.updateTable('orders').set({ state: 'queued' }).where('id', '=', id).execute()
    await tx
      .updateTable('orders')
      .set({ state: part.state ?? 'accepted' })
      .where('id', '=', id)
      .execute()
    await tx
      .insertInto('order_attempts')
      .values({
        order_id: id,
        seq: 1,
        released_by: 'theo',
        journalled_at: at,
        body_sha256: 'x',
        outcome: part.state === 'outcome-unknown' ? 'unknown' : 'accepted',
      })
      .execute()
  })
}

/** Stores an item that a sweep found. */
export async function putRecovered(
  store: Store,
  part: {
    readonly event: string
    /** Null: not stated. */
    readonly day: string | null
    readonly trace: string
    readonly sweptFrom?: string
    readonly amount?: string
    readonly entryId?: string
  },
): Promise<void> {
  await store.record(act(part.trace), async (tx) => {
    await tx
      .insertInto('sweeps')
      .values({
        id: `s-${part.trace}-${part.event}`,
        actor: 'system',
        from_at: `${part.sweptFrom ?? day}T00:00:00.000Z`,
        until_at: `${part.sweptFrom ?? day}T06:00:00.000Z`,
        planned_at: '',
        state: 'done',
        ended_at: '2026-11-23T13:00:00.000Z',
      })
      .execute()
    await tx
      .insertInto('recovered_items')
      .values({
        id: `r-${part.trace}-${part.event}`,
        at: '2026-11-24T09:00:00.000Z',
        sweep_id: `s-${part.trace}-${part.event}`,
        kind: 'ach',
        event: part.event,
        item_key: `${part.trace}/${part.event}`,
        event_day: part.day,
        account_significant: account,
        trace_number: part.trace,
        direction: 'credit',
        amount: part.amount ?? '120.50',
        currency: 'USD',
        entry_id: part.entryId === undefined ? null : idOf(part.entryId),
      })
      .execute()
  })
}
