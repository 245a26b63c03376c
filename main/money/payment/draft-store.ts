/**
 * Stores drafts of payments. Every write has its audit act and needs an order that is still a
 * draft; only its maker edits or discards it.
 */
import { orderKindOf } from '../../../preload/contract/domain/orders/order.ts'
import {
  emptyForm,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { sameRouting } from '../../../preload/contract/kernel/account-number.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import type { OrderContext, OrderRow } from '../order/types.ts'
import type { NotifyOrder } from '../order/services.ts'
import type { Transaction } from 'kysely'
import type { Act, Tables } from '../../store/store.ts'
import type { CopyOrigin } from '../order/copies.ts'
import { columnsOf, debitAccountOf, draftDetail, formOf, payeeColumns } from './draft-row.ts'
import { newOrderReference } from '../order/order-reference.ts'
import { factsOf, requireOrder, requireUnreported, stateAfter } from '../order/order-facts.ts'
import { findOrder, moveOrder } from '../order/order-records.ts'
import { failureOf, Refused } from '../order/refusals.ts'
import { markOfNew, restoreMarkText, type RestoreMark } from '../order/restore-hold.ts'
import { noEvidence, nothingYet } from '../order/order-columns.ts'
import { isSameName } from '../../platform/folded-text.ts'

/** The bank has reported the draft, or an alert may be about it. */
export type Reported = Failure<'known-at-bank'> | Failure<'alert-undecided'>
export type DraftFailure = Failure<'not-found'> | Failure<'order-state'> | Failure<'not-maker'>

/** The origin of a new draft; without `copiedFrom` it was typed, imported or scheduled. */
export interface Origin extends Partial<CopyOrigin> {
  readonly importedRow?: number
  /** SHA-256 of the imported file's bytes, in hex. */
  readonly importSha256?: string
  /**
   * The schedule that created it, its planned day, and that day before it was moved off a closed one.
   * It is no copy of the order that the schedule was created from.
   */
  readonly scheduleId?: string
  readonly plannedOn?: string
  readonly nominalOn?: string
}

/** A draft that is not stored yet. */
export interface ReadyDraft {
  readonly id: string
  readonly form: PaymentForm
  readonly act: Act
  readonly insert: (tx: Transaction<Tables>) => Promise<void>
}

/** Thrown to roll back a transaction whose order changed since it was read. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

export interface DraftStore {
  /** Returns the row if it is a draft of this maker; a batch is `not-found`. */
  requireOwn(id: string, maker: string): Promise<Result<OrderRow, DraftFailure>>
  /** Does the same for an order of any kind. */
  requireOwnOrder(id: string, maker: string): Promise<Result<OrderRow, DraftFailure>>
  /** Returns the row if it is a draft. */
  findDraft(id: string): Promise<Result<OrderRow, Failure<'not-found'> | Failure<'order-state'>>>
  find(id: string): Promise<OrderRow | undefined>
  create(
    form: PaymentForm,
    maker: string,
    origin?: Origin,
  ): Promise<{ id: string; form: PaymentForm }>
  /**
   * Returns a new draft that is not stored yet, so that others can store it in a transaction of
   * theirs. `mark`: its mark of a restore, where its origin does not decide that.
   */
  prepare(
    form: PaymentForm,
    maker: string,
    origin?: Origin,
    mark?: RestoreMark | null,
  ): Promise<ReadyDraft>
  /** `origin` names the order that parts of the form were copied from. */
  save(
    id: string,
    form: PaymentForm,
    maker: string,
    origin?: Pick<Origin, 'copiedFrom' | 'authors'>,
  ): Promise<Result<void, DraftFailure | Reported>>
  /** Discards a draft of any kind. */
  discard(id: string, maker: string): Promise<Result<void, DraftFailure | Reported>>
  /**
   * Changes columns of a draft with an act; `order-state` if it is no draft any more. Returns
   * false, with nothing stored, if `columns` returns null because the row has changed.
   */
  change(
    id: string,
    act: { readonly actor: string; readonly kind: string; readonly detail: Act['detail'] },
    columns: (row: OrderRow) => Partial<OrderRow> | null,
  ): Promise<Result<boolean, Failure<'not-found'> | Failure<'order-state'> | Reported>>
}

