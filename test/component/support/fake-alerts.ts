/** Answers of a fake main about alerts and listener; `part` overrides fields. */
import { vi } from 'vitest'
import type {
  AlertLine,
  AlertRecord,
  AlertSummary,
  QuarantinedDelivery,
  QuarantinedBody,
} from '../../../preload/contract/api/alerts/alert.ts'
import type { ListenerState } from '../../../preload/contract/api/alerts/listener.ts'
import type { SenderState } from '../../../preload/contract/api/practice/practice.ts'
import { ok } from '../../../preload/contract/kernel/result.ts'
import type { Bridge } from '../../../renderer/state/bridge.ts'

const at = '2026-11-21T09:14:02.000Z'

/** A received wire. */
export const alertLine = (part: Partial<AlertLine> = {}): AlertLine => ({
  id: '6f1d1b5e-0000-4000-8000-000000000001',
  seq: 1,
  receivedAt: at,
  sentAt: '2026-11-21T09:14:01Z',
  kind: 'wire',
  code: 'AL00901',
  status: 'COMPLETED',
  direction: 'credit',
  isIncomingCredit: true,
  amount: '12500.00',
  currency: 'USD',
  account: '\u2022\u2022\u2022\u20227890',
  party: 'Ridgeway Supply',
  reference: null,
  receipts: 1,
  marks: [],
  ...part,
})

export const alertRecord = (part: Partial<AlertRecord> = {}): AlertRecord => ({
  ...alertLine(),
  guid: 'EAP-0001',
  isMasked: true,
  header: {
    alertSentDateAndTime: '2026-11-21T09:14:01Z',
    alertCode: 'AL00901',
    payType: 'WIRE',
    eapAlertGUID: 'EAP-0001',
    other: [],
  },
  body: { shape: 'none', fields: [{ path: 'tranAmt', value: '12500.00' }] },
  raw: '{"alertNotification":{}}',
  acknowledged: { status: 'SUCCESS', message: '', at },
  receiptList: [
    {
      at,
      deliveryId: 'd1',
      from: '192.0.2.10',
      place: 1,
      guid: 'EAP-0001',
      confirmation: '6f1d1b5e-0000-4000-8000-000000000001',
    },
  ],
  repeats: null,
  conflictsWith: [],
  conflictReviewedAt: null,
  ...part,
})

export const alertSummary = (part: Partial<AlertSummary> = {}): AlertSummary => ({
  conflicts: 0,
  quarantined: 0,
  unread: 0,
  lastReceivedAt: at,
  statuses: ['COLLECTED', 'COMPLETED', 'RETURNED'],
  ...part,
})

export const quarantinedDelivery = (
  part: Partial<QuarantinedDelivery> = {},
): QuarantinedDelivery => ({
  id: 'd9',
  at,
  from: '192.0.2.10',
  contentType: 'application/json',
  bytes: 41,
  reason: 'not-json',
  problem: null,
  answered: 400,
  ...part,
})

export const quarantinedBody = (part: Partial<QuarantinedBody> = {}): QuarantinedBody => ({
  ...quarantinedDelivery(),
  isMasked: true,
  text: '{"alertNotificationRequest": [',
  isBase64: false,
  ...part,
})

export const listenerState = (part: Partial<ListenerState> = {}): ListenerState => ({
  running: { state: 'listening', address: 'https://127.0.0.1:8443/alerts', since: at },
  publicUrl: 'https://alerts.mill-street.example/alerts',
  reach: { state: 'never-probed', at: null, finding: null, detail: null, answeredBy: null },
  team: null,
  userName: 'countersign-harbor',
  credentialsCreatedAt: at,
  previousCredentialsCreatedAt: null,
  certificate: {
    subject: 'CN=alerts.mill-street.example',
    sha256: 'AB'.repeat(32),
    validTo: '2027-11-21T00:00:00.000Z',
    isCreatedHere: true,
  },
  permitted: [],
  counts: {
    deliveries: 12,
    alerts: 40,
    refused: {
      credentials: 0,
      address: 0,
      'too-large': 0,
      'not-post': 0,
      unreadable: 0,
      busy: 0,
      'not-stored': 0,
    },
  },
  lastDelivery: { at, alerts: 3, quarantineReason: null },
  lastRefusal: null,
  notStoring: null,
  others: [],
  ...part,
})

/** The sender of the practice bank after a delivery. */
export const senderState = (part: Partial<SenderState> = {}): SenderState => ({
  subscribedTo: 'https://127.0.0.1:8443/alerts',
  waiting: 0,
  attempts: 3,
  delivered: 2,
  acknowledged: 7,
  refusedAlerts: 0,
  retries: 1,
  givenUp: 0,
  lastAttempt: { at, status: 200 },
  nextAttemptAt: null,
  ...part,
})

const always =
  <T>(value: T) =>
  () =>
    Promise.resolve(ok(value))

/** The methods for alerts and listener, all successful. */
export const alertApi = () => ({
  alerts: {
    list: vi.fn<Bridge['alerts']['list']>(
      always({ items: [alertLine()], next: null, total: 1, isMore: false }),
    ),
    getSummary: vi.fn<Bridge['alerts']['getSummary']>(always(alertSummary())),
    get: vi.fn<Bridge['alerts']['get']>(always(alertRecord())),
    reveal: vi.fn<Bridge['alerts']['reveal']>(always(alertRecord({ isMasked: false }))),
    replay: vi.fn<Bridge['alerts']['replay']>(
      always({ differences: [], isMissing: false, about: [] }),
    ),
    reviewConflict: vi.fn<Bridge['alerts']['reviewConflict']>(
      always(alertRecord({ conflictReviewedAt: at })),
    ),
    exportFile: vi.fn<Bridge['alerts']['exportFile']>(always({ file: 'alerts.csv', alerts: 1 })),
    listQuarantined: vi.fn<Bridge['alerts']['listQuarantined']>(
      always({ items: [], next: null, total: 0 }),
    ),
    getQuarantined: vi.fn<Bridge['alerts']['getQuarantined']>(always(quarantinedBody())),
    revealQuarantined: vi.fn<Bridge['alerts']['revealQuarantined']>(
      always(quarantinedBody({ isMasked: false })),
    ),
    readAgain: vi.fn<Bridge['alerts']['readAgain']>(
      always({ read: 0, alerts: 0, stillQuarantined: 0 }),
    ),
  },
  listener: {
    getState: vi.fn<Bridge['listener']['getState']>(always(listenerState())),
    probe: vi.fn<Bridge['listener']['probe']>(always(listenerState())),
    createCredentials: vi.fn<Bridge['listener']['createCredentials']>(always(listenerState())),
    endPrevious: vi.fn<Bridge['listener']['endPrevious']>(always(listenerState())),
    copyPassword: vi.fn<Bridge['listener']['copyPassword']>(always(undefined)),
    saveSheet: vi.fn<Bridge['listener']['saveSheet']>(always({ file: 'alerts.pdf' })),
    createCertificate: vi.fn<Bridge['listener']['createCertificate']>(always(listenerState())),
    takeCertificate: vi.fn<Bridge['listener']['takeCertificate']>(always(listenerState())),
    saveCertificate: vi.fn<Bridge['listener']['saveCertificate']>(always({ file: 'alerts.pem' })),
  },
})
