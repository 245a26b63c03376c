/**
 * Where a payment and a batch differ on the way from a draft to the answer. Everything else is the same for both: one
 * machine, one journal, one sender.
 */
import type { Transaction } from 'kysely'
import type { AchOriginationApi } from '../../bank/apis/ach-origination.ts'
import type { CallManner } from '../../bank/client/call-manner.ts'
import type { Initiated, PaymentsApi } from '../../bank/apis/payments.ts'
import type { OriginationReading } from '../../../preload/contract/bank/ach-origination/answers.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { limitedServices } from '../../../preload/contract/domain/operators/policy.ts'
import type { OrderService } from '../../../preload/contract/domain/orders/order.ts'
import type { Product } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { JsonObject } from '../../platform/json/canonical-json.ts'
import { type OrderRow, type OrderContext } from './types.ts'
import type { Reader, Tables } from '../../store/store.ts'

/** What a draft is made into when it is submitted. */
export interface WrittenOrder {
  /** The exact text that is approved and sent. */
  readonly body: string
  /** The columns that people are shown and limits judge by, taken from what is sent. */
  readonly columns: Partial<OrderRow>
  /** What else is stored in the transaction of the submission, while the order is still a draft. */
  readonly keep?: (tx: Transaction<Tables>) => Promise<void>
}

/** What of the bank's APIs sending reaches. */
export type SendingApi = Pick<PaymentsApi, 'initiate' | 'health'> &
  Pick<AchOriginationApi, 'originate'> & {
    /** Hash of the address that its calls go to, and of who we are there; null: practice's. */
    readonly bank: string | null
  }

/** What became of a call that sent an order. The outcome decides; what was said beside it explains. */
export interface Sent extends Pick<Initiated, 'outcome' | 'callId'> {
  /** Null: nothing that could be read. */
  readonly said: {
    readonly transactionId: string | null
    /** The bank's word about the order. */
    readonly status: string | null
    /** The whole answer to a batch; null for a payment. */
    readonly batch: OriginationReading | null
  } | null
}

type SettingsContext = Pick<OrderContext, 'profile' | 'ach'>

/** A kind of order. */
export interface OrderKind {
  /** What the agreement names it as; wires and RTP are permitted apart (trap 77). */
  readonly product: (service: OrderService) => Product
  /** What limits call it, and the services that are summed together. */
  readonly limited: (service: OrderService) => {
    readonly as: (typeof limitedServices)[number]
    readonly services: readonly OrderService[]
  }
  /** Writes a draft; ends the act with `invalid-input`, every broken rule named by its field. */
  readonly write: (
    context: Pick<OrderContext, 'profile' | 'ach' | 'clock'>,
    reader: Reader,
    draft: OrderRow,
  ) => Promise<WrittenOrder>
  /** Whether the stored text and columns are those that what was typed makes. */
  readonly isAsWritten: (reader: Reader, row: OrderRow) => Promise<boolean>
  /** What an approval rests on beside text and binding, as its act tells it, and whether this person has seen that. */
  readonly restsOn: (
    reader: Reader,
    row: OrderRow,
    actor: string,
  ) => Promise<{ readonly detail: JsonObject; readonly isSeen: boolean }>
  /** Why its own account does not hold any more; undefined: it does. */
  readonly undebitable: (
    context: SettingsContext,
    row: OrderRow,
  ) => Failure<'invalid-input'> | undefined
  /** Why the settings in force forbid that it is sent as it is; undefined: they do not. */
  readonly unsettled: (
    context: SettingsContext,
    row: OrderRow,
  ) => Failure<'unit-not-confirmed'> | Failure<'terms-changed'> | undefined
  /** Why what it follows forbids it by now; undefined: it follows nothing, or still may. */
  readonly overtaken: (
    reader: Reader,
    row: OrderRow,
  ) => Promise<Failure<'invalid-input'> | undefined>
  /** Why it is never copied, whatever its state; undefined: it may be. */
  readonly uncopied: (
    reader: Reader,
    row: OrderRow,
  ) => Promise<Failure<'invalid-input'> | undefined>
  /** Why its date is too far from today by now; undefined: it is not. */
  readonly outdated: (
    context: Pick<OrderContext, 'clock'>,
    row: OrderRow,
  ) => Failure<'invalid-input'> | undefined
  /** Sends it, once. */
  readonly send: (
    api: SendingApi,
    order: { readonly service: OrderService; readonly body: string },
    manner: CallManner,
  ) => Promise<Sent>
  /** In which words the bank speaks of it in its answer. */
  readonly vocabulary: 'payment' | 'batch'
}