export function createDraftStore(context: OrderContext, notify: NotifyOrder): DraftStore {
  const { store, clock, newId, payees, profile, waits } = context
  const now = (): string => clock.now().toISOString()

  const find = async (id: string): Promise<OrderRow | undefined> => {
    const row = await findOrder(store.read, id)
    return row && orderKindOf(row.service) !== 'batch' ? row : undefined
  }

  const findDraft: DraftStore['findDraft'] = async (id) => asDraft(await find(id))

  // If two people wrote a draft, one of them could approve work that is partly their own (Promise
  // P3).
  const requireOwn: DraftStore['requireOwn'] = async (id, maker) =>
    ownDraft(await findDraft(id), maker)
  const requireOwnOrder: DraftStore['requireOwnOrder'] = async (id, maker) =>
    ownDraft(asDraft(await findOrder(store.read, id)), maker)

  const payeeOf = (form: PaymentForm) => payeeColumns(form, (id) => payees.statusOf(id))

  const change: DraftStore['change'] = async (id, { actor, kind, detail }, columns) => {
    try {
      await store.record({ actor, kind, subject: id, detail }, async (tx) => {
        const row = await findOrder(tx, id)
        if (row?.state !== 'draft') throw new ChangedMeanwhile()
        await requireUnreported(tx, id)
        const changed = columns(row)
        if (changed === null) throw new ChangedMeanwhile()
        await tx
          .updateTable('orders')
          .set({ updated_at: now(), ...changed })
          .where('id', '=', id)
          .execute()
      })
    } catch (error) {
      if (error instanceof Refused) return err(error.failure as Reported)
      if (!(error instanceof ChangedMeanwhile)) throw error
      const found = asDraft(await findOrder(store.read, id))
      return found.ok ? ok(false) : found
    }
    const after = await findOrder(store.read, id)
    notify(id, after?.state ?? 'draft')
    return ok(true)
  }

  const prepare: DraftStore['prepare'] = async (typed, maker, origin = {}, mark) => {
    const id = newId()
    const reference = newOrderReference(clock.now())
    const sendersReference =
      typed.sendersReference.trim() === '' ? reference : typed.sendersReference
    const form = { ...typed, requestReference: reference, sendersReference }
    const { accounts } = profile()
    const payee = await payeeOf(form)
    const detail = {
      ...draftDetail(form, debitAccountOf(form, accounts)?.account_number ?? ''),
      reference,
      ...origin,
    }
    const kind = origin.copiedFrom === undefined ? 'order.drafted' : 'order.copied'
    return {
      id,
      form,
      act: { actor: maker, kind, subject: id, detail },
      async insert(tx) {
        const at = now()
        const isFile = origin.importSha256 !== undefined
        const restored =
          mark === undefined
            ? await markOfNew(tx, { order: origin.copiedFrom, isFile }, waits.earliest())
            : mark
        await tx
          .insertInto('orders')
          .values({
            id,
            maker,
            reference,
            created_at: at,
            updated_at: at,
            state: 'draft',
            ...columnsOf(form, accounts),
            ...payee,
            ...nothingYet,
            ...noEvidence,
            restored: restored && restoreMarkText(restored),
          })
          .execute()
      },
    }
  }

  return {
    find,
    findDraft,
    requireOwn,
    requireOwnOrder,
    change,

    prepare,

    async discard(id, maker) {
      const found = await requireOwnOrder(id, maker)
      if (!found.ok) return found
      const act = { actor: maker, kind: 'order.discarded', subject: id, detail: {} }
      const refused = await failureOf(() =>
        store.record(act, async (tx) => {
          const row = await requireOrder(tx, id)
          const facts = await factsOf(tx, row, context, [])
          const state = stateAfter(facts, { kind: 'discarded' })
          await moveOrder(tx, id, 'draft', { state, updated_at: now() })
        }),
      )
      if (refused !== undefined) return err(refused as DraftFailure | Reported)
      notify(id, 'withdrawn')
      return ok(undefined)
    },

    async create(typed, maker, origin = {}) {
      const draft = await prepare(typed, maker, origin)
      await store.record(draft.act, draft.insert)
      notify(draft.id, 'draft')
      return { id: draft.id, form: draft.form }
    },

    async save(id, typed, maker, origin = {}) {
      const found = await requireOwn(id, maker)
      if (!found.ok) return found
      const { reference } = found.value
      // The reference never changes, so the window's value is ignored.
      const form = { ...typed, requestReference: reference }
      const { accounts } = profile()
      const columns = columnsOf(form, accounts)
      const payee = await payeeOf(form)
      const { form: before, debit_account: debitBefore, payee_version: version } = found.value
      const isSame = columns.form === before && columns.debit_account === debitBefore
      if (isSame && payee.payee_version === version) return ok(undefined)
      const detail = { ...draftDetail(form, columns.debit_account), ...origin }
      const draftOrigin = { order: origin.copiedFrom, isFile: false }
      const mark = await markOfNew(store.read, draftOrigin, waits.earliest())
      const saved = await change(
        id,
        { actor: maker, kind: 'order.draft-saved', detail },
        (row) => ({
          ...columns,
          ...payee,
          body: null,
          body_sha256: null,
          approval_hash: null,
          ...(mark && { restored: restoreMarkText(mark) }),
          ...(isSameBeneficiary(row, form, columns) ? {} : withoutOwnership),
        }),
      )
      return saved.ok ? ok(undefined) : saved
    },
  }
}

type DraftRead = Result<OrderRow, Failure<'not-found'> | Failure<'order-state'>>

function asDraft(row: OrderRow | undefined): DraftRead {
  if (!row) return err({ code: 'not-found' })
  return row.state === 'draft' ? ok(row) : err({ code: 'order-state', state: row.state })
}

const ownDraft = (row: DraftRead, maker: string): Result<OrderRow, DraftFailure> =>
  row.ok && row.value.maker !== maker ? err({ code: 'not-maker' }) : row

/**
 * An ownership check is evidence only for the name, account and bank that it was about (bank note
 * 36).
 */
const isSameBeneficiary = (
  row: OrderRow,
  { creditParty, creditPartyBank }: PaymentForm,
  { beneficiary_significant }: { readonly beneficiary_significant: string },
): boolean =>
  row.beneficiary_significant === beneficiary_significant &&
  isSameName(row.beneficiary, creditParty.name) &&
  sameRouting(formOf(row).creditPartyBank.aba, creditPartyBank.aba)

const withoutOwnership = { ownership_validation_id: null, ownership_by: null } as const

/**
 * Returns the form of a copy: without references and dates, so that nothing is paid twice
 * unnoticed.
 */
export const copyOf = (form: PaymentForm): PaymentForm => ({
  ...form,
  valueDate: emptyForm.valueDate,
  requestReference: null,
  sendersReference: '',
  originatorReference: '',
  receiversReference: '',
})
