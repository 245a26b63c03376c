/**
 * Alerts of both kinds that a run can tell apart, and their deliveries: some twice, all shuffled.
 */
import { headBreakOf, type HeadBreak } from './broken-heads.ts'

/** An alert as JSON, with the text that identifies it. */
export interface FakeAlert {
  /** Its trace number or request reference. */
  readonly known: string
  readonly guid: string
  readonly notification: object
}

/** One call: its body and its alerts. */
export interface FakeDelivery {
  readonly body: string
  /** At its first try. */
  readonly headBreak: HeadBreak | null
  readonly alerts: readonly { readonly guid: string; readonly known: string }[]
}

const day = '2026-11-20'

function ach(number: string, amount: number): object {
  return {
    transactionStatus: 'COLLECTED',
    traceNumber: `T${number}`,
    parNumber: `P${number}`,
    transactionAmount: amount,
    collectionDate: day,
    settlementDate: null,
    returnDate: null,
    transactionCode: '22',
    transactionDescription: 'PAYROLL',
    authorizedCustomerName: 'Ridgeway Supply',
    standardEntryClassCode: 'PPD',
    receivingAccountNumber: `00${number}`,
    originatingAccountNumber: '000123456789',
    originatingCompanyName: 'Ridgeway Supply',
    returnReasonCode: null,
    addendaCount: '0',
  }
}

function wire(number: string, amount: number): object {
  return {
    crOrDbCode: 'D',
    crArngNum: `9${number}`,
    crTranCurrencyCode: 'USD',
    dbArngNum: '123456789',
    dbTranCurrencyCode: 'USD',
    requestReferenceNumber: `R${number}`,
    crIpNm: 'Harbor Light Printing',
    dbIpINm: 'Ridgeway Supply',
    payNotifyTs: `${day}T10:00:00Z`,
    wireEventNm: 'COMPLETED',
    tranAmt: amount.toFixed(2),
    tranExecutedDt: day.replaceAll('-', ''),
    tranId: `W${number}`,
    tranBusnStatusCode: 'COMPLETED',
    benefitIpAddrLine: ['1 Quay Street', 'Alder Falls'],
    benefirBankAddrLine: null,
  }
}

/** Returns that many distinct alerts. */
export function makeAlerts(count: number): FakeAlert[] {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(8, '0')
    const isWire = at % 2 === 1
    const guid = `EAP-${number}`
    return {
      known: `${isWire ? 'R' : 'T'}${number}`,
      guid,
      notification: {
        alertNotification: {
          alertHeader: {
            alertSentDateAndTime: `${day}T10:00:00Z`,
            alertCode: isWire ? 'AL00901' : 'AL00906',
            ...(isWire && { payType: 'WIRE' }),
            eapAlertGUID: guid,
          },
          alertBody: (isWire ? wire : ach)(number, 100 + at),
        },
      },
    }
  })
}

/**
 * The same alert under another id, as a bank that does not keep ids would resend it (bank note 99).
 */
const renamed = (alert: FakeAlert, guid: string): FakeAlert => {
  const { alertNotification } = alert.notification as { alertNotification: { alertHeader: object } }
  const alertHeader = { ...alertNotification.alertHeader, eapAlertGUID: guid }
  return {
    ...alert,
    guid,
    notification: { alertNotification: { ...alertNotification, alertHeader } },
  }
}

function shuffle<T>(list: T[], random: () => number): T[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other] as T, list[at] as T]
  }
  return list
}

/**
 * Returns deliveries of the alerts. Three of every ten repeat alerts of others, a third of those
 * under new ids. Most hold one alert, some up to a hundred, in both forms of the envelope.
 */
export function makeDeliveries(count: number, random: () => number) {
  const sizes = Array.from({ length: count }, () => {
    const drawn = random()
    if (drawn < 0.9) return 1
    return drawn < 0.995 ? 2 + Math.floor(random() * 8) : 100
  })
  const repeats = sizes.map((_, at) => at % 10 >= 7)
  const unique = makeAlerts(
    sizes.reduce((sum, size, at) => sum + (repeats[at] === true ? 0 : size), 0),
  )
  let used = 0
  let renames = 0
  /** No alert occurs twice in one call, where two ids would make it two alerts (bank note 99). */
  const repeated = (size: number): FakeAlert[] => {
    const drawn = new Set<FakeAlert>()
    while (drawn.size < Math.min(size, unique.length)) {
      const alert = unique[Math.floor(random() * unique.length)]
      if (alert) drawn.add(alert)
    }
    return [...drawn].map((alert) => {
      if (random() < 2 / 3) return alert
      renames += 1
      return renamed(alert, `EAP-AGAIN-${String(renames)}`)
    })
  }
  const deliveries = sizes.map((size, at): FakeDelivery => {
    const alerts = repeats[at] === true ? repeated(size) : unique.slice(used, used + size)
    if (repeats[at] !== true) used += size
    const list = alerts.map(({ notification }) => notification)
    return {
      headBreak: headBreakOf(at),
      body: JSON.stringify(at % 4 === 3 ? list : { alertNotificationRequest: list }),
      alerts: alerts.map(({ guid, known }) => ({ guid, known })),
    }
  })
  return { unique, deliveries: shuffle(deliveries, random) }
}
