/** The texts that differ between the screens of payments and batches; everything else is shared. */
import type { Component } from 'vue'
import IconBatches from '~icons/lucide/layers'
import IconPayments from '~icons/lucide/send'
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { OrderKind, OrderService } from '../../../preload/contract/domain/orders/order.ts'
import { requestedServices } from '../../../preload/contract/bank/payments/payment-rules.ts'

export interface OrderKindWords {
  readonly path: string
  readonly composePath: string
  /** The list, and the group of its shortcuts. */
  readonly list: string
  readonly one: string
  readonly several: string
  readonly services: readonly OrderService[]
  readonly allServices: string
  readonly service: string
  readonly icon: Component
  readonly empty: { readonly title: string; readonly text: string; readonly step: string }
}

export const orderKindWords: Readonly<Record<OrderKind, OrderKindWords>> = {
  payment: {
    path: '/orders',
    composePath: '/compose',
    list: 'Payments',
    one: 'payment',
    several: 'payments',
    services: requestedServices,
    allServices: 'Both services',
    service: 'Service',
    icon: IconPayments,
    empty: {
      title: 'No payment yet',
      text: 'Every wire and RTP payment stands here, from the first draft to what the bank says of it last. Nothing leaves before a second person has approved it.',
      step: 'Write a payment',
    },
  },
  batch: {
    path: '/batches',
    composePath: '/batches/new',
    list: 'ACH batches',
    one: 'batch',
    several: 'batches',
    services: secCodes,
    allServices: 'All SEC codes',
    service: 'SEC code',
    icon: IconBatches,
    empty: {
      title: 'No batch yet',
      text: 'Every CCD, CTX and PPD batch stands here, from the first draft to what the bank says of each entry last. Nothing leaves before a second person has approved it.',
      step: 'Write a batch',
    },
  },
}
