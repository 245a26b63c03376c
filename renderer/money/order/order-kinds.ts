/** The texts that differ between the screens of payments and batches; everything else is shared. */
import type { Component } from 'vue'
import IconBatches from '~icons/lucide/layers'
import IconPayments from '~icons/lucide/send'
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import type { OrderKind, OrderService } from '../../../preload/contract/domain/orders/order.ts'
import { requestedServices } from '../../../preload/contract/bank/payments/payment-rules.ts'

export interface OrderKindTexts {
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

export const orderKindTexts: Readonly<Record<OrderKind, OrderKindTexts>> = {
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
      title: 'No payments yet',
      text: 'Wires and RTP payments appear here, from first draft to latest bank status. A second person must approve each one before it is sent.',
      step: 'New payment',
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
      title: 'No batches yet',
      text: 'CCD, CTX and PPD batches appear here, from first draft to latest status of each entry. A second person must approve each one before it is sent.',
      step: 'New batch',
    },
  },
}
