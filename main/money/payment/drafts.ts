/**
 * Drafts of payments, stored exactly as typed, right or wrong; validated, checked for ownership,
 * copied and imported. Nothing here sends money.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { createPayments } from '../../bank/apis/payments.ts'
import { InFlight } from '../../platform/in-flight.ts'
import { makersOf } from '../order/approval/approvals.ts'
import { copyOriginOf } from '../order/copies.ts'
import { whyNotCopied } from '../order/copying.ts'
import { refusalOf } from '../order/refusals.ts'
import { formOf, debitAccountOf } from './draft-row.ts'
import { copyOf, createDraftStore } from './draft-store.ts'
import { createPaymentImports } from './import.ts'
import type { OrderContext, OrderRow } from '../order/types.ts'
import type { OrderDrafts, OrderReading, NotifyOrder } from '../order/services.ts'
import { attachOwnership } from './ownership.ts'
import { preCheckDraft, type PreCheckApi } from './pre-check.ts'
import { sql } from 'kysely'
import type { CopyBlocker } from '../../../preload/contract/domain/orders/act-blockers.ts'
import {
  isTypedSender,
  senderOf,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { StoredAccount } from '../../profile/profile-records.ts'
import type { Reader } from '../../store/store.ts'
import { isPaid } from '../payee-payments.ts'

export interface PaymentDraftsDeps {
  readonly show: OrderReading['show']
  readonly notify: NotifyOrder
  /** The bank's API; tests pass their own. */
  readonly api?: () => PreCheckApi | undefined
}

export function createPaymentDrafts(
  context: OrderContext,
  { show, notify, api = apiOf(context) }: PaymentDraftsDeps,
): OrderDrafts {
  const { store } = context
  const drafts = createDraftStore(context, notify)
  const imports = createPaymentImports(context, drafts)
  const underWay = new InFlight()
  /** Returns the order after a successful act, or the failure. */
  const shown = async <E>(
    id: string,
    caller: Parameters<typeof show>[1],
    done: Result<unknown, E>,
  ) => (done.ok ? show(id, caller) : done)

  return {
    handlers: {
      async saveDraft({ id, form }, { operator }) {
        if (id !== null) return shown(id, operator, await drafts.save(id, form, operator.id))
        const created = await drafts.create(form, operator.id)
        return show(created.id, operator)
      },

      async openDraft({ id }, { operator }) {
        const found = await drafts.requireOwn(id, operator.id)
        if (!found.ok) return found
        const act = { actor: operator.id, kind: 'order.draft-opened', subject: id, detail: {} }
        await store.note(act)
        return ok({ id, form: formOf(found.value) })
      },

      async copy({ id }, { operator }) {
        const found = await drafts.find(id)
        if (!found) return notFound
        const why = await whyNotCopied(store.read, found, context, context.waits.earliest())
        if (why) return err(why.code === 'order-state' ? why : refusalOf(why))
        const origin = await copyOriginOf(store.read, found)
        return ok(await drafts.create(copyOf(formOf(found)), operator.id, origin))
      },

      async copyLast({ id }, { operator }) {
        const found = await drafts.requireOwn(id, operator.id)
        if (!found.ok) return found
        const last = await lastPaymentTo(store.read, found.value.payee_id)
        if (!last) return notFound
        const why = await whyNotRepeated(context, last)
        if (why) return err(why.code === 'order-state' ? why : refusalOf(why))
        const form = withLast(formOf(found.value), formOf(last), context.profile().accounts)
        const authors = [...(await makersOf(store.read, last))]
        const saved = await drafts.save(id, form, operator.id, { copiedFrom: last.id, authors })
        return saved.ok ? ok({ id, form }) : saved
      },

      async discard({ id }, { operator }) {
        return drafts.discard(id, operator.id)
      },

      async preCheck({ id }, { operator }) {
        const deps = { drafts, api, signal: () => underWay.signal }
        const checked = await underWay.add(preCheckDraft(context, deps, id, operator.id))
        return shown(id, operator, checked)
      },

      async attachOwnership(which, { operator }) {
        const attached = await attachOwnership(context, drafts, which, operator.id)
        return shown(which.id, operator, attached)
      },

      commitImport: ({ draftId, rows }, { operator }) => imports.commit(draftId, rows, operator.id),
    },

    readImport: (file, actor) => imports.read(file, actor),

    async rest() {
      imports.forget()
      await underWay.cancel()
    },
  }
}

/** Returns the last payment that the bank accepted for a payee of the book. */
const lastPaymentTo = (read: Reader, payee: string | null): Promise<OrderRow | undefined> =>
  read
    .selectFrom('orders as o')
    .selectAll('o')
    .where('o.payee_id', '=', payee ?? '')
    .where(isPaid)
    .orderBy(sql`coalesce(o.released_at, o.updated_at)`, 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Returns why the last payment may not be repeated in a draft. One that waits at the bank for a later
 * day may: a draft has a date of its own, and is submitted only with a reason for the duplicate.
 */
async function whyNotRepeated(
  context: OrderContext,
  last: OrderRow,
): Promise<Failure<'order-state'> | CopyBlocker | undefined> {
  const why = await whyNotCopied(context.store.read, last, context, context.waits.earliest())
  return why?.code === 'not-copied' && why.why === 'waits-at-bank' ? undefined : why
}

/**
 * Returns the form with what may be repeated: never a party that is paid, a date, a reference, or a
 * sender that a person typed.
 */
function withLast(
  form: PaymentForm,
  { service, type, amount, currency, receiversReference, ...last }: PaymentForm,
  accounts: readonly StoredAccount[],
): PaymentForm {
  const own = debitAccountOf({ ...form, debitAccountId: last.debitAccountId }, accounts)
  const isTyped = isTypedSender(form.debitParty, ownerOf(debitAccountOf(form, accounts)))
  return {
    ...form,
    service,
    type,
    amount,
    currency,
    receiversReference,
    ...(own && {
      debitAccountId: own.id,
      ...(!isTyped && { debitParty: senderOf(ownerOf(own)) }),
    }),
  }
}

const ownerOf = (own: StoredAccount | undefined) =>
  own && { legalName: own.legal_name, address: own.address }

const notFound: Result<never, Failure<'not-found'>> = { ok: false, error: { code: 'not-found' } }

const apiOf =
  ({ connection }: OrderContext) =>
  (): PreCheckApi | undefined => {
    const on = connection.open()
    if (!on) return undefined
    // The client id may be entered while the client is in use (bank note 11).
    const partnerClientId = () => connection.open()?.access.partnerClientId ?? null
    return createPayments({ client: on.client, partnerClientId })
  }
